/** Visits as traces, for whoever registers an SDK of OpenTelemetry. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, it } from 'vitest'
import { start, temporaryFolder } from './shell.ts'
import { answering } from './small-server.ts'

const SDK = pathToFileURL(join(import.meta.dirname, '..', 'fixtures', 'collect-spans.mjs')).href

interface CollectedSpan {
  readonly id: number
  readonly name: string
  readonly parent: number | null
  readonly attributes: Readonly<Record<string, unknown>>
}

it('a visit is a span, and so is each of its steps', async () => {
  const url = await answering((request, response) => {
    const isThere = request.url === '/'
    response.writeHead(isThere ? 200 : 404, { 'content-type': 'text/html' })
    response.end(isThere ? '<title>Home</title><a href=gone>gone</a>' : '')
  })
  const folder = await temporaryFolder()
  const file = join(folder, 'spans')
  const words = ['crawl', url('/'), '-c', join(folder, 'c'), '--allow-private', '--delay', '0']
  const env = { NODE_OPTIONS: `--import ${SDK}`, SPANS: file }
  expect((await start(words, { env }).ended).code).toBe(0)
  const lines = (await readFile(file, 'utf8')).trim().split('\n')
  const spans = lines.map(line => JSON.parse(line) as CollectedSpan)
  const visits = spans.filter(({ name }) => name === 'visit')
  expect(visits.map(({ attributes }) => attributes)).toEqual([
    expect.objectContaining({
      'url.full': url('/'),
      'tidewatch.outcome': 'fetched',
      'tidewatch.changed': true,
      'http.response.status_code': 200,
    }),
    expect.objectContaining({ 'url.full': url('/gone'), 'tidewatch.outcome': 'gone' }),
  ])
  const steps = spans.filter(({ parent }) => parent === visits[0]!.id).map(({ name }) => name)
  expect(steps).toEqual(['admit', 'request', 'fetch', 'read', 'judge', 'follow', 'schedule'])
})
