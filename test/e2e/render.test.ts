/** Pages that are written by scripts, crawled with a real browser through the real engine. */
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { readRecords } from '../../src/archive/read/read-records.ts'
import type { ConfigInput } from '../../src/config/index.ts'
import { asUrl } from '../../src/url/index.ts'
import { rendered, scriptedSite } from './scripted-site.ts'
import { stage } from './stage.ts'

const SHELL = '<!doctype html><title>App</title><body><div id=app></div><script src=/app.js></script>'

it('reads what scripts write: links, text and title, and finds what changed in it', async () => {
  let price = 10
  const site = scriptedSite('app.test', {
    '/robots.txt': 'User-agent: *\nDisallow: /private/',
    '/': SHELL,
    '/app.js': `
      document.title = 'The shop'
      fetch('/data.json').then(r => r.json()).then(({ price }) => {
        app.innerHTML = '<h1>Chairs of oak</h1><p>One costs ' + price + ' crowns today.</p><a href=/by-script>more</a>'
        const host = app.appendChild(document.createElement('x-menu'))
        host.attachShadow({ mode: 'closed' }).innerHTML = '<a href=/in-shadow>menu</a>'
        app.insertAdjacentHTML('beforeend', '<iframe src=/frame></iframe><b onclick="location.href=\\'/by-click\\'">go</b>')
        history.pushState(null, '', '/by-history')
        window.open('/by-window')
        fetch('/private/data.json').catch(() => {})
        setTimeout(() => { location = '/by-location' }, 50)
      })`,
    '/data.json': () => JSON.stringify({ price }),
    '/private/data.json': '{}',
    '/frame': '<a href=/in-frame>frame</a>',
    ...Object.fromEntries(
      ['by-script', 'in-shadow', 'in-frame', 'by-click', 'by-history', 'by-window', 'by-location'].map(
        name => [`/${name}`, `<title>${name}</title>`],
      ),
    ),
  })
  const { world, folder, crawl, recrawl, read, body } = await stage([site])
  const config = {
    seeds: ['http://app.test/'],
    scope: { local: true },
    change: { level: 'text' },
    render: { ...rendered('always'), rules: [{ url: { regexp: '/(by|in)-' }, pages: 'never' }] },
  } satisfies ConfigInput
  const ran = await crawl(config)
  expect(ran.stored).toEqual(
    [
      '',
      'by-click',
      'by-history',
      'by-location',
      'by-script',
      'by-window',
      'frame',
      'in-frame',
      'in-shadow',
    ].map(path => `http://app.test/${path}`),
  )
  expect(ran.page('http://app.test/').title).toBe('The shop')
  expect((await body('http://app.test/')).toString()).toContain('One costs 10 crowns')
  const asked = world.log.map(({ path }) => path)
  expect(asked.filter(path => path === '/')).toHaveLength(1)
  expect(asked).not.toContain('/private/data.json')

  const types: string[] = []
  for (const file of (await readdir(join(folder, 'archive'))).filter(name => name.includes('.warc')))
    for await (const { type, headers } of readRecords(join(folder, 'archive', file)))
      if (/^(?:urn:dom:)?http:\/\/app\.test\/$/.test(headers.get('warc-target-uri') ?? '')) types.push(type)
  expect(types).toEqual(['resource', 'response', 'request', 'metadata'])

  const same = await recrawl(config)
  expect(same.visits.filter(({ commit }) => commit.revision !== null)).toEqual([])
  price = 11
  const later = await recrawl(config)
  expect(later.visits.filter(({ commit }) => commit.revision !== null).map(({ url }) => url)).toEqual([
    'http://app.test/',
  ])
  const revisions = await read(async ({ store }) => {
    const page = await store.page(asUrl('http://app.test/'))
    return store.revisions(page!)
  })
  expect(revisions).toMatchObject([{ rendered: true }, { rendered: true }])
})
