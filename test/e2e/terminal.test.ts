/** A server that writes to the terminal of whoever crawls it, by every way that a word of its can take there. */
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it, onTestFinished } from 'vitest'
import { start, temporaryFolder } from './shell.ts'

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

async function hostile(): Promise<string> {
  const visits = new Map<string, number>()
  let home = ''
  const server = createServer(socket => {
    let asked = ''
    socket.on('error', () => {})
    socket.on('data', bytes => {
      asked += bytes.toString('latin1')
      if (!asked.includes('\r\n\r\n')) return
      const path = asked.split(' ')[1] ?? '/'
      visits.set(path, (visits.get(path) ?? 0) + 1)
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
  onTestFinished(() => void server.close())
  home = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return home
}

const UNSEEN = /[\x00-\x09\x0b-\x1f\x7f-\x9f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff]/u

function expectHarmless(words: readonly string[], what: string, text: string) {
  const found = UNSEEN.exec(text)
  const near = found ? JSON.stringify(text.slice(Math.max(0, found.index - 60), found.index + 40)) : null
  expect([words, what, near]).toEqual([words, what, null])
}

async function scene() {
  const home = await hostile()
  const folder = await temporaryFolder()
  const collection = join(folder, 'data')
  const config = join(folder, 'config.json')
  const request = { delay: 0, allowPrivate: true, retries: 0, retryDelay: '100ms', timeout: '5s' }
  const scope = { sitemaps: true }
  await writeFile(
    config,
    JSON.stringify({
      seeds: hrefs
        .slice(0, 8)
        .map(href => home + href)
        .concat(`${home}/`),
      request,
      scope,
      patience: '1s',
    }),
  )
  return { home, folder, collection, config }
}

describe('no control character of a stranger reaches the terminal', () => {
  it('by any command', async () => {
    const { home, folder, collection, config } = await scene()
    const url = `${home}/changing`
    const everything = (command: readonly string[]) => [command, [...command, '--json']]
    const commands: readonly (readonly string[])[] = [
      ['crawl', '--config', config, '--log', 'debug', '--progress', 'json'],
      ['recrawl', '--all', '--log', 'debug', '--json'],
      ...['pages', 'hosts', 'classes', 'errors', 'plan', 'doctor'].flatMap(word => everything([word])),
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
    for (const words of commands) {
      const where = ['plan', 'pages'].includes(words[0]!) || words[0] !== EVIL ? ['-c', collection] : []
      const { stdout, stderr } = await start([...words, ...where]).ended
      expectHarmless(words, 'stdout', stdout)
      expectHarmless(words, 'stderr', stderr)
      printed.push(stdout, stderr)
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
    const { home, collection, config } = await scene()
    await start(['crawl', '--config', config, '-c', collection]).ended
    await start(['recrawl', '--all', '-c', collection]).ended
    const spawn = 'import pty, sys; pty.spawn(sys.argv[1:])'
    const url = `${home}/changing`
    for (const words of [
      ['errors'],
      ['pages'],
      ['diff', url, '1', '2'],
      ['show', url],
      ['export', 'csv'],
      ['history', url],
    ]) {
      const { NO_COLOR: _, ...env } = process.env
      const { stdout } = await run('python3', ['-c', spawn, COMMAND, ...words, '-c', collection], { env })
      expectHarmless(
        words,
        'terminal',
        stdout.replaceAll('\r\n', '\n').replace(/\x1b\[(?:1|2|22|31|32|39)m/g, ''),
      )
      expect(stdout).toContain(words[0] === 'diff' ? '\x1b[3' : '\\u')
    }
  })
})
