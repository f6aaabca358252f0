/** A small site whose authors try to get into the dashboard, and a collection that has everything the dashboard can show. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Collection } from '../../src/index.ts'

/** Runs if anything on a page is taken for markup. */
export const TRAP = '<img src=x onerror="window.caught=1">'

export interface HostileSite {
  readonly url: string
  /** Changes the text of the pages. */
  edit(): void
  stop(): Promise<void>
}

export async function hostileSite(): Promise<HostileSite> {
  let edition = 1
  const server = createServer((request, response) => {
    const body = pageAt(request.url ?? '/', edition)
    response.writeHead(body === null ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' })
    response.end(body ?? 'There is no such page.')
  })
  const url = await listening(server)
  return {
    url,
    edit: () => void edition++,
    stop: () => new Promise(resolve => server.close(() => resolve())),
  }
}

function listening(server: Server): Promise<string> {
  return new Promise(resolve =>
    server.listen(0, '127.0.0.1', () =>
      resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`),
    ),
  )
}

const ITEMS = 8

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

const page = (title: string, body: string) =>
  `<!doctype html><html lang="en"><title>${escaped(title)}</title><body><nav><a href="/">home</a></nav><main>${body}</main></body></html>`

function pageAt(path: string, edition: number): string | null {
  if (path === '/') return page(`Harbor ${TRAP}`, home())
  if (path === '/contact') return page('Contact', contact())
  if (path === '/copy') return page('Contact', contact())
  const [, number] = /^\/item\/(\d+)$/.exec(path) ?? []
  return number === undefined ? null : page(`Item ${number} ${TRAP}`, item(Number(number), edition))
}

const home = () =>
  `<h1>Harbor</h1><h4>Tide tables</h4><p>Tide tables for the whole coast.</p><ul>${Array.from(
    { length: ITEMS },
    (_, i) => `<li class="item"><a href="/item/${i + 1}">${escaped(TRAP)} ${i + 1}</a></li>`,
  ).join('')}</ul>
  <a href="/contact">contact</a> <a href="/copy">contact</a> <a href="/missing">missing</a>
  <a href="javascript:window.caught=2">script</a> <a href="data:text/html,<script>window.caught=3</script>">data</a>`

const contact = () =>
  '<h1>Contact</h1><p>Write to the harbor master or to the museum, whoever is nearer, about boats, bells, buoys and lost oars.</p>' +
  '<p>master@harbor.no, museum@harbor.no, bell@coast.se</p>'

const item = (number: number, edition: number) =>
  `<h1>=HYPERLINK("x") ${escaped(TRAP)} ${number}</h1><p class="price">${number * 10 + edition}.50</p>
  <p class="about">The spring tide of harbor ${number} in edition ${edition}: ${'low water, high water. '.repeat(edition)}</p>
  <p dir="rtl">مرحبا بكم في الميناء</p><a href="javascript:window.caught=4">buy</a>`

/** A name that strangers might give to a class. */
export const CLASS = `item ${TRAP}`

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`

/** The same site as a specification written by hand. */
export const specification = (): string =>
  [
    `home,link,//li[@class="item"]/a,${quoted(CLASS)},list`,
    `home,link,${quoted('//a[starts-with(@href,"/c")]')},contact,list`,
    'home,link,//a[@href="/missing"],contact,singleton',
    `${quoted(CLASS)},string,//h1,${quoted(`name ${TRAP}`)}`,
    `${quoted(CLASS)},number,//p[@class="price"],price`,
    `${quoted(CLASS)},url,//a[last()]/@href,link`,
    '',
  ].join('\n')

/** Crawls the site twice, with a change between, and learns its model twice, at first from too few pages. */
export async function fillCollection(folder: string, site: HostileSite, modelFile: string): Promise<void> {
  await using collection = await Collection.open(folder, { mode: 'write' })
  const config = {
    ...{ name: 'hostile', seeds: [site.url], threads: 1, patience: '1s', search: 'current' as const },
    request: { allowPrivate: true, delay: 0 as const, retries: 0 },
    scope: { local: true },
    duplicates: { find: 'near' as const },
    analyse: { accessibility: 'static' as const },
    extract: { model: modelFile, patterns: ['email' as const] },
    refresh: { goals: [{ share: '95%', age: '6h' }] },
  }
  await collection.crawl(config)
  site.edit()
  await collection.recrawl(undefined, { which: 'all' })
  const options = { config: { request: config.request } }
  await collection.model(site.url, { ...options, pages: 2 })
  await collection.model(site.url, options)
}
