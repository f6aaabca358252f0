/**
 * Applies a new model to stored pages: classes and records of the previous model are forgotten, and stored pages are read again from
 * the archive, without a request. If the new model recognizes pages by themselves, all are read; if only links promise a class,
 * reading begins with the seeds and goes on with every stored page that a link leads to. One page is in memory at a time.
 */
import { createHash } from 'node:crypto'
import { isPageType } from '../../document/type.ts'
import { parseTree, type Tree } from '../../html/index.ts'
import {
  Guide,
  type GuideData,
  type GuidedPage,
  NOTHING_SEEN,
  type SightedPage,
  UNPLACED_CLASS,
} from '../../site/index.ts'
import type { MetaStore, PageRow, PageStore, Reread } from '../../store/index.ts'
import { payloadSeenLast, revisionText } from '../body.ts'
import type { Holdings } from '../holdings.ts'
import { hashWords } from '../thread/word-set.ts'
import type { Candidates } from '../visit/candidates.ts'
import type { Guides } from './guides.ts'
import { pagesOf } from './pages-of.ts'

const BATCH = 200

/** The parts that decide about addresses, and learn from pages. */
interface Addressing {
  readonly candidates: Candidates
  readonly guides: Guides
}

/** Whether the models differ from those the collection was last read with. */
export async function areNew({ store }: Holdings<MetaStore>, guides: readonly GuideData[]): Promise<boolean> {
  return ((await store.readMeta()).get('guides') ?? '') !== nameOf(guides)
}

/** A digest of the models without the texts that forms are filled in with: these may be passwords. */
function nameOf(guides: readonly GuideData[]): string {
  const plain = guides.map(({ variables, ...rest }) => ({ ...rest, variables: Object.keys(variables) }))
  return createHash('sha256').update(JSON.stringify(plain)).digest('hex')
}

/** Reads the stored pages with the models, and remembers that it was done. */
export async function rereadAll(
  collection: Holdings,
  guides: readonly GuideData[],
  addressing: Addressing,
  signal?: AbortSignal,
): Promise<void> {
  for (const data of guides) {
    const guide = new Guide(data)
    const tellsItself = data.inferred !== null
    if (tellsItself) await recallEmpty(collection, data, addressing.guides)
    const which = tellsItself ? { stored: true } : { unread: true }
    const pages = () => pagesOf(collection.store, data, which)
    while ((await rereadSome(collection, guide, addressing, pages(), signal)) > 0 && !tellsItself) {}
    if (signal?.aborted) return
  }
  await noteModels(collection, guides)
}

/** Addresses that led nowhere, or elsewhere, when the model was made count as evidence about similar addresses. */
async function recallEmpty({ store }: Holdings<PageStore>, data: GuideData, guides: Guides): Promise<void> {
  for (const status of ['error', 'gone'] as const)
    for await (const page of pagesOf(store, data, { status }))
      if (await isMissing(store, page)) guides.visited({ url: page.url, ...NOTHING_SEEN, isMissing: true })
  for await (const { url, movedTo } of pagesOf(store, data, { status: 'completed' }))
    if (movedTo !== null) guides.visited({ url, ...NOTHING_SEEN, links: [movedTo], movedTo })
}

/** A page counts as gone only after it was missed twice, but one visit tells about its kind. */
const isMissing = async (store: PageStore, page: PageRow): Promise<boolean> =>
  page.status === 'gone' || (await store.visits(page)).at(-1)?.outcome === 'gone'

/** Reads the pages that fit no class again, with a model that has grown. */
export async function rereadStrangers(collection: Holdings, data: GuideData): Promise<void> {
  const guide = new Guide(data)
  const batch: Reread[] = []
  const which = { stored: true, pageClass: UNPLACED_CLASS }
  for await (const page of pagesOf(collection.store, data, which)) {
    const read = await readStored(collection, guide, page)
    if (read?.guided.pageClass) batch.push(rereadOf(page, read.guided))
    if (batch.length >= BATCH) await collection.store.writeRecords(batch.splice(0))
  }
  if (batch.length > 0) await collection.store.writeRecords(batch)
}

/** Remembers with which models the collection was read. */
export async function noteModels(
  { store }: Holdings<MetaStore>,
  guides: readonly GuideData[],
): Promise<void> {
  await store.writeMeta({ guides: nameOf(guides) })
}

/** Reads the stored pages of a site with a model that only classifies pages; returns how many were read. */
export async function rereadSite(
  collection: Holdings,
  data: GuideData & { readonly origin: string },
  signal?: AbortSignal,
): Promise<number> {
  const pages = pagesOf(collection.store, data, { stored: true })
  return rereadSome(collection, new Guide(data), null, pages, signal)
}

/** One pass; returns how many pages were read. */
async function rereadSome(
  collection: Holdings,
  guide: Guide,
  addressing: Addressing | null,
  which: AsyncIterable<PageRow>,
  signal: AbortSignal | undefined,
): Promise<number> {
  const { store } = collection
  const batch: Reread[] = []
  let pages = 0
  for await (const page of which) {
    if (signal?.aborted) break
    const read = await readStored(collection, guide, page)
    batch.push(rereadOf(page, read?.guided ?? null))
    if (read && addressing) await leadOn(store, page, read, addressing)
    pages++
    if (batch.length >= BATCH) await store.writeRecords(batch.splice(0))
  }
  if (batch.length > 0) await store.writeRecords(batch)
  return pages
}

/** Queues the links that the model follows, and teaches the model what the page shows. */
async function leadOn(
  store: Holdings['store'],
  page: PageRow,
  read: StoredReading,
  { candidates, guides }: Addressing,
): Promise<void> {
  if (read.guided.phrases) guides.visited(seenIn(page, read, read.guided.phrases))
  await store.add(candidatesOf(page, read.guided, candidates))
}

/** A page that cannot be read gets an empty record, so that it is not tried forever. */
function rereadOf(page: PageRow, guided: GuidedPage | null): Reread {
  const { shard, id, revision, pageClass } = page
  return {
    page: { shard, id },
    revision,
    pageClass: guided?.pageClass ?? pageClass,
    record: JSON.stringify(guided?.record ?? {}),
  }
}

function candidatesOf(page: PageRow, { links }: GuidedPage, queue: Candidates) {
  return links.map(({ href, to }) => queue.promised(href, page, to)).filter(candidate => candidate !== null)
}

interface StoredReading {
  readonly tree: Tree
  readonly guided: GuidedPage
}

async function readStored(
  collection: Holdings<PageStore>,
  guide: Guide,
  page: PageRow,
): Promise<StoredReading | null> {
  const seen = isPageType(page.type) && guide.isFor(page.url) ? await textSeenLast(collection, page) : null
  if (seen === null) return null
  const tree = parseTree(seen.text, seen.charset ?? undefined)
  return { tree, guided: guide.read(tree, page.url, page.pageClass) }
}

function seenIn({ url }: PageRow, { tree, guided }: StoredReading, phrases: Uint32Array): SightedPage {
  const named = tree.nodes.filter(({ name }) => name === 'title' || name === 'a')
  const outline = hashWords(named.map(node => node.text()))
  return { url, outline, phrases, links: guided.links.map(({ href }) => href), pageClass: guided.pageClass }
}

/** A payload that differs only by noise, or by its template, is not a revision; but it shows what the page looks like now. */
async function textSeenLast(
  { store, archiveFolder }: Holdings<PageStore>,
  page: PageRow,
): Promise<{ readonly text: string; readonly charset: string | null } | null> {
  const revision = (await store.revisions(page)).at(-1)
  const seen = payloadSeenLast(await store.visits(page))
  const place = seen?.place ?? revision?.place
  if (!revision || !place) return null
  return { text: await revisionText(archiveFolder, { ...revision, place }), charset: revision.charset }
}
