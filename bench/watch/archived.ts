/** What another crawler recorded of a world before a watch of it begins, in a WARC file as Webrecorder's tools write it. */
import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { WARCRecord, WARCSerializer } from 'warcio'
import { DAY_MS, type World } from '../../test/world/index.ts'
import { render } from '../../test/world/render.ts'
import { siteSeed } from '../../test/world/truth.ts'
import type { Ground } from './ground.ts'

export interface Archived {
  readonly days: number
  /** All pages were fetched once in so many days. */
  readonly everyDays: number
}

export async function archiveOf(
  world: World,
  ground: Ground,
  { days, everyDays }: Archived,
  until: number,
  path: string,
): Promise<string> {
  const urls = [
    ...world.reachable(ground.seeds, ground.depth === undefined ? {} : { depth: ground.depth }).keys(),
  ]
  async function* records(): AsyncGenerator<Uint8Array> {
    let serial = 0
    for (let day = days; day > 0; day -= everyDays)
      for (const url of urls) yield await recordOf(world, url, until - day * DAY_MS, serial++)
  }
  await pipeline(Readable.from(records()), createWriteStream(path))
  return path
}

/** What the origin would have answered then. */
async function recordOf(world: World, address: string, at: number, serial: number): Promise<Uint8Array> {
  const url = new URL(address)
  const moment = { seed: siteSeed(world.seed, url.hostname), nowMs: at }
  const site = world.sites.find(({ host }) => host === url.hostname)
  const page = site?.find(url.pathname + url.search, moment)
  if (!page) throw new Error(`${address} was not there yet`)
  const asked = { method: 'GET', url, headers: {}, body: '' }
  const { status, headers, body } = render(page, { ...moment, serial, asked })
  const record = WARCRecord.create(
    {
      ...{ url: address, date: new Date(at).toISOString(), type: 'response', warcVersion: 'WARC/1.1' },
      ...{ statusline: `HTTP/1.1 ${status} OK`, httpHeaders: headers },
    },
    (async function* () {
      yield body
    })(),
  )
  return WARCSerializer.serialize(record, { gzip: true })
}
