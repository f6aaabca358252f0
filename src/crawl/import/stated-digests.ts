/**
 * What payloads are called in the files they come from. Some crawlers (wget) make the digest of an answer in chunks of the chunks, and their
 * revisit records refer to it; we know payloads by the digest of what is in the chunks.
 */
import { hash } from 'node:crypto'
import { type Capture, claimedSha1 } from '../../archive/index.ts'
import { RecentMap } from '../../env/recent-map.ts'
import { digestKey } from '../../store/index.ts'

/** A revisit that refers to one before these is passed over like one whose content is in none of the files. */
const MAX_STATED = 100_000

export class StatedDigests {
  /** Filled by every answer that was in chunks, whether it is taken over or known; read by revisits. */
  readonly #ours = new RecentMap<string, Buffer>(MAX_STATED)

  saw({ kind, records, payload, payloadDigest }: Capture): void {
    // Without records, the payload is not as it is in the file.
    if (kind !== 'response' || records.length > 0) return
    const stated = claimedSha1(payloadDigest)
    const ours = hash('sha1', payload, 'buffer')
    if (stated !== null && !stated.equals(ours)) this.#ours.set(digestKey(stated), ours)
  }

  /** The digest that we know a payload by; null if the capture states none. */
  of({ payloadDigest }: Capture): Buffer | null {
    const stated = claimedSha1(payloadDigest)
    return stated && (this.#ours.get(digestKey(stated)) ?? stated)
  }
}
