/** Gives visits that refer to payloads of pages about to be forgotten payloads of their own, in a new archive file. */
import {
  ArchiveWriter,
  indexFile,
  type Pack,
  type PackedRecords,
  type PayloadHolder,
  packerFor,
  readHeadAt,
  referringTo,
  SOFTWARE,
  withOwnPayload,
  writeIndex,
} from '../archive/index.ts'
import type { Holdings } from '../crawl/holdings.ts'
import type { CrawlSettings } from '../crawl/settings.ts'
import { type Env, Failure } from '../env/index.ts'
import type { ArchivePlace, BorrowingVisit, MovedRecord } from '../store/index.ts'
import { withoutHash } from '../url/index.ts'

export interface OwnPayloads {
  readonly moved: readonly MovedRecord[]
  /** Where the visits had their records, which nothing points to any more. */
  readonly left: readonly { readonly url: string; readonly place: ArchivePlace }[]
}

export interface OwnPayloadsOptions {
  readonly settings: CrawlSettings['archive']
  readonly env: Env
  /** Addresses of the pages that are forgotten. */
  readonly forgotten: readonly string[]
}

/** The archive has all of it on disk when this resolves; the store does not point to it yet. */
export async function writeOwnPayloads(
  holdings: Holdings,
  borrowers: readonly BorrowingVisit[],
  options: OwnPayloadsOptions,
): Promise<OwnPayloads> {
  if (borrowers.length === 0) return { moved: [], left: [] }
  const anew = new AnewWriter(holdings, options)
  const pages = new Map(borrowers.map(visit => [visit.id, visit]))
  for (const page of pages.values())
    await anew.page(
      page,
      borrowers.filter(({ id }) => id === page.id),
    )
  return anew.close()
}

class AnewWriter {
  readonly #holdings: Holdings
  readonly #writer: ArchiveWriter
  readonly #pack: Pack
  readonly #forgotten: ReadonlySet<string>
  readonly #moved: MovedRecord[] = []
  readonly #left: { url: string; place: ArchivePlace }[] = []
  readonly #files = new Set<string>()

  constructor(holdings: Holdings, { settings, env, forgotten }: OwnPayloadsOptions) {
    const { compression, level } = settings
    this.#holdings = holdings
    this.#pack = packerFor(compression, level, null)
    this.#forgotten = new Set(forgotten.map(withoutHash))
    this.#writer = new ArchiveWriter(
      {
        folder: holdings.archiveFolder,
        worker: `forget-${env.random.token(6)}`,
        dictionaries: null,
        compression,
        level,
        rotateBytes: settings.rotateBytes,
        software: SOFTWARE,
        now: () => env.clock.now(),
        newId: () => `urn:uuid:${env.random.uuid()}`,
      },
      holdings.store,
    )
  }

  /** Its borrowed payloads first, then its revisit records that name a forgotten page. */
  async page(page: BorrowingVisit, borrowed: readonly BorrowingVisit[]): Promise<void> {
    const { archiveFolder, store } = this.#holdings
    const holders: PayloadHolder[] = []
    for (const visit of borrowed) {
      const anew = await withOwnPayload(archiveFolder, visit, this.#pack)
      if (!anew) throw unreadable(visit)
      holders.push(anew.holder)
      await this.#write(visit, anew)
    }
    const done = new Set(borrowed.map(({ at }) => at))
    for (const { at, place } of await store.visits(page)) {
      if (!place || done.has(at) || !(await this.#namesForgotten(place))) continue
      const visit = { ...page, at, place }
      const holder = holders.findLast(each => each.at <= at) ?? holders[0]!
      const anew = await referringTo(archiveFolder, visit, holder, this.#pack)
      if (!anew) throw unreadable(visit)
      await this.#write(visit, anew)
    }
  }

  /** The new file gets its index, and is as long as the store believes. */
  async close(): Promise<OwnPayloads> {
    await this.#writer.close()
    for (const name of this.#files) {
      const { path } = this.#holdings.archiveFolder.file(name)
      await writeIndex(`${path}.cdxj`, (await indexFile(path)).lines)
    }
    return { moved: this.#moved, left: this.#left }
  }

  async #namesForgotten(place: ArchivePlace): Promise<boolean> {
    const { headers } = await readHeadAt(this.#holdings.archiveFolder, place)
    return this.#forgotten.has(headers.get('warc-refers-to-target-uri') ?? '')
  }

  async #write({ shard, id, at, url, place }: BorrowingVisit, anew: PackedRecords): Promise<void> {
    const { file, name, offset } = await this.#writer.write(anew.bytes, [])
    this.#files.add(name)
    this.#left.push({ url, place })
    const to = { file, offset, length: anew.firstLength }
    this.#moved.push({ page: { shard, id }, at, from: place, to })
  }
}

const unreadable = ({ url }: BorrowingVisit) =>
  new Failure('broken', `a stored copy of ${url} cannot be read: run "tidewatch doctor --repair" first`)
