/** Answers that end before they should: browsers show what came, and so do we. */
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { expect, it, onTestFinished } from 'vitest'
import { Collection, type ConfigInput } from '../../src/index.ts'
import { tidewatch } from './shell.ts'

const HEAD = 'HTTP/1.1 200 OK\r\nConnection: close\r\n'
const TOO_LONG = 'Content-Type: text/html\r\nContent-Length: 99999\r\n\r\n'
const page = (title: string, rest = '') => `<title>${title}</title><p>about ${title} ${rest}`
const whole = (body: string) =>
  `${HEAD}Content-Type: text/html\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`

/** Answers each request with the bytes for its path and for how often it was asked, then closes the connection. */
async function answering(
  bytesFor: (path: string, times: number) => string,
  end = (socket: Socket) => void socket.end(),
) {
  const asked: string[] = []
  const server = createServer(socket => {
    socket.on('error', () => {})
    socket.setEncoding('latin1').once('data', (request: unknown) => {
      const path = String(request).split(' ', 2)[1]!
      asked.push(path)
      socket.write(bytesFor(path, asked.filter(one => one === path).length), () => end(socket))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, asked }
}

async function crawled(url: string, request: ConfigInput['request'] = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'tidewatch-broken-off-'))
  const collection = await Collection.open(folder, { mode: 'write' })
  onTestFinished(async () => {
    await collection.close()
    await rm(folder, { recursive: true, force: true })
  })
  await collection.crawl({
    seeds: [url],
    patience: '1s',
    scope: { local: true, soft404: false },
    request: { allowPrivate: true, delay: 0, retryDelay: '10ms', ...request },
  })
  return { collection, archive: join(folder, 'archive') }
}

async function records(archive: string): Promise<string> {
  const [file] = (await readdir(archive)).filter(name => name.endsWith('.warc.gz'))
  return gunzipSync(await readFile(join(archive, file!))).toString('latin1')
}

it('a length that is too long on every answer loses nothing: pages, links and robots.txt are read, and marked as cut', async () => {
  const { url, asked } = await answering(path => {
    if (path === '/robots.txt')
      return `${HEAD}Content-Length: 99999\r\n\r\nUser-agent: *\nDisallow: /private\n`
    if (path === '/') return `${HEAD}${TOO_LONG}${page('home', '<a href=/old>o</a><a href=/private>p</a>')}`
    if (path === '/old')
      return `HTTP/1.1 301 Moved\r\nLocation: /new\r\nConnection: close\r\nContent-Length: 50\r\n\r\n`
    return `${HEAD}${TOO_LONG}${page(path)}`
  })
  const { collection, archive } = await crawled(url)
  const home = await collection.page(url)
  expect(home).toMatchObject({ status: 'completed', title: 'home' })
  expect((await home!.at(1))?.truncated).toBe(true)
  expect(await collection.page(`${url}old`)).toMatchObject({ status: 'completed', httpStatus: 301 })
  expect(await collection.page(`${url}new`)).toMatchObject({ status: 'completed', title: '/new' })
  expect(await collection.page(`${url}private`)).toMatchObject({ status: 'excluded' })
  expect(asked.sort()).toEqual(['/', '/', '/new', '/new', '/old', '/robots.txt', '/robots.txt'])
  expect(await records(archive)).toContain('WARC-Truncated: disconnect')
  const told = (...words: string[]) => tidewatch(...words, '-c', dirname(archive))
  expect((await told('export', 'jsonl')).stdout).toMatch(/"title":"home".*"truncated":true/)
  expect((await told('history', url)).stdout).toContain('the stored copy is only a part')
})

it('a page that breaks off once is requested again and stored whole', async () => {
  const { url, asked } = await answering((path, times) => {
    if (path === '/robots.txt') return 'HTTP/1.1 404 No\r\nConnection: close\r\nContent-Length: 9\r\n\r\nno'
    return times === 1 ? `${HEAD}${TOO_LONG}${page('half')}` : whole(page('home', 'and all of it'))
  })
  const { collection } = await crawled(url)
  const home = await collection.page(url)
  expect([home?.title, (await home?.at(1))?.truncated]).toEqual(['home', false])
  expect(asked).toEqual(['/robots.txt', '/', '/'])
})

it('a page that breaks off elsewhere each time is retried, and its last beginning is kept', async () => {
  const { url, asked } = await answering((path, times) => {
    if (path === '/robots.txt') return whole('')
    return `${HEAD}${TOO_LONG}${page('home', 'x'.repeat(times))}`
  })
  const { collection } = await crawled(url, { retries: 1 })
  const home = await collection.page(url)
  expect([home?.status, home?.title, (await home?.at(1))?.truncated]).toEqual(['completed', 'home', true])
  expect(asked).toEqual(['/robots.txt', '/', '/', '/', '/'])
})

it('a copy that is whole is not replaced by a beginning that came by chance', async () => {
  let isBroken = false
  const { url } = await answering((path, times) => {
    if (path === '/robots.txt') return whole('')
    return isBroken
      ? `${HEAD}${TOO_LONG}${page('home', 'x'.repeat(times))}`
      : whole(page('home', 'and all of it'))
  })
  const { collection } = await crawled(url, { retries: 0 })
  isBroken = true
  await collection.revisit([url])
  const home = await collection.page(url)
  expect([home?.revision, await home?.html()]).toEqual([1, page('home', 'and all of it')])
  expect((await home?.history())?.at(-1)?.outcome).toBe('failed')
})

it('of a page that takes too long, what came in time is kept', async () => {
  const { url } = await answering(
    path => (path === '/robots.txt' ? whole('') : `${HEAD}${TOO_LONG}${page('slow')}`),
    () => {},
  )
  const { collection, archive } = await crawled(url, { retries: 0, timeout: '1s' })
  expect(await collection.page(url)).toMatchObject({ status: 'completed', title: 'slow' })
  expect(await records(archive)).toContain('WARC-Truncated: time')
})
