/** Answers that break the rules of HTTP, and that browsers read all the same. */
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { Collection } from '../../src/index.ts'

const BODY = '<title>found</title>'
const PLAIN = `HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n`
const LENGTH = `Content-Length: ${BODY.length}\r\n`
const CHUNKED = `${BODY.length.toString(16)}\r\n${BODY}\r\n0\r\n\r\n`

const MALFORMED: Readonly<Record<string, string>> = {
  'a status that nobody asked for': `HTTP/1.1 100 Continue\r\n\r\n${PLAIN}${LENGTH}\r\n${BODY}`,
  'a length beside chunks': `${PLAIN}${LENGTH}Transfer-Encoding: chunked\r\n\r\n${CHUNKED}`,
  'a control character in a header': `${PLAIN}X-Odd: a\x01b\r\n${LENGTH}\r\n${BODY}`,
  'a header of two lines': `${PLAIN}X-Odd: a\r\n  b\r\n${LENGTH}\r\n${BODY}`,
  'line feeds alone': `${PLAIN}X-Odd: a\r\n${LENGTH}\r\n${BODY}`.replaceAll('\r\n', '\n'),
}

/** A server that answers every request with these bytes, and notes when each came and whether another one was under way. */
async function answering(bytes: string) {
  const requests: { readonly at: number; readonly path: string }[] = []
  const server = createServer(socket => {
    let received = ''
    socket.on('error', () => {})
    socket.setEncoding('latin1').on('data', chunk => {
      received += chunk
      if (!received.includes('\r\n\r\n')) return
      requests.push({ at: performance.now(), path: received.split(' ', 2)[1]! })
      received = ''
      socket.write(bytes, 'latin1')
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, requests }
}

async function crawled(url: string) {
  const folder = await mkdtemp(join(tmpdir(), 'tidewatch-malformed-'))
  const collection = await Collection.open(folder, { mode: 'write' })
  onTestFinished(async () => {
    await collection.close()
    await rm(folder, { recursive: true, force: true })
  })
  await collection.crawl({
    seeds: [url],
    patience: '1s',
    scope: { soft404: false },
    request: { allowPrivate: true, delay: '300ms', retries: 0, timeout: '5s' },
  })
  return collection.page(url)
}

it.each(Object.entries(MALFORMED))('a page is read in spite of %s', async (_, bytes) => {
  const { url, requests } = await answering(bytes)
  const page = await crawled(url)
  expect([page?.status, page?.reason, page?.title]).toEqual(['completed', null, 'found'])
  // The server is asked once more than usual, for robots.txt, and never sooner than it should be.
  expect(requests.map(({ path }) => path)).toEqual(['/robots.txt', '/robots.txt', '/'])
  for (let i = 1; i < requests.length; i++)
    expect(requests[i]!.at - requests[i - 1]!.at).toBeGreaterThanOrEqual(290)
})

it('what is no HTTP at all stays an error', async () => {
  const { url } = await answering('SSH-2.0-OpenSSH_9.2\r\n')
  const page = await crawled(url)
  expect(page?.status).toBe('error')
})
