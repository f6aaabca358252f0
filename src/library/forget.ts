/**
 * Erasing pages on request: from the store, the archive, its indexes and the search index.
 *
 * 1. Other pages may refer to payloads in records of these. Their visits are written anew, with payloads of their own.
 * 2. One transaction deletes what the store has of the pages, points the other pages to their new records, and notes what is to be
 *    overwritten. From here on, nobody can read the pages.
 * 3. Their records are overwritten in place. If that is interrupted, the next run completes it (`crawl/erasing.ts`).
 */
import { type ByteRange, indexedOffsets, joinedRanges, rangeOfVisit } from '../archive/index.ts'
import { type ErasedRanges, eraseNoted, erasingNote } from '../crawl/erasing.ts'
import type { Holdings } from '../crawl/holdings.ts'
import { recover } from '../crawl/recover.ts'
import { type Env, Failure } from '../env/index.ts'
import type { PageRow } from '../store/index.ts'
import { pageAt } from './address.ts'
import { type OwnPayloads, writeOwnPayloads } from './own-payloads.ts'
import { configForReading } from './reading-config.ts'
import { rememberedConfig } from './remembered.ts'

export interface ForgetOptions {
  /** Fetch the pages again as if they were new. By default, their addresses are never visited again. */
  readonly refetch?: boolean
}

export interface ForgetSummary {
  /** Addresses of the pages that were forgotten. */
  readonly pages: readonly string[]
  readonly revisions: number
  /** Bytes of the archive that were overwritten. */
  readonly erasedBytes: number
  /** Other pages that have the same bytes, and keep them. */
  readonly copies: readonly string[]
}

export async function forgetPages(
  holdings: Holdings,
  urls: readonly string[],
  env: Env,
  { refetch = false }: ForgetOptions,
): Promise<ForgetSummary> {
  const { store } = holdings
  if (store.kind === 'postgres' && (await store.isWorkedOn()))
    throw new Failure('busy', `a tidewatch process is working on ${holdings.name}: stop it first`)
  const pages = await knownPages(holdings, urls)
  // Closes the files that a killed run left open, so that their indexes are complete.
  await recover(holdings, env)
  const copies = await copiesOf(holdings, pages)
  const revisions = await Promise.all(pages.map(page => store.revisions(page)))
  const forgotten = pages.map(({ url }) => url)
  const { settings } = configForReading(await rememberedConfig(holdings))
  const own = await writeOwnPayloads(holdings, await store.erasure.borrowers(pages), {
    settings: settings.archive,
    env,
    forgotten,
  })
  const ranges = await rangesOf(holdings, pages, own.left)
  await store.erasure.forget({
    pages,
    after: refetch ? 'waiting' : 'excluded',
    reason: `forgotten on request on ${new Date(env.clock.now()).toISOString().slice(0, 10)}`,
    moved: own.moved,
    meta: await erasingNote(store, ranges),
  })
  await eraseNoted(holdings, env)
  await store.erasure.scrub()
  const erased = Object.values(ranges).flat()
  return {
    pages: forgotten,
    revisions: revisions.flat().length,
    erasedBytes: erased.reduce((sum, { length }) => sum + length, 0),
    copies,
  }
}

async function knownPages({ store, name }: Holdings, urls: readonly string[]): Promise<PageRow[]> {
  const found = await Promise.all(urls.map(url => pageAt(url, each => store.page(each))))
  const unknown = urls.filter((_, i) => found[i] === null)
  if (unknown.length > 0)
    throw new Failure('usage', `not known in ${name}: ${unknown.join(', ')}; nothing was forgotten`)
  return [...new Map(found.flatMap(page => (page ? [[page.id, page] as const] : []))).values()]
}

async function copiesOf({ store }: Holdings, pages: readonly PageRow[]): Promise<string[]> {
  const same = await Promise.all(
    pages.map(({ digest }) => (digest ? store.likenesses.withPayload(digest) : [])),
  )
  const forgotten = new Set<string>(pages.map(({ url }) => url))
  return [...new Set(same.flat())].filter(url => !forgotten.has(url))
}

/** Everything the archive has of the pages, and what other pages need no longer. */
async function rangesOf(
  { store, archiveFolder }: Holdings,
  pages: readonly PageRow[],
  left: OwnPayloads['left'],
): Promise<ErasedRanges> {
  const found = new Map<string, ByteRange[]>()
  const add = async (file: string, offset: number, url: string) => {
    const range = await rangeOfVisit(archiveFolder.file(file), offset, url)
    found.set(file, [...(found.get(file) ?? []), range])
  }
  for (const { url, place } of left) await add(place.file, place.offset, url)
  for (const page of pages)
    for (const { place } of await store.visits(page)) if (place) await add(place.file, place.offset, page.url)
  const urls = pages.map(({ url }) => url)
  for (const { name } of await store.archiveFiles())
    for (const { url, offset } of await indexedOffsets(archiveFolder.file(name), urls))
      await add(name, offset, url)
  return Object.fromEntries([...found].map(([file, ranges]) => [file, joinedRanges(ranges)]))
}
