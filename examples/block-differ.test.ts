import { expect, it } from 'vitest'
import { stage } from '../test/e2e/stage.ts'
import { plain, type Site } from '../test/world/index.ts'
import { blockDiffer } from './block-differ.ts'

it('block-differ counts a page as changed when a fifth of its blocks are new, and only then', async () => {
  const lines = Array.from({ length: 10 }, (_, i) => `Paragraph ${i} has words of its own.`)
  const texts = { '/small': [...lines], '/large': [...lines] }
  const find: Site['find'] = path => {
    const text = texts[path as keyof typeof texts]
    const links = '<a href=/small>small</a><a href=/large>large</a>'
    const body = text ? text.map(line => `<p>${line}</p>`).join('') : path === '/' ? links : undefined
    return body === undefined ? undefined : plain(body, 'page', 'text/html; charset=utf-8')
  }
  const site = { host: 'a.test', kind: 'handmade', entries: ['/'], find }
  const { world, crawl, recrawl } = await stage([site])
  const input = { seeds: [world.url('a.test')] }
  await crawl(input, { plugins: [blockDiffer] })
  texts['/small'][3] = 'One paragraph is another now.'
  texts['/large'].splice(0, 5, ...lines.slice(0, 5).map(line => `Rewritten: ${line}`))
  const ran = await recrawl(input, 'all', { plugins: [blockDiffer] })
  expect([ran.page('http://a.test/small').revision, ran.page('http://a.test/large').revision]).toEqual([1, 2])
})
