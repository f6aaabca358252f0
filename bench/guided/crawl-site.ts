/** One crawl of a site by the real engine, over HTTP on loopback, as its server saw it. */
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openCollection } from '../../src/index.ts'
import type { Answer, KnownSite } from './site.ts'

export interface SiteCrawl {
  /** The addresses that were asked for, in order, with their query. */
  readonly asked: readonly string[]
  readonly cpuSeconds: number
}

export async function crawlSite(site: KnownSite, model: 'auto' | 'off', pages: number): Promise<SiteCrawl> {
  const asked: string[] = []
  const server = createServer((request, response) => {
    const path = request.url ?? '/'
    // Pictures that a record names come on top of the pages; a plain crawl takes none.
    if (!/^\/robots\.txt$|\.(?:jpe?g|png|gif|webp|svg)$/i.test(path)) asked.push(path)
    send(response, site.answer(path, `http://${request.headers.host}`))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const folder = await mkdtemp(join(tmpdir(), 'tidewatch-guided-'))
  const { port } = server.address() as AddressInfo
  const collection = await openCollection(folder, { mode: 'write' })
  const before = process.cpuUsage()
  try {
    await collection.crawl({
      ...{ seeds: [`http://127.0.0.1:${port}${site.start}`], threads: 1, extract: { model } },
      scope: { local: true, pages },
      // Mirrors keep what their sites said to robots; here it is the pages that are measured.
      request: { delay: 0, allowPrivate: true, robotsOverrides: ['127.0.0.1'] },
    })
    const { user, system } = process.cpuUsage(before)
    return { asked, cpuSeconds: (user + system) / 1e6 }
  } finally {
    await collection.close()
    server.close()
    await rm(folder, { recursive: true, force: true })
  }
}

const STATUS = { page: 200, moved: 301, nothing: 404 } as const

function send(response: ServerResponse, answer: Answer): void {
  const location = answer.kind === 'moved' ? { location: answer.to } : {}
  response.writeHead(STATUS[answer.kind], { 'content-type': 'text/html; charset=utf-8', ...location })
  response.end(answer.kind === 'page' ? answer.html : '')
}
