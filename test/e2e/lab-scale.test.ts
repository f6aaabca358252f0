/** What a larger collection would need, asked on the command line. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { Collection } from '../../src/index.ts'
import { temporaryFolder, tidewatch } from './shell.ts'
import { answering } from './small-server.ts'

interface Answer {
  readonly pages: number
  readonly pagesPerHost: number
  readonly knownPerPage: number
  readonly archivedBytes: number
  readonly needs: readonly { readonly part: string; readonly count: number }[]
}

const answersOf = (json: string) => (JSON.parse(json) as { answers: Answer[] }).answers

it('prints what the manual shows', async () => {
  const { code, stdout } = await tidewatch('lab', 'scale', '--pages', '1e10')
  expect(code).toBe(0)
  const manual = await readFile(join(import.meta.dirname, '..', '..', 'docs', 'lab.md'), 'utf8')
  expect(manual).toContain(stdout.trim())
})

it('takes from a collection what its pages are like', async () => {
  const url = await answering((request, response) => {
    const isThere = /^\/\d?$/.test(request.url ?? '')
    const links = [1, 2, 3, 4].map(n => `<a href="/${n}">${n}</a>`).join(' ')
    response.writeHead(isThere ? 200 : 404, { 'content-type': 'text/html' })
    response.end(`<title>${request.url}</title>${links} <a href="/gone">gone</a>`)
  })
  const folder = await temporaryFolder()
  const collection = await Collection.open(folder, { mode: 'write' })
  await collection.crawl({
    ...{ seeds: [url('/')], threads: 1, scope: { soft404: false } },
    request: { delay: 0, allowPrivate: true },
  })
  await collection.close()
  const { stdout } = await tidewatch('lab', 'scale', '-c', folder, '--pages', '1e6,1e9', '--json')
  const [small, large] = answersOf(stdout)
  expect(small).toMatchObject({ pages: 1e6, pagesPerHost: 5, knownPerPage: 6 / 5 })
  expect(small!.archivedBytes).toBeLessThan(3_000)
  expect(large!.pages).toBe(1e9)
  const { stdout: denser } = await tidewatch(
    ...['lab', 'scale', '-c', folder, '--per-host', '1e6', '--delay', '10s', '--budget', '1d', '--json'],
  )
  expect(answersOf(denser)[0]).toMatchObject({ pagesPerHost: 1e6, maxPagesOfServer: 8_640 })
})

it.each([
  [['--pages', 'many'], '--pages many: it must be a number from 1 to 1e13, such as 1e8.'],
  [['--delay', '0'], '--delay 0: give the time between two requests to a server, such as 1s.'],
  [['--budget', 'soon'], '--budget soon: give the average time between fetches of a page'],
])('refuses %s', async (words, sentence) => {
  const { code, stderr } = await tidewatch('lab', 'scale', ...words)
  expect([code, stderr]).toEqual([2, expect.stringContaining(sentence)])
})
