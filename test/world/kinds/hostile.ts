/** A server that breaks every rule below HTML. The template of each page is the name of its fault. */
import type { Socket } from 'node:net'
import { leaf, listing } from '../listing.ts'
import { routes } from '../routes.ts'
import type { Exchange, Page, Site } from '../site.ts'

type Act = (exchange: Exchange) => void | Promise<void>

const HEAD = 'HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n'
const CHUNK = Buffer.alloc(64 * 1024, '<p>filler text for ever</p>\n')

const endless = ({ signal }: Exchange) =>
  new Promise<void>(done => signal.addEventListener('abort', () => done(), { once: true }))

/** Writes straight to the socket, bypassing everything that would keep the answer valid. */
const rawly =
  (text: string, end = true): Act =>
  ({ socket }) => {
    if (end) socket.end(text)
    else socket.write(text)
  }

/** Writes `piece` every `everyMs` until the client goes away. */
const drip =
  (start: string, piece: (n: number) => string, everyMs: number): Act =>
  async ({ socket, clock, signal }) => {
    socket.write(start)
    for (let n = 0; !signal.aborted && !socket.destroyed; n++) {
      socket.write(piece(n))
      await clock.sleep(everyMs, signal)
    }
  }

async function pour(socket: Socket, bytes: number, signal: AbortSignal): Promise<void> {
  for (let sent = 0; sent < bytes && !signal.aborted && !socket.destroyed; sent += CHUNK.length) {
    if (socket.write(CHUNK)) continue
    await new Promise<void>(resume => {
      const go = () => resume()
      socket.once('drain', go)
      socket.once('close', go)
    })
  }
  socket.end()
}

const GIB = 2 ** 30

const FAULTS: Readonly<Record<string, Act>> = {
  'hang-before-headers': endless,
  'hang-in-headers': exchange => {
    exchange.socket.write(HEAD)
    return endless(exchange)
  },
  'hang-in-body': exchange => {
    exchange.socket.write(`${HEAD}Content-Length: 1000\r\n\r\n<html>`)
    return endless(exchange)
  },
  'slow-drip': drip(`${HEAD}Content-Length: 100000\r\n\r\n`, () => 'x', 1000),
  'slow-headers': drip('HTTP/1.1 200 OK\r\n', n => `X-Header-${n}: slow\r\n`, 1000),
  'endless-headers': drip('HTTP/1.1 200 OK\r\n', n => `X-Header-${n}: ${'y'.repeat(8000)}\r\n`, 1),
  'huge-header': rawly(`${HEAD}X-Huge: ${'z'.repeat(1 << 20)}\r\nContent-Length: 2\r\n\r\nok`),
  'many-headers': rawly(
    `${HEAD}${Array.from({ length: 5000 }, (_, n) => `X-${n}: 1\r\n`).join('')}Content-Length: 2\r\n\r\nok`,
  ),
  'close-at-once': ({ socket }) => void socket.end(),
  reset: ({ socket }) => void socket.resetAndDestroy(),
  'close-in-body': rawly(`${HEAD}Content-Length: 1000\r\n\r\n<html><p>half`),
  'reset-in-body': ({ socket }) =>
    void socket.write(`${HEAD}Content-Length: 1000\r\n\r\n<html><p>half`, () => socket.resetAndDestroy()),
  garbage: rawly(`\x00\x01\x02 this is not HTTP \xff\xfe\r\n\r\n`),
  'bad-status': rawly('HTTP/1.1 9999 Strange\r\nContent-Length: 0\r\n\r\n'),
  'http-0.9': rawly('<html><body>no headers at all</body></html>'),
  'bad-header': rawly(`${HEAD}No colon here\r\nContent-Length: 2\r\n\r\nok`),
  'bad-chunk-size': rawly(`${HEAD}Transfer-Encoding: chunked\r\n\r\nzz\r\nhello\r\n0\r\n\r\n`),
  'chunk-cut': rawly(`${HEAD}Transfer-Encoding: chunked\r\n\r\n100\r\nhello`),
  'length-too-long': rawly(`${HEAD}Content-Length: 500\r\nConnection: close\r\n\r\n<html>short</html>`),
  'length-too-short': rawly(`${HEAD}Content-Length: 6\r\n\r\n<html>and more that was not announced</html>`),
  'two-lengths': rawly(`${HEAD}Content-Length: 5\r\nContent-Length: 9\r\n\r\nhello`),
  'length-and-chunked': rawly(
    `${HEAD}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n`,
  ),
  'ten-gigabytes': ({ socket, signal }) => {
    socket.write(`${HEAD}Content-Length: ${10 * GIB}\r\n\r\n`)
    return pour(socket, 10 * GIB, signal)
  },
  'endless-body': ({ socket, signal }) => {
    socket.write(`${HEAD}Connection: close\r\n\r\n`)
    return pour(socket, Number.POSITIVE_INFINITY, signal)
  },
}

const answer = (status: number, headers: Record<string, string>): Page => ({
  template: `status-${status}`,
  status,
  headers,
  bytes: () => 'later',
})

/** Ordinary HTTP with extraordinary content. */
const PAGES: Readonly<Record<string, (seed: number) => Page>> = {
  'busy-429': () => answer(429, { 'retry-after': '3' }),
  'busy-503': () => answer(503, { 'retry-after': '2' }),
  'busy-date': () => answer(503, { 'retry-after': 'Fri, 31 Dec 2999 23:59:59 GMT' }),
  'busy-nonsense': () => answer(429, { 'retry-after': 'soon' }),
  'error-500': () => answer(500, {}),
  'malformed-html': () =>
    html('<html><a href="/ok"<b><table><tr><td><a href=/ok2 >x</table></p></i><!-- <a href="/no">'),
  'deep-html': () => html('<div>'.repeat(100_000)),
  'many-attributes': () => html(`<p ${Array.from({ length: 50_000 }, (_, n) => `a${n}=1`).join(' ')}>x`),
  'many-links': () =>
    html(Array.from({ length: 50_000 }, (_, n) => `<a href="/many/${n}">${n}</a>`).join('')),
  'null-bytes': () => html(`<p>a\0b</p>\0\0<a href="/ok">x</a>`),
  'long-url': seed => listing(seed, 'long-url', 'Long', [`/long/${'x'.repeat(100_000)}`]),
  'odd-urls': seed =>
    listing(seed, 'odd-urls', 'Odd', [
      'http://[',
      '//',
      'http://a b/',
      'http://%zz/',
      '\u0000',
      'HTTP:/x',
      'http://user:pw@/',
      'mailto:x@y.test',
      '???',
      '#',
      ' /ok ',
    ]),
}

const html = (body: string): Page => ({
  template: 'malformed',
  headers: { 'content-type': 'text/html' },
  bytes: () => body,
})

export const HOSTILE_NAMES: readonly string[] = [...Object.keys(FAULTS), ...Object.keys(PAGES)]

/** Links only the named faults (default all). Some of them never end. */
export function hostile(host: string, names: readonly string[] = HOSTILE_NAMES): Site {
  const find = routes({
    '/': ({ seed }) => listing(seed, 'home', 'Hostile', ['/ok', ...names.map(name => `/${name}`)]),
    '/ok': ({ seed }) => leaf(seed, 'leaf', 'Ok'),
    '/ok2': ({ seed }) => leaf(seed, 'leaf', 'Ok too'),
    '/:name': ({ seed, part }) => faultPage(part('name'), seed),
  })
  return { host, kind: 'hostile', entries: ['/'], find }
}

function faultPage(name: string, seed: number): Page | undefined {
  const act = FAULTS[name]
  if (act) return { template: name, act }
  const page = PAGES[name]?.(seed)
  return page && { ...page, template: name }
}
