/** `tidewatch model --local domain` as a process, on a site that lies over two hosts, each a server of its own. */
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { temporaryFolder, tidewatch } from './shell.ts'

const ITEMS = 20
const numbers = Array.from({ length: ITEMS }, (_, i) => i)
const WWW = 'http://www.corp.test'
const DOCS = 'http://docs.corp.test'

interface ModelRow {
  readonly site: string
  readonly classes: readonly { name: string; pages: string[] }[]
  readonly links: readonly { from: string; to: string }[]
}

const page = (template: string, body: string) =>
  `<html><head><title>${template}</title></head><body class="${template}">${body}</body></html>`
const listOf = (links: readonly string[]) =>
  `<ul class="all">${links.map(link => `<li>${link}</li>`).join('')}</ul>`

function product(n: number): string {
  return page(
    'product',
    `<h1>Product ${n}</h1><dl class="facts"><dt>Weight</dt><dd>${n + 500} g</dd></dl>
     <p class="manual"><a href="${DOCS}/manual/${n}">Manual</a></p>`,
  )
}

function manual(n: number): string {
  return page(
    'manual',
    `<h2 class="title">How to use ${n}</h2><ol class="steps"><li>Unpack ${n * 7} parts</li><li>Mount ${n}</li></ol>
     <div class="about"><a href="${WWW}/product/${n}">The product</a></div>`,
  )
}

const home = page('home', listOf(numbers.map(n => `<a href="/product/${n}">Product ${n}</a>`)))

/** One server for each host: manuals are on a host that only pages of the other link to. */
async function serveHosts(): Promise<Record<string, string>> {
  const www = (path: string) =>
    path === '/' ? home : /^\/product\/\d+$/.test(path) ? product(numberIn(path)) : null
  const docs = (path: string) => (/^\/manual\/\d+$/.test(path) ? manual(numberIn(path)) : null)
  return {
    'www.corp.test': await served(www, '127.0.0.1'),
    'docs.corp.test': await served(docs, '127.0.0.2'),
  }
}

const numberIn = (path: string) => Number(/\d+$/.exec(path))

async function served(find: (path: string) => string | null, address: string): Promise<string> {
  const server = createServer((request, response) => {
    const html = find(request.url ?? '/')
    response.writeHead(html === null ? 404 : 200, { 'content-type': 'text/html' }).end(html ?? '')
  }).listen(0, address)
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return `${address}:${(server.address() as AddressInfo).port}`
}

async function prepared() {
  const folder = await temporaryFolder()
  const config = join(folder, 'config.json')
  const request = { delay: 0, allowPrivate: true }
  await writeFile(config, JSON.stringify({ dns: { hosts: await serveHosts() }, request, threads: 1 }))
  const model = (collection: string, ...words: string[]) =>
    tidewatch('model', ...words, '--config', config, '-c', join(folder, collection))
  return { folder, model }
}

const hostsOf = ({ classes }: ModelRow) =>
  [...new Set(classes.flatMap(({ pages }) => pages.map(url => new URL(url).host)))].sort()

describe('tidewatch model of a site over two hosts', () => {
  it('makes one model of all hosts of the domain, whose links lead from host to host', async () => {
    const { model } = await prepared()
    const said = await model('whole', `${WWW}/`, '--local', 'domain', '--json')
    expect(said).toMatchObject({ code: 0, stderr: '' })
    const row = said.rows[0] as unknown as ModelRow
    expect(row.site).toBe(WWW)
    expect(hostsOf(row)).toEqual(['docs.corp.test', 'www.corp.test'])
    const nameOf = (part: string) =>
      row.classes.filter(({ pages }) => pages.some(url => url.includes(part))).map(({ name }) => name)
    expect([nameOf('/product/'), nameOf('/manual/')].map(names => names.length)).toEqual([1, 1])
    const [products, manuals] = [nameOf('/product/')[0], nameOf('/manual/')[0]]
    const links = row.links.map(({ from, to }) => `${from} ${to}`)
    expect(links).toContain(`${products} ${manuals}`)
    expect(links).toContain(`${manuals} ${products}`)
    const again = await model('whole', `${WWW}/`, '--local', 'domain', '--json')
    expect(again.rows[0]).toMatchObject({ isNew: false, fetched: 0 })
  })

  it('stays on one host otherwise', async () => {
    const { model } = await prepared()
    const said = await model('host', `${WWW}/`, '--local', 'host', '--json')
    expect(hostsOf(said.rows[0] as unknown as ModelRow)).toEqual(['www.corp.test'])
  })

  it('models the hosts of a list as one site for each domain', async () => {
    const { folder, model } = await prepared()
    const seeds = join(folder, 'seeds.txt')
    await writeFile(seeds, `${WWW}/\n${DOCS}/manual/3\n`)
    const said = await model('list', '--seeds', seeds, '--local', 'domain', '--json')
    expect(said.code).toBe(0)
    expect(said.rows.map(row => row.site)).toEqual([WWW])
    expect(hostsOf(said.rows[0] as unknown as ModelRow)).toEqual(['docs.corp.test', 'www.corp.test'])
  })

  it('says which words there are', async () => {
    const said = await tidewatch('model', `${WWW}/`, '--local', 'world')
    expect(said.code).not.toBe(0)
    expect(said.stderr).toContain('host, domain')
  })
})
