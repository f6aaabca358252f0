/** Accessibility: checked in a crawl, kept in both stores, ranked, followed over time, and checked again in the archive. */
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { Collection, type ConfigInput } from '../../src/index.ts'
import type { Site } from '../world/index.ts'
import { freshSchemas } from './fresh-schemas.ts'
import { BROWSER } from './scripted-site.ts'
import { tidewatch } from './shell.ts'
import { stage } from './stage.ts'

const HOME = 'http://good.test/'
const OTHER = 'http://bad.test/'
const SCOPE = { soft404: false, sitemaps: false } as const
const CONFIG: ConfigInput = {
  seeds: [HOME, OTHER],
  scope: SCOPE,
  analyse: { accessibility: 'static', linkWords: { nb: ['mer om dette'] } },
}

type Pages = Record<string, string>

const siteOf = (host: string, pages: Pages): Site => ({
  host,
  kind: 'fixed',
  entries: ['/'],
  find: path => {
    const body = pages[path]
    return body === undefined
      ? undefined
      : { template: 'fixed', headers: { 'content-type': 'text/html' }, bytes: () => body }
  },
})

const html = (body: string, start = '<html lang="en"><title>Tides</title>') =>
  `<!doctype html>${start}<body><main>${body}</main></body>`

/** Checks that apply: title, language (two), a way past menus, link name and purpose, list and item. */
const good = (): Pages => ({
  '/': html('<ul><li><a href="/tides">Tide tables</a></ul>'),
  '/tides': html('<p>High'),
})
const bad = (): Pages => ({
  '/': html('<img src=a.png><img src=b.png><a href="/x">Mer om dette</a>', '<html><title>Tides</title>'),
  '/x': html('<input>'),
})

const freshSchema = freshSchemas()

describe.each(['SQLite', 'PostgreSQL'])('on %s', store => {
  async function staged() {
    const pages = { good: good(), bad: bad() }
    const database = freshSchema()
    const sites = [siteOf('good.test', pages.good), siteOf('bad.test', pages.bad)]
    const on = await stage(sites, store === 'PostgreSQL' ? { database } : {})
    const where =
      store === 'PostgreSQL' ? ['-c', database, '--archive', join(on.folder, 'archive')] : ['-c', on.folder]
    const list = (...words: string[]) => tidewatch('accessibility', ...where, '--json', ...words)
    return { ...on, where, database, pages, list }
  }

  it('ranks hosts, lists pages with what fails on them, and tells a page with its elements', async () => {
    const { crawl, list } = await staged()
    await crawl(CONFIG)
    expect((await list()).rows).toEqual([
      { host: 'http://good.test', class: null, pages: 2, score: { a: 100, aa: 100, aaa: 100 }, before: null },
      { host: 'http://bad.test', class: null, pages: 2, score: { a: 70, aa: 70, aaa: 65 }, before: null },
    ])
    const pages = (await list('--pages', '--host', OTHER, '--limit', '1')).rows
    expect(pages.map(row => [row.url, row.score])).toEqual([[OTHER, { a: 60, aa: 60, aaa: 50 }]])
    const [page] = (await list(OTHER)).rows as unknown as [Record<string, unknown>]
    expect(page.failed).toEqual([
      {
        rule: 'image-alt',
        level: 'A',
        criteria: ['1.1.1'],
        says: 'Images have alternative text, which may be empty for decoration.',
        count: 2,
        elements: ['/html/body/main/img[1]', '/html/body/main/img[2]'],
      },
      expect.objectContaining({ rule: 'html-has-lang', elements: ['/html'] }),
      expect.objectContaining({ rule: 'link-purpose', level: 'AAA', elements: ['/html/body/main/a'] }),
    ])
  })

  it('is a level of change, with its history', async () => {
    const { crawl, recrawl, list, pages, where } = await staged()
    const config: ConfigInput = { ...CONFIG, change: { level: 'accessibility' } }
    await crawl(config)
    pages.good['/tides'] = html('<p>Low <img src=c.png>')
    pages.bad['/'] = html('<img src=a.png alt=A><a href="/x">Mer om dette</a> <p>Other words')
    pages.bad['/x'] = html('<input><p>Other words')
    await recrawl(config, 'all')
    const changes = (await tidewatch('changes', '--json', ...where)).rows
    const told = changes.map(({ url, change }) => [url, (change as { summary?: string } | null)?.summary])
    expect(told.toSorted()).toEqual([
      [OTHER, 'A60 AA60 AAA50 → A100 AA100 AAA85'],
      [`${HOME}tides`, 'A100 AA100 AAA100 → A75 AA75 AAA75'],
    ])
    expect((await tidewatch('history', OTHER, ...where)).stdout).toMatch(
      /\naccessibility A100 AA100 AAA85, before .* UTC A60 AA60 AAA50\n/,
    )
    const [page] = (await list(OTHER)).rows as unknown as [
      { history: { score: unknown; revision: number }[] },
    ]
    expect(page.history.map(({ revision, score }) => [revision, score])).toEqual([
      [1, { a: 60, aa: 60, aaa: 50 }],
      [2, { a: 100, aa: 100, aaa: 85 }],
    ])
  })

  it('is found again in what is archived, without fetching', async () => {
    const { crawl, world, where, list, database, folder } = await staged()
    await crawl({ seeds: [HOME, OTHER], scope: SCOPE })
    const asked = world.log.length
    const none = await tidewatch('accessibility', ...where)
    expect(none.stderr).toMatch(/nothing was checked: crawl with analyse\.accessibility: static/)
    const again = await list('--again')
    expect([again.code, again.stderr]).toEqual([0, 'checked 4 pages\n'])
    expect(again.rows.map(({ host }) => host)).toEqual(['http://good.test', 'http://bad.test'])
    expect(world.log.length).toBe(asked)
    const isShared = store === 'PostgreSQL'
    const collection = await Collection.open(isShared ? database : folder, {
      ...(isShared && { archiveFolder: join(folder, 'archive') }),
    })
    const page = await collection.page(OTHER)
    expect((await page!.accessibility())?.failed.map(({ rule }) => rule)).toEqual([
      'image-alt',
      'html-has-lang',
    ])
    expect((await collection.accessibility({ at: new Date(0) })).length).toBe(0)
    await collection.close()
  })
})

it('is told as a table and as comma-separated values', async () => {
  const { crawl, folder } = await stage([siteOf('bad.test', bad())])
  await crawl({ ...CONFIG, seeds: [OTHER] })
  const csv = (await tidewatch('accessibility', '--csv', '-c', folder)).stdout
  expect(csv.split('\n').slice(0, 2)).toEqual(['host,class,pages,a,aa,aaa', 'http://bad.test,,2,70,70,65'])
  const one = (await tidewatch('accessibility', OTHER, '-c', folder)).stdout
  expect(one).toMatch(/^A60 AA60 AAA50 {2}http:\/\/bad\.test\/\nlevel +WCAG +rule +elements +requirement/)
  const rows = (await tidewatch('accessibility', '--pages', '-c', folder)).stdout
  expect(rows).toMatch(/A60 AA60 AAA50 .* http:\/\/bad\.test\/ {2}\(image-alt, html-has-lang, link-purpose\)/)
})

describe('with a browser', () => {
  it('axe-core checks the pages that one shows, and sees what scripts build and colors hide', async () => {
    const site = siteOf('app.test', {
      '/': html(
        '<p style="color:#999;background:#aaa">Faint</p><a href=/plain>here</a><div id=app></div><script>app.innerHTML = "<img src=/x.png>"</script>',
      ),
      '/plain': html('<p>Plain'),
    })
    const { crawl, folder } = await stage([site])
    await crawl({
      seeds: ['http://app.test/'],
      scope: SCOPE,
      analyse: { accessibility: 'browser' },
      render: { ...BROWSER, rules: [{ url: { exact: 'http://app.test/' }, pages: 'always' }] },
    })
    await using collection = await Collection.open(folder)
    const home = await (await collection.page('http://app.test/'))!.accessibility()
    const failed = new Map(home!.failed.map(each => [each.rule, each]))
    expect(failed.get('color-contrast')).toMatchObject({ level: 'AA', criteria: ['1.4.3'], count: 1 })
    expect(failed.get('image-alt')!.elements[0]).toMatch(/img/)
    expect(failed.has('link-purpose')).toBe(true)
    const plain = await (await collection.page('http://app.test/plain'))!.accessibility()
    expect(plain!.failed).toEqual([])
    expect(plain!.score).toEqual({ a: 100, aa: 100, aaa: 100 })
  })
})
