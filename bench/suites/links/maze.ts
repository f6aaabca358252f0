/**
 * Google's security-crawl-maze as its own program serves it, without Python: folders as lists of links, templates with their
 * placeholders filled, and the four cases of headers. Remembers every path it was asked for.
 */
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join, normalize } from 'node:path'

export interface Maze {
  readonly port: number
  readonly asked: ReadonlySet<string>
  stop(): void
}

interface Reply {
  readonly status?: number
  readonly type?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body: string
}

const HEADER_CASES: Readonly<Record<string, Omit<Reply, 'body'>>> = {
  'content-location': {
    status: 201,
    headers: { 'content-location': '/test/headers/content-location.found' },
  },
  link: { headers: { link: '</test/headers/link.found>; rel="preload"' } },
  location: { status: 301, headers: { location: '/test/headers/location.found' } },
  refresh: { headers: { refresh: '999; url=/test/headers/refresh.found' } },
}

export async function startMaze(folder: string, host: string): Promise<Maze> {
  const asked = new Set<string>()
  const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? '/', 'http://maze').pathname)
    asked.add(path)
    send(response, replyTo(folder, host, path))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const stop = () => {
    server.closeAllConnections()
    server.close()
  }
  return { port: (server.address() as AddressInfo).port, asked, stop }
}

function send(response: ServerResponse, reply: Reply | undefined): void {
  const { status = 200, type = 'text/html; charset=utf-8', headers = {}, body } = reply ?? MISSING
  response.writeHead(status, { 'content-type': type, ...headers }).end(body)
}

const MISSING: Reply = { status: 404, body: '<title>404 Not Found</title>' }

function replyTo(folder: string, host: string, path: string): Reply | undefined {
  const template = (name: string) => filled(readFileSync(join(folder, name), 'utf8'), host)
  if (path === '/') return { body: template('templates/index.html') }
  if (path === '/sitemap.xml') return { type: 'application/xml', body: template('templates/sitemap.xml') }
  if (path === '/robots.txt')
    return { type: 'text/plain', body: 'User-agent: *\nDisallow: /test/misc/known-files/robots.txt.found' }
  if (path === '/css/font-face.css')
    return {
      type: 'text/css',
      body: `@font-face{font-family: leak;src: url(http://${host}/test/css/font-face.found);}`,
    }
  if (path.startsWith('/test/')) return { body: 'found' }
  return headerCase(path, template) ?? rendered(folder, path, template) ?? listedOrFile(folder, path)
}

function headerCase(path: string, template: (name: string) => string): Reply | undefined {
  const name = /^\/headers\/([a-z-]+)\/$/.exec(path)?.[1] ?? ''
  const found = HEADER_CASES[name]
  const body = () => template(`blueprints/headers/templates/${name}-header.html`)
  return found && { ...found, body: name === 'location' ? '' : body() }
}

function rendered(folder: string, path: string, template: (name: string) => string): Reply | undefined {
  const name = /^\/html\/misc\/((?:url|string)\/[a-z-]+)\/$/.exec(path)?.[1]
  const file = `blueprints/html/templates/${name}.html`
  return name !== undefined && existsSync(join(folder, file)) ? { body: template(file) } : undefined
}

function listedOrFile(folder: string, path: string): Reply | undefined {
  const at = join(folder, 'test-cases', normalize(path))
  if (!existsSync(at)) return undefined
  if (!statSync(at).isDirectory()) return { body: readFileSync(at, 'utf8') }
  const base = path.endsWith('/') ? path : `${path}/`
  const items = readdirSync(at).map(
    name => `<li><a href="${base}${name}${name.endsWith('.html') ? '' : '/'}">${name}</a></li>`,
  )
  return { body: `<h1>${base}</h1><ul>${items.join('\n')}</ul>` }
}

function filled(text: string, host: string): string {
  return text.replaceAll(
    /\{\{[^}]*\}\}/g,
    place => `${place.includes('_scheme=""') ? '' : 'http:'}//${host}/`,
  )
}
