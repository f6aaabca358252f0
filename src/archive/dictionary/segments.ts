/**
 * Chooses the text of a dictionary: what most of the sample pages have in common.
 *
 * Every run of eight bytes is counted once per sample, as in the COVER trainer of zstd (after Liao, Petri, Moffat and Wirth, WWW 2016). But
 * instead of segments of one length, whole stretches are taken in which every run is common enough: the template as it appears in one page,
 * without the holes that hold data. This is done in rounds, from what nearly every sample has to what only two have. A good part of a
 * stretch must be new, but it may run through text that is already included: one long match is cheaper than three short ones. Remaining
 * room is filled with whole samples. The most common text is put at the end, where distances are short and cheap.
 *
 * Linear in the samples: about seven passes over them, and a table of 2^20 counters.
 */
const RUN_BYTES = 8
const TABLE_SIZE = 2 ** 20
/** Stretches with fewer new runs cost more to reference than they save. */
const MIN_NEW = 8
const MIN_NEW_SHARE = 0.3
/** This many known runs in a row end a stretch. */
const MAX_KNOWN = 64
/** The first round takes what occurs in this share of the samples; each later round lowers the share by a factor. */
const FIRST_SHARE = 0.7
const NEXT_ROUND = 0.6

export function commonText(samples: readonly Uint8Array[], mostBytes: number): Buffer {
  const text = Buffer.concat(samples)
  const table = new RunTable(samples, text)
  const chosen: Buffer[] = []
  let left = mostBytes
  for (let least = Math.ceil(samples.length * FIRST_SHARE); least >= 2; least = lower(least)) {
    const round: Buffer[] = []
    for (const [from, to] of table.stretches(least)) {
      if (left === 0) break
      const piece = text.subarray(from, Math.min(to, from + left))
      round.push(piece)
      left -= piece.length
    }
    chosen.unshift(...round)
  }
  return Buffer.concat([text.subarray(0, left), ...chosen])
}

const lower = (least: number) => (least === 2 ? 0 : Math.max(2, Math.floor(least * NEXT_ROUND)))

class RunTable {
  readonly #samples: readonly Uint8Array[]
  /** For each byte of the text, the index in the tables of the run that begins there. */
  readonly #runs: Uint32Array
  /** In how many samples each run occurs. */
  readonly #counts = new Uint16Array(TABLE_SIZE)
  readonly #known = new Uint8Array(TABLE_SIZE)

  constructor(samples: readonly Uint8Array[], text: Buffer) {
    this.#samples = samples
    this.#runs = hashRuns(text)
    const seenIn = new Uint16Array(TABLE_SIZE)
    for (const { from, to, index } of this.#ranges()) {
      for (let at = from; at < to; at++) {
        const run = this.#runs[at]!
        if (seenIn[run] === index + 1) continue
        seenIn[run] = index + 1
        this.#counts[run]!++
      }
    }
  }

  /** Stretches whose runs all occur in at least `least` samples; the runs of a returned stretch are known from then on. */
  *stretches(least: number): Generator<readonly [from: number, to: number]> {
    for (const { from, to } of this.#ranges()) {
      for (let at = from; at < to; ) {
        const { start, end, news, next } = this.#stretchFrom(at, to, least)
        at = next
        if (news < MIN_NEW || news < MIN_NEW_SHARE * (end - start)) continue
        for (let run = start; run < end; run++) this.#known[this.#runs[run]!] = 1
        yield [start, end + RUN_BYTES - 1]
      }
    }
  }

  /** Finds the next stretch, which begins and ends with a new run. */
  #stretchFrom(at: number, to: number, least: number) {
    const runs = this.#runs
    const counts = this.#counts
    const known = this.#known
    while (at < to && (counts[runs[at]!]! < least || known[runs[at]!] === 1)) at++
    const start = at
    let end = at
    let news = 0
    for (; at < to && counts[runs[at]!]! >= least && at - end <= MAX_KNOWN; at++) {
      if (known[runs[at]!] === 1) continue
      news++
      end = at + 1
    }
    return { start, end, news, next: at }
  }

  /** Where the runs of each sample begin; no run extends into the next sample. */
  *#ranges(): Generator<{ from: number; to: number; index: number }> {
    let from = 0
    for (const [index, { length }] of this.#samples.entries()) {
      yield { from, to: from + Math.max(0, length - RUN_BYTES + 1), index }
      from += length
    }
  }
}

function hashRuns(text: Buffer): Uint32Array {
  const runs = new Uint32Array(text.length)
  let low = 0
  let high = 0
  for (let i = 0; i < text.length; i++) {
    low = (low >>> 8) | (high << 24)
    high = (high >>> 8) | (text[i]! << 24)
    if (i < RUN_BYTES - 1) continue
    const mixed = Math.imul(low, 0x9e3779b1) ^ Math.imul(high ^ (low >>> 15), 0x85ebca77)
    runs[i - RUN_BYTES + 1] = (Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae3d) >>> 8) % TABLE_SIZE
  }
  return runs
}
