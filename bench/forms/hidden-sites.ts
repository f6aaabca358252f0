/** A crawl of a site whose records stand behind a search form, through the real engine over HTTP, and what it brought. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type HostForms, openCollection } from '../../src/index.ts'
import { hiddenLibrary, hiddenShop, type Site, startWorld } from '../../test/world/index.ts'

export interface HiddenSite {
  readonly name: string
  readonly site: Site
  readonly records: number
  /** Addresses of records. */
  readonly isRecord: RegExp
  /** Addresses that only a form that changes something leads to. */
  readonly isForbidden: RegExp
}

export interface Harvest {
  readonly found: number
  readonly queries: number
  readonly answerPages: number
  readonly estimate: number | null
  /** Requests that must never be made. */
  readonly forbidden: number
  readonly seconds: number
}

export const HIDDEN_SITES: readonly HiddenSite[] = [
  {
    name: 'shop',
    site: hiddenShop('shop.test'),
    records: 5_000,
    isRecord: /\/item\/\d+$/,
    isForbidden: /\/(?:basket|door|letter)\?/,
  },
  {
    name: 'library',
    site: hiddenLibrary('library.test'),
    records: 5_000,
    isRecord: /\/book\/\d+$/,
    isForbidden: /\/(?:delete|renew)\?/,
  },
]

export async function harvest(
  { site, isRecord, isForbidden }: HiddenSite,
  queries: number,
): Promise<Harvest> {
  const world = await startWorld({ sites: [site] })
  const folder = await mkdtemp(join(tmpdir(), 'tidewatch-forms-'))
  const collection = await openCollection(folder, { mode: 'write' })
  const began = performance.now()
  try {
    await collection.crawl({
      seeds: [`http://${site.host}/`],
      forms: { search: true, queries },
      scope: { local: true },
      request: { delay: 0, allowPrivate: true },
      dns: { hosts: world.hosts() },
    })
    let found = 0
    for await (const { url, revision } of collection.pages())
      if (revision !== null && isRecord.test(url)) found++
    const forms: HostForms[] = []
    for await (const host of collection.forms()) forms.push(host)
    const asked = forms.flatMap(host => host.forms).reduce((sum, form) => sum + form.queries, 0)
    return {
      found,
      queries: asked,
      answerPages: forms.reduce((sum, host) => sum + host.answerPages, 0),
      estimate: forms[0]?.estimate ?? null,
      forbidden: world.log.filter(({ path }) => isForbidden.test(path)).length,
      seconds: (performance.now() - began) / 1000,
    }
  } finally {
    await collection.close()
    await world.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
