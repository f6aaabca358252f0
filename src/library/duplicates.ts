/** Pages with the same content: groups of them, those like one page, and finding them among pages that are already stored. */
import { signatureOf } from '../change/index.ts'
import { revisionText } from '../crawl/body.ts'
import type { Holdings } from '../crawl/holdings.ts'
import { judgeBy } from '../crawl/sort-duplicates.ts'
import { isConverted } from '../document/converted-types.ts'
import { isPageType, isTextType } from '../document/type.ts'
import { commonPhrases, type Likeness, likenessOf, likenessShare, sketchFrom } from '../duplicates/index.ts'
import type { PageGroup, PageRef, PageRow } from '../store/index.ts'
import { Revision } from './revision.ts'
import type { Visible } from './visible.ts'

export interface DuplicatesQuery {
  /** `content` (the default): pages that were compared and found to have the same content. `payload`: pages with identical bytes. */
  readonly by?: 'content' | 'payload'
}

/** Pages with the same content. */
export interface DuplicateGroup {
  /** The page that is kept current. */
  readonly original: string
  readonly copies: readonly string[]
}

/** A page with nearly the same content as another. */
export interface NearDuplicate {
  readonly url: string
  /** Share of their phrases that both pages have, ignoring phrases found on most pages of the host; 0 to 1. */
  readonly resemblance: number
}

export interface FindDuplicatesOptions {
  /** Share of common phrases from which a page counts as a copy; 0.9 by default. */
  readonly resemblance?: number
  readonly signal?: AbortSignal
  /** Called after each batch with the number of pages read so far. */
  readonly onProgress?: (pages: number) => void
}

const USUAL_RESEMBLANCE = 0.9
const MAX_SHOWN = 1_000
const BATCH = 100

export async function* duplicateGroups(
  visible: Visible,
  { by = 'content' }: DuplicatesQuery,
): AsyncGenerator<DuplicateGroup> {
  const { likenesses } = visible.holdings.store
  for await (const group of by === 'content' ? likenesses.groups() : likenesses.samePayloads()) {
    const shown = await shownGroup(visible, group)
    if (shown.copies.length > 0) yield shown
  }
}

/** Pages that resemble one at least this much, most similar first; null if it was never compared with others. */
export async function pagesLike(
  visible: Visible,
  page: PageRef,
  minResemblance = USUAL_RESEMBLANCE,
): Promise<readonly NearDuplicate[] | null> {
  const { likenesses } = visible.holdings.store
  const own = await likenesses.likeness(page)
  if (!own) return null
  const common = commonPhrases((await likenesses.sketchesBeside(own)).map(sketchFrom))
  const sketch = sketchFrom(own.sketch)
  const near = (await likenesses.pagesLike(own.simhash, MAX_SHOWN))
    .filter(({ id }) => id !== page.id)
    .map(other => ({
      url: other.url,
      resemblance: likenessShare(sketch, sketchFrom(other.sketch), common, own.title === other.title),
    }))
    .filter(({ resemblance }) => resemblance >= minResemblance)
    .sort((a, b) => b.resemblance - a.resemblance)
  const shown = await Promise.all(near.map(async each => ((await visible.find(each.url)) ? each : null)))
  return shown.filter(each => each !== null)
}

/** Other pages with identical bytes; known as soon as they are fetched. */
export async function pagesOfSameBytes(visible: Visible, page: PageRow): Promise<readonly string[]> {
  if (page.revision === 0 || !page.digest) return []
  const urls = await visible.holdings.store.likenesses.withPayload(page.digest)
  const others = urls.filter(url => url !== page.url)
  const shown = await Promise.all(others.map(async url => ((await visible.find(url)) ? url : null)))
  return shown.filter(url => url !== null)
}

/** Compares stored pages that have not been compared yet; returns the number of pages read. */
export async function findDuplicates(
  holdings: Holdings,
  { resemblance = USUAL_RESEMBLANCE, signal, onProgress }: FindDuplicatesOptions,
): Promise<number> {
  const { likenesses } = holdings.store
  const batch: (PageRef & Likeness)[] = []
  let pages = 0
  const flush = async () => {
    await likenesses.writeLikenesses(batch.splice(0))
    onProgress?.(pages)
  }
  for await (const page of holdings.store.pages({
    status: 'completed',
    stored: true,
    withoutSources: true,
  })) {
    if (signal?.aborted) break
    if (await likenesses.likeness(page)) continue
    const likeness = await readLikeness(holdings, page)
    if (likeness) batch.push({ shard: page.shard, id: page.id, ...likeness })
    pages++
    if (batch.length >= BATCH) await flush()
  }
  if (batch.length > 0) await flush()
  const judge = judgeBy(resemblance)
  while (!signal?.aborted && (await likenesses.sortArrivals(BATCH, judge)) > 0) {}
  return pages
}

/** Uses the same text as a crawl does; null for a page without words, or without a copy in the archive. */
async function readLikeness({ store, archiveFolder }: Holdings, page: PageRow): Promise<Likeness | null> {
  const row = (await store.revisions(page)).at(-1)
  const type = row?.type ?? ''
  if (!row?.place) return null
  const text = isConverted(type)
    ? await new Revision(page.url, row, archiveFolder).text()
    : isPageType(type) || isTextType(type)
      ? await revisionText(archiveFolder, row)
      : null
  return text === null ? null : likenessOf(signatureOf(text, page.url, { type }))
}

async function shownGroup(visible: Visible, { original, copies }: PageGroup): Promise<DuplicateGroup> {
  if (visible.until === null) return { original, copies }
  const shown: string[] = []
  for (const url of [original, ...copies]) if (await visible.find(url)) shown.push(url)
  return { original: shown[0] ?? original, copies: shown.slice(1) }
}
