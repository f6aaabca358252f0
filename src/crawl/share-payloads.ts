/**
 * Payloads that the archive already holds, under whatever address: a repeated one becomes a revisit record that names the response which
 * holds it. They are looked up once per batch, by the digests that the parse threads found, so a crawl whose pages all differ pays for one
 * index lookup per page. A revisit record never names another revisit record: only revisions with a payload of their own are found, and
 * their records are read to be sure.
 */
import type { PackedRecords, PayloadHolder, Revisits } from '../archive/index.ts'
import { type ArchiveStore, digestKey, type StoredPayload } from '../store/index.ts'
import { type Batch, REVISIT, type Staged, type WaitingVisit } from './recorder-batch.ts'

/** Below this packed size, a revisit record with its longer head is hardly shorter than the response. It must be shorter in any case. */
const MIN_SHARED_BYTES = 1_024

/** Where the payload of a visit is: in the archive, or with an earlier visit of the batch, by its number there. */
export type SharedPayload = StoredPayload | { readonly visit: number }

interface Held {
  readonly holder: PayloadHolder
  readonly in: SharedPayload
}

/** Replaces repeated payloads with revisit records, and returns where the payloads are, by visit number. */
export async function sharePayloads(
  batch: Batch,
  store: Pick<ArchiveStore, 'payloads'>,
  revisits: Revisits,
): Promise<ReadonlyMap<number, SharedPayload>> {
  const askers = askersIn(batch.visits)
  const stored = await store.payloads(askers.map(({ record }) => record.digest))
  const firsts = new Map<string, Asker>()
  const replaced = new Map<number, PackedRecords>()
  const shared = new Map<number, SharedPayload>()
  for (const asker of askers) {
    const { record, number } = asker
    const key = digestKey(record.digest)
    const inArchive = stored.get(key)
    const inBatch = firsts.get(key)
    const held = (inArchive ?? inBatch) ? await heldBy(asker, inArchive, inBatch, batch, revisits) : null
    if (!held && record.mime !== REVISIT && !firsts.has(key)) firsts.set(key, asker)
    const referring = held && referringTo(held.holder, record, batch, revisits)
    if (!held || !referring) continue
    replaced.set(number, referring)
    // If the page repeats its own payload, the place is known already: it is that of the stored revision.
    if (record.mime !== REVISIT) shared.set(number, held.in)
  }
  if (replaced.size > 0) batch.replaceAnswers(replaced)
  return shared
}

interface Asker {
  readonly number: number
  readonly visit: WaitingVisit['visit']
  readonly record: Staged
}

/** Visits whose payload may already be held elsewhere, in order of time: a revisit record must name an earlier response. */
function askersIn(visits: readonly WaitingVisit[]): Asker[] {
  return visits
    .flatMap(({ visit, records: [record] }, number) => (record ? [{ number, visit, record }] : []))
    .filter(({ visit: { commit }, record }) => {
      // A rendered page is not an answer of a server.
      if (record.url !== undefined) return false
      if (record.mime === REVISIT) return true
      return commit.outcome === 'fetched' && commit.digest !== null && record.length >= MIN_SHARED_BYTES
    })
    .sort((a, b) => a.record.at - b.record.at)
}

async function heldBy(
  { record, visit }: Asker,
  stored: StoredPayload | undefined,
  first: Asker | undefined,
  batch: Batch,
  revisits: Revisits,
): Promise<Held | null> {
  const isOwn = record.mime === REVISIT && stored?.page === visit.commit.page.id
  const holder = stored && !isOwn ? await revisits.holderAt(stored.place, record.digest) : null
  if (holder && holder.at <= record.at) return { holder, in: stored! }
  if (!first || record.mime === REVISIT) return null
  const packed = batch.bytesOf(first.record).subarray(0, first.record.length)
  const beside = revisits.holderIn(packed, first.record.dictionary, record.digest)
  return beside && { holder: beside, in: { visit: first.number } }
}

/** Null if it would save nothing. */
function referringTo(
  holder: PayloadHolder,
  record: Staged,
  batch: Batch,
  revisits: Revisits,
): PackedRecords | null {
  const packed = { bytes: batch.bytesOf(record), firstLength: record.length }
  const referring = revisits.referring(packed, record.dictionary, holder)
  const isWorthIt = record.mime === REVISIT || (referring && referring.firstLength < record.length)
  return isWorthIt ? referring : null
}
