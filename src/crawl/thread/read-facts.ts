/** Facts about a page, derived from its reading. */
import { simhashOf } from '../../change/signature/simhash.ts'
import type { Link } from '../../document/links.ts'
import type { DocumentReading } from './document-reading.ts'
import type { ParseJob, ReadFacts } from './job.ts'
import { hashWords } from './word-set.ts'

/** A body after its codings were undone, and its type. */
export interface OpenedBody {
  readonly bytes: Uint8Array
  readonly cut: boolean
  readonly type: string
  readonly payload: Uint8Array
  readonly isDecoded: boolean
  readonly digest: Buffer
  /** Whether the payload is the one that is already stored. */
  readonly same: boolean
}

export function factsOf(
  job: ParseJob,
  { bytes, cut, type, same }: OpenedBody,
  reading: DocumentReading,
): Omit<ReadFacts, 'wanted' | 'noindex'> {
  const { text, title, charset, links } = reading
  const isPrinted = job.want.fingerprints && text !== null
  return {
    type,
    charset,
    title,
    sizeBytes: bytes.length,
    truncated: cut || job.cut !== null,
    same,
    linkCount: links.length - reading.linksBeside,
    outline: outlineOf(title, links),
    fingerprints: isPrinted ? { words: simhashOf(text), set: hashWords([text]) } : null,
  }
}

function outlineOf(title: string | null, links: readonly Link[]): number {
  return hashWords([title ?? '', ...links.map(link => link.text)])
}
