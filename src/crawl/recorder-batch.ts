/** What the recorder writes together: visits, and stages with the bytes they bring. */
import type { PackedRecords } from '../archive/index.ts'
import type { Candidate, EventRow, ServerCommit, VisitResult } from '../store/index.ts'
import type { Url } from '../url/index.ts'
import type { MovedLink } from './order/link-order.ts'
import { Stage } from './stage.ts'

/** Packed archive records of one answer, and what the index says about the first record. */
export interface NumberedRecords {
  readonly bytes: Uint8Array
  readonly firstLength: number
  /** The address of the first record, if it is not the page's. */
  readonly url?: string
  readonly at: number
  readonly status: number
  readonly mime: string
  readonly digest: Uint8Array
  /** The number of the dictionary the records are packed with, or 0. */
  readonly dictionary: number
}

export interface FinishedVisit {
  readonly commit: VisitResult
  readonly url: Url
  /** The records of the page's answer first, then others to keep beside it. */
  readonly records: readonly NumberedRecords[]
  readonly candidates: readonly Candidate[]
  /** Queued links that change places in the queue. */
  readonly moved: readonly MovedLink[]
  readonly server: ServerCommit | null
  readonly onCommitted: () => void
  /** Called when another worker has taken over the page, so that this visit came too late to count. */
  readonly onRefused: () => void
}

export type Range = { readonly offset: number; readonly length: number }

/** Where the records of an answer are in the stage of their dictionary, and how long they are together. */
export interface Staged extends Range {
  readonly url: string | undefined
  readonly at: number
  readonly status: number
  readonly mime: string
  readonly digest: Uint8Array
  readonly dictionary: number
  readonly allBytes: number
}

/** A finished visit whose bytes are in the stages of its batch. */
export interface WaitingVisit {
  readonly visit: Omit<FinishedVisit, 'records'>
  readonly records: readonly Staged[]
  readonly links: Range | null
}

/** The type of revisit records in the index. */
export const REVISIT = 'warc/revisit'

/** What goes to disk together. Filled by `add` and `event`, drained by `#flush`; there are two, taking turns. */
export class Batch {
  /** By dictionary number. */
  readonly records = new Map<number, Stage>([[0, new Stage()]])
  readonly links = new Stage()
  visits: WaitingVisit[] = []
  events: EventRow[] = []
  /** Characters for the full-text index, which wait as strings. */
  searchChars = 0

  get isEmpty(): boolean {
    return this.visits.length === 0 && this.events.length === 0
  }

  add({ records, ...visit }: FinishedVisit): void {
    const { links } = visit.commit
    this.visits.push({
      visit: { ...visit, commit: { ...visit.commit, links: null } },
      records: records.map(packed => this.#staged(packed)),
      links: links && { offset: this.links.add(links), length: links.length },
    })
    this.searchChars += visit.commit.search?.terms?.body.length ?? 0
  }

  #staged({ bytes, firstLength: length, url, ...packed }: NumberedRecords): Staged {
    const offset = this.#stageFor(packed.dictionary).add(bytes)
    return { ...packed, offset, length, url, allBytes: bytes.length }
  }

  #stageFor(dictionary: number): Stage {
    const stage = this.records.get(dictionary) ?? new Stage()
    this.records.set(dictionary, stage)
    return stage
  }

  bytesOf({ dictionary, offset, allBytes }: Staged): Buffer {
    return this.records.get(dictionary)!.part(offset, allBytes)
  }

  /** Replaces the answers of some visits, by their number, with revisit records; the other records in the same stages move up. */
  replaceAnswers(by: ReadonlyMap<number, PackedRecords>): void {
    const touched = [...by.keys()].map(visit => this.visits[visit]!.records[0]!.dictionary)
    const stages = new Map(touched.map(dictionary => [dictionary, new Stage()]))
    const moved = (record: Staged, other: PackedRecords | undefined): Staged => {
      const stage = stages.get(record.dictionary)
      if (!stage) return record
      const bytes = other?.bytes ?? this.bytesOf(record)
      const place = { offset: stage.add(bytes), allBytes: bytes.length }
      return other
        ? { ...record, ...place, length: other.firstLength, mime: REVISIT }
        : { ...record, ...place }
    }
    this.visits = this.visits.map((waiting, i) => ({
      ...waiting,
      records: waiting.records.map((record, j) => moved(record, j === 0 ? by.get(i) : undefined)),
    }))
    for (const [dictionary, stage] of stages) this.records.set(dictionary, stage)
  }

  clear(): void {
    this.visits = []
    this.events = []
    this.searchChars = 0
    // Drop stages that held nothing this time, to free their memory.
    for (const [dictionary, stage] of this.records)
      if (stage.size === 0 && dictionary !== 0) this.records.delete(dictionary)
      else stage.clear()
    this.links.clear()
  }
}
