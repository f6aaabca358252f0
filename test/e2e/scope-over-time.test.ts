/** A rule that excludes pages holds for those that are stored, too: they are not asked for again, and come back with the rule's end. */
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { Collection } from '../../src/index.ts'
import { temporaryFolder } from './shell.ts'
import { answering } from './small-server.ts'

it('stored pages that are excluded later are left alone until they are wanted again', async () => {
  const asked: string[] = []
  const at = await answering(({ url = '' }, response) => {
    asked.push(url)
    if (url === '/robots.txt') return void response.writeHead(404).end()
    const links = ['/open', '/closed/1', '/closed/2'].map(path => `<a href="${path}">${path}</a>`)
    response.setHeader('content-type', 'text/html')
    response.end(`<title>${url}</title><p>words of ${url} ${url === '/' ? links.join(' ') : ''}`)
  })
  await using collection = await Collection.open(join(await temporaryFolder(), 'data'), { mode: 'write' })
  const request = { delay: 0, allowPrivate: true } as const
  const config = (exclude: { prefix: string }[]) => ({
    ...{ seeds: [at('/'), at('/closed/2')], request },
    scope: { exclude, soft404: false, sitemaps: false as const },
  })
  const kept = async () => {
    const paths: string[] = []
    for await (const page of collection.pages({ status: 'completed' })) paths.push(new URL(page.url).pathname)
    return paths.sort()
  }
  await collection.crawl(config([]))
  expect(await kept()).toEqual(['/', '/closed/1', '/closed/2', '/open'])
  asked.length = 0
  const closed = config([{ prefix: at('/closed/') }])
  await collection.recrawl(closed, { which: 'all' })
  // A seed is named by the same person who wrote the rule.
  expect(asked.filter(path => path !== '/robots.txt').sort()).toEqual(['/', '/closed/2', '/open'])
  expect(await kept()).toEqual(['/', '/closed/2', '/open'])
  expect((await collection.page(at('/closed/1')))?.reason).toMatch(/^exclude\[0\] prefix http/)
  asked.length = 0
  await collection.crawl(config([]))
  expect(asked).toContain('/closed/1')
  expect(await kept()).toEqual(['/', '/closed/1', '/closed/2', '/open'])
})
