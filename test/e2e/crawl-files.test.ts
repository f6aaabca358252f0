/** `file:` folders, and plug-ins in their three stages. */
import { chmod, mkdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, it } from 'vitest'
import { definePlugin, type Plugin } from '../../src/crawl/index.ts'
import { asUrl } from '../../src/url/index.ts'
import { docs } from '../world/index.ts'
import { stage, truthOf } from './stage.ts'

it('reads folders below the allowed roots and nothing outside, also through links', async () => {
  const { crawl, folder, body } = await stage([docs('d.test')])
  const root = join(folder, 'shared')
  const outside = join(folder, 'outside')
  await mkdir(join(root, 'below', 'deeper'), { recursive: true })
  await mkdir(outside)
  await writeFile(
    join(root, 'index.html'),
    '<title>Home</title><a href="../outside/secret.txt">out</a><a href="below/">in</a>',
  )
  await writeFile(join(root, 'below', 'notes & more.txt'), 'notes')
  await writeFile(join(root, 'below', 'deeper', 'page.html'), '<p>deep')
  await writeFile(join(outside, 'secret.txt'), 'secret')
  await symlink(outside, join(root, 'way-out'))
  await symlink(join(root, 'below'), join(root, 'way-in'))
  await writeFile(join(root, 'locked.txt'), 'locked')
  await chmod(join(root, 'locked.txt'), 0)
  const url = (...parts: string[]) => pathToFileURL(join(...parts)).href
  const seed = `${url(root)}/`
  const ran = await crawl({
    seeds: [seed],
    scope: { schemes: ['file'], fileRoots: [root], soft404: false, traps: { yield: false } },
  })
  for (const path of [['index.html'], ['below', 'notes & more.txt'], ['below', 'deeper', 'page.html']])
    expect(ran.stored).toContain(url(root, ...path))
  expect(ran.stored.filter(stored => stored.includes('secret') || stored.includes('outside'))).toEqual([])
  for (const page of ran.pages.values())
    if (page.url.includes('way-out')) expect(page).toMatchObject({ status: 'error', httpStatus: 403 })
  if (process.getuid?.() !== 0)
    expect(ran.page(url(root, 'locked.txt'))).toMatchObject({ status: 'error', httpStatus: 403 })
  expect((await body(url(root, 'below', 'notes & more.txt'))).toString()).toBe('notes')
})

it('reads no files unless they are in scope, whatever a page links to', async () => {
  const { crawl, folder } = await stage([
    {
      host: 'h.test',
      kind: 'x',
      entries: ['/'],
      find: path =>
        path === '/'
          ? {
              template: 'x',
              headers: { 'content-type': 'text/html' },
              bytes: () => '<a href="file:///etc/passwd">x</a>',
            }
          : undefined,
    },
  ])
  const plain = await crawl({ seeds: ['http://h.test/'] })
  expect(plain.stored).toEqual(['http://h.test/'])
  const both = await crawl({
    seeds: ['http://h.test/'],
    scope: { schemes: ['http', 'file'], fileRoots: [folder] },
  })
  expect(both.stored).toEqual(['http://h.test/'])
})

const withPlugins = async (...plugins: Plugin[]) => {
  const set = await stage([docs('d.test')])
  const ran = await set.crawl({ seeds: ['http://d.test/'], pluginTimeout: '100ms' }, { plugins })
  return { ...set, ran, truth: truthOf(set.world, 'http://d.test/') }
}

it('lets plug-ins change and veto requests', async () => {
  const { world, ran, truth } = await withPlugins(
    definePlugin({
      name: 'signs',
      request(request, context) {
        request.headers.set('from', 'bot@example.org')
        if (request.url.pathname.endsWith('3.html')) context.veto('no threes')
      },
    }),
  )
  const vetoed = [...ran.pages.values()].filter(page => page.reason === 'no threes')
  expect(vetoed.length).toBeGreaterThan(0)
  expect(vetoed.every(page => page.status === 'excluded')).toBe(true)
  expect(ran.stored.length).toBeLessThanOrEqual(truth.length - vetoed.length)
  const pages = world.log.filter(entry => entry.path !== '/robots.txt')
  expect(new Set(pages.map(entry => entry.headers.from))).toEqual(new Set(['bot@example.org']))
  expect(pages.filter(entry => entry.path.endsWith('3.html'))).toEqual([])
})

it('lets plug-ins read answers, add fields and overrule changes', async () => {
  const plugin = definePlugin({
    name: 'counts-words',
    async response(visit) {
      const document = await visit.document()
      visit.fields.words = visit.text?.split(/\s+/).length ?? 0
      visit.fields.links = visit.links.length
      visit.fields.isHtml = visit.html()?.includes('<title>')
      visit.fields.blocks = document?.kind === 'document' ? document.blocks.length : null
      visit.changed = visit.url.pathname === '/' || visit.changed
    },
  })
  const { ran, truth, read } = await withPlugins(plugin)
  expect(ran.stored).toEqual(truth)
  const fields = await read(async ({ store }) => {
    const revisions = await store.revisions((await store.page(asUrl('http://d.test/')))!)
    return JSON.parse(revisions[0]!.fields!) as Record<string, unknown>
  })
  expect(fields.words).toBeGreaterThan(5)
  expect(fields.links).toBeGreaterThan(1)
  expect(fields.isHtml).toBe(true)
  expect(fields.blocks).toBeGreaterThan(1)
})

it('lets plug-ins exclude, order and add Urls', async () => {
  const { ran } = await withPlugins(
    definePlugin({
      name: 'chooser',
      queue(page, context) {
        if (/[13579]\.html$/.test(page.url.pathname)) context.exclude('odd')
        if (page.visit && page.url.pathname === '/') {
          context.add('/added-by-plugin')
          context.visitAt(null)
        }
      },
    }),
  )
  expect(ran.page('http://d.test/added-by-plugin').status).toBe('error')
  expect(ran.page('http://d.test/').dueAt).toBeNull()
  const odd = [...ran.pages.values()].filter(page => /[13579]\.html$/.test(page.url))
  expect(odd.every(page => page.status === 'excluded' && page.reason === 'odd')).toBe(true)
})

it('goes on without a plug-in that throws or takes too long, and names it', async () => {
  const fail = () => {
    throw new Error('my mistake')
  }
  const never = () => new Promise<void>(() => {})
  const { ran, truth } = await withPlugins(
    definePlugin({ name: 'thrower', request: fail, response: fail, queue: fail }),
    definePlugin({ name: 'sleeper', response: visit => (visit.depth === 0 ? never() : undefined) }),
    definePlugin({ name: 'rejecter', response: () => Promise.reject(new Error('later')) }),
  )
  expect(ran.stored).toEqual(truth)
  const told = ran.events.filter(event => event.kind === 'plugin-failed')
  const said = (name: string) => told.filter(event => event.subject === name).map(event => event.message)
  expect(said('thrower')).toEqual(
    expect.arrayContaining([
      'request stage: my mistake',
      'response stage: my mistake',
      'queue stage: my mistake',
    ]),
  )
  expect(said('sleeper')).toEqual(['response stage: took longer than 100 ms'])
  expect(said('rejecter')[0]).toBe('response stage: later')
})
