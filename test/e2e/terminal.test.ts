/** A server that writes to the terminal of whoever crawls it, by every way that a word of its can take there. */
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Said, start } from './shell.ts'

const run = promisify(execFile)
const COMMAND = join(import.meta.dirname, '..', '..', 'bin', 'tidewatch')

/** Clears the screen, renames the window, hides text, turns its direction. */
const EVIL = '\x1b[2J\x1b]0;owned\x07\u009b8m\u202e\u2066\u200f\u061c\u2028\u200b\x7f'
const IN_HEAD = '\xc2\x9b8m\xc2\x84\xe2\x80\xae'
const ENTITIES = '&#x1b;[31m&#x9b;8m&#x202e;'

interface Answer {
  readonly head: string
  readonly body: string
}

const page = (title: string, rest: string): Answer => ({
  head: `HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\nX-Evil: ${IN_HEAD}\r\nETag: "${IN_HEAD}"\r\n`,
  body: `<html><head><title>${EVIL}${ENTITIES}${title}</title></head><body><main><p>${EVIL} ${title} ${ENTITIES}</p>${rest}</main></body></html>`,
})

const hrefs = [
  '/changing',
  '/status',
  '/reason',
  '/moved',
  '/elsewhere',
  '/type',
  '/gone',
  '/torn',
  '/refresh',
  '/%1b%5b31m%c2%9b',
  `/raw${EVIL}`,
  '/private/x',
]
const links = hrefs.map(href => `<a href="${href}">${EVIL}${ENTITIES} to ${href}</a>`).join(' ')

function answerTo(path: string, visits: number, home: string): Answer {
  const plain = (status: string, more = '', body = ''): Answer => ({
    head: `HTTP/1.1 ${status}\r\n${more}`,
    body,
  })
  switch (path) {
    case '/':
      return page('home', links)
    case '/robots.txt':
      return plain(
        '200 OK',
        'Content-Type: text/plain\r\n',
        `User-agent: *\nDisallow: /private/ # ${EVIL}\nCrawl-delay: 0${EVIL}\nSitemap: ${home}/sitemap.xml\nSitemap: ${home}/${EVIL}.xml\n`,
      )
    case '/sitemap.xml':
      return plain(
        '200 OK',
        'Content-Type: application/xml\r\n',
        `<urlset><url><loc>${home}/from-sitemap${EVIL}</loc></url><url><loc>${EVIL}</loc></url></urlset>`,
      )
    case '/changing':
      return page(
        'changing',
        `<p>${EVIL} The bridge over the river is ${visits === 1 ? 'closed for repairs' : 'open to all again'} ${ENTITIES}</p>`,
      )
    case '/status':
      return plain(`503 Busy${IN_HEAD}`, `Retry-After: 1\r\n`)
    case '/reason':
      return plain(`418 \x1b[31mTeapot`)
    case '/moved':
      return plain('302 Found', `Location: ftp://x.test/${IN_HEAD}\r\n`)
    case '/elsewhere':
      return plain('302 Found', `Location: /moved-${IN_HEAD}\r\n`)
    case '/type':
      return plain('200 OK', `Content-Type: image/${IN_HEAD}; charset=${IN_HEAD}\r\n`, '\x89PNG')
    case '/gone':
      return plain(`404 Gone${IN_HEAD}`)
    case '/torn':
      return plain(
        '200 OK',
        `Content-Type: text/html\r\nContent-Encoding: ${IN_HEAD}\r\nTransfer-Encoding: chunked\r\n`,
        'zz',
      )
    case '/refresh':
      return plain(
        '200 OK',
        'Content-Type: text/html\r\n',
        `<meta http-equiv=refresh content="0; url=http://${EVIL}/">`,
      )
    default:
      return page(path, '')
  }
}

async function hostile(): Promise<Server> {
  const visits = new Map<string, number>()
  const server = createServer(socket => {
    let asked = ''
    socket.on('error', () => {})
    socket.on('data', bytes => {
      asked += bytes.toString('latin1')
      if (!asked.includes('\r\n\r\n')) return
      const path = asked.split(' ')[1] ?? '/'
      visits.set(path, (visits.get(path) ?? 0) + 1)
      const home = `http://127.0.0.1:${socket.localPort}`
      const { head, body } = answerTo(path, visits.get(path)!, home)
      const bytesOut = Buffer.from(body)
      const length = head.includes('chunked') ? '' : `Content-Length: ${bytesOut.length}\r\n`
      socket.end(
        Buffer.concat([Buffer.from(`${head}${length}Connection: close\r\n\r\n`, 'latin1'), bytesOut]),
      )
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return server
}

const UNSEEN = /[\x00-\x09\x0b-\x1f\x7f-\x9f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff]/u

function expectHarmless(words: readonly string[], what: string, text: string) {
  const found = UNSEEN.exec(text)
  const near = found ? JSON.stringify(text.slice(Math.max(0, found.index - 60), found.index + 40)) : null
  expect([words, what, near]).toEqual([words, what, null])
}

/** Crawled and crawled again, once for all; `said` is what the commands printed meanwhile. */
interface Scene {
  readonly home: string
  readonly folder: string
  readonly collection: string
  readonly config: string
  readonly said: readonly { readonly words: readonly string[]; readonly saying: Said }[]
}

let scene: Scene
let server: Server
beforeAll(async () => {
  server = await hostile()
  const home = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const folder = await mkdtemp(join(tmpdir(), 'tidewatch-terminal-'))
  const collection = join(folder, 'data')
  const config = join(folder, 'config.json')
  await writeFile(
    config,
    JSON.stringify({
      seeds: [...hrefs.slice(0, 8), '/'].map(href => home + href),
      request: { delay: 0, allowPrivate: true, retries: 0, retryDelay: '100ms', timeout: '5s' },
      scope: { sitemaps: true },
      patience: '1s',
      threads: 1,
      search: 'current',
      duplicates: { find: 'near' },
      extract: { patterns: [{ name: 'bridge', regexp: '.{20}The bridge .*' }] },
    }),
  )
  const said: Scene['said'][number][] = []
  for (const words of [
    ['crawl', '--config', config, '--log', 'debug', '--progress', 'json'],
    ['recrawl', '--all', '--log', 'debug', '--json'],
  ])
    said.push({ words, saying: await start([...words, '-c', collection]).ended })
  scene = { home, folder, collection, config, said }
})
afterAll(async () => {
  server?.close()
  if (scene) await rm(scene.folder, { recursive: true, force: true })
})

describe('no control character of a stranger reaches the terminal', () => {
  it('by any command', async () => {
    const { home, folder, collection, config, said } = scene
    const url = `${home}/changing`
    const everything = (command: readonly string[]) => [command, [...command, '--json']]
    const commands: readonly (readonly string[])[] = [
      ...[
        'pages',
        'hosts',
        'classes',
        'errors',
        'plan',
        'doctor',
        'changes',
        'duplicates',
        'patterns',
      ].flatMap(word => everything([word])),
      ...everything(['search', 'bridge river']),
      ...everything(['search', EVIL]),
      ...everything(['links', '--dead']),
      ['links', '--fragments'],
      ['duplicates', url],
      ['patterns', '--again', '--find', 'email'],
      ['index'],
      ...[url, `${home}/status`, `${home}/moved`, `${home}/%1b%5b31m%c2%9b`].flatMap(each =>
        everything(['history', each]),
      ),
      ...everything(['diff', url, '--noise']),
      ...everything(['diff', url, '1', '2']),
      ['show', `${home}/moved`],
      ['show', url, '--json'],
      ['export', 'jsonl'],
      ['export', 'csv', '--out', join(folder, 'pages.csv')],
      ['extract'],
      ['model', `${home}/`, '--delay', '0', '--allow-private', '--pages', '10'],
      ['pages', '--host', EVIL],
      ['show', `http://x.test/${EVIL}`],
      [EVIL],
      ['pages', `--${EVIL}`],
      ['watch', config, '--for', '2s', '--json', '--log', 'info'],
    ]
    const printed: string[] = []
    const listen = (words: readonly string[], { stdout, stderr }: Said) => {
      expectHarmless(words, 'stdout', stdout)
      expectHarmless(words, 'stderr', stderr)
      printed.push(stdout, stderr)
    }
    for (const { words, saying } of said) listen(words, saying)
    for (const words of commands) {
      const where = words[0] === EVIL ? [] : ['-c', collection]
      listen(words, await start([...words, ...where]).ended)
    }
    // They were printed, in a form that shows them; otherwise this test shows nothing.
    for (const escaped of ['\\u001b[2J', '\\u009b8m', '\\u202e', '\\u0084'])
      expect(printed.join()).toContain(escaped)
    for (const words of [
      ['robots', `${home}/robots.txt`, `${home}/private/x`, '--allow-private'],
      ['show', url, '--headers', '-c', collection],
    ]) {
      const { stdout, stderr } = await start(words).ended
      // The page itself goes to a pipe as it came; what we say before it does not.
      expectHarmless(words, 'stdout', words[0] === 'show' ? stdout.split('\n<html')[0]! : stdout)
      expectHarmless(words, 'stderr', stderr)
    }
  })

  it('also where it is one, and colours are ours', async () => {
    const { home, collection } = scene
    const spawn = 'import pty, sys; pty.spawn(sys.argv[1:])'
    const url = `${home}/changing`
    for (const words of [
      ['errors'],
      ['pages'],
      ['diff', url, '1', '2'],
      ['show', url],
      ['show', url, '--as', 'text'],
      ['show', url, '--as', 'markdown'],
      ['search', 'bridge'],
      ['patterns', '--kind', 'bridge'],
      ['patterns', '--kind', 'bridge', '--csv'],
      ['links', '--csv'],
      ['export', 'csv'],
      ['history', url],
    ]) {
      const { NO_COLOR: _, ...env } = process.env
      const { stdout } = await run('python3', ['-c', spawn, COMMAND, ...words, '-c', collection], { env })
      expectHarmless(
        words,
        'terminal',
        stdout.replaceAll('\r\n', '\n').replace(/\x1b\[(?:1|2|22|31|32|33|39)m/g, ''),
      )
      expect(stdout).toContain(words[0] === 'diff' ? '\x1b[3' : '\\u')
    }
  })
})
