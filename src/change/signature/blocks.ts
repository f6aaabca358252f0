/**
 * The rsync algorithm (Tridgell 1996) without a network: the old version is cut into blocks, each stored as a weak rolling sum and a
 * strong hash; the new version is searched at every offset. What no block covers is new.
 *
 * Cost: one pass over each version; the signature is at most `MAX_BLOCKS` × 8 bytes and needs no old body.
 */
import { SEED, scramble } from '../text/hash.ts'

export const MAX_BLOCKS = 64
const MIN_BLOCK = 48
/** Limits strong hashing on a page built so that every weak sum matches: at most this many bytes are hashed for each byte of the page. */
const STRONG_PER_BYTE = 4

export interface BlockSignature {
  readonly blockBytes: number
  readonly totalBytes: number
  readonly weak: Uint32Array
  readonly strong: Uint32Array
}

export const NO_BLOCKS: BlockSignature = {
  blockBytes: MIN_BLOCK,
  totalBytes: 0,
  weak: new Uint32Array(0),
  strong: new Uint32Array(0),
}

export function blockSignature(bytes: Uint8Array): BlockSignature {
  const blockBytes = Math.max(MIN_BLOCK, Math.ceil(bytes.length / MAX_BLOCKS))
  const count = Math.ceil(bytes.length / blockBytes)
  const weak = new Uint32Array(count)
  const strong = new Uint32Array(count)
  for (let block = 0; block < count; block++) {
    const from = block * blockBytes
    const to = Math.min(bytes.length, from + blockBytes)
    weak[block] = weakSum(bytes, from, to)
    strong[block] = strongHash(bytes, from, to)
  }
  return { blockBytes, totalBytes: bytes.length, weak, strong }
}

/** 1 − matched / total over both versions, in 0..1: text removed counts like text added. */
export function blockDifference(before: BlockSignature, after: Uint8Array): number {
  const total = before.totalBytes + after.length
  return total === 0 ? 0 : 1 - (2 * matchedBytes(before, after)) / total
}

function matchedBytes(before: BlockSignature, after: Uint8Array): number {
  const byWeak = blocksByWeak(before)
  const size = before.blockBytes
  let strongLeft = STRONG_PER_BYTE * after.length
  let matched = 0
  let at = 0
  let free = 0
  let weak = -1
  while (at + size <= after.length) {
    if (weak < 0) weak = weakSum(after, at, at + size)
    const candidates = byWeak.get(weak)
    if (candidates !== undefined && strongLeft > 0) {
      strongLeft -= size
      if (take(candidates, strongHash(after, at, at + size))) {
        matched += size
        free = at += size
        weak = -1
        continue
      }
    }
    weak = at + size < after.length ? roll(weak, after[at]!, after[at + size]!, size) : -1
    at++
  }
  return matched + matchedTail(before, after, free)
}

/** The last block is shorter than the others; it is searched only at the end, after what was matched. */
function matchedTail(before: BlockSignature, after: Uint8Array, free: number): number {
  const last = Math.floor(before.totalBytes / before.blockBytes)
  const size = before.totalBytes - last * before.blockBytes
  const start = after.length - size
  if (size === 0 || start < free) return 0
  return strongHash(after, start, after.length) === before.strong[last] ? size : 0
}

/** Each block of the old version can be matched as many times as it occurred there. */
function blocksByWeak(before: BlockSignature): Map<number, Map<number, number>> {
  const byWeak = new Map<number, Map<number, number>>()
  const full = Math.floor(before.totalBytes / before.blockBytes)
  for (let block = 0; block < full; block++) {
    const sums = byWeak.get(before.weak[block]!) ?? new Map<number, number>()
    sums.set(before.strong[block]!, (sums.get(before.strong[block]!) ?? 0) + 1)
    byWeak.set(before.weak[block]!, sums)
  }
  return byWeak
}

function take(candidates: Map<number, number>, strong: number): boolean {
  const left = candidates.get(strong) ?? 0
  if (left === 0) return false
  candidates.set(strong, left - 1)
  return true
}

function weakSum(bytes: Uint8Array, from: number, to: number): number {
  let sum = 0
  let weighted = 0
  for (let at = from; at < to; at++) {
    sum += bytes[at]!
    weighted = (weighted + sum) | 0
  }
  return pack(sum, weighted)
}

const pack = (sum: number, weighted: number) => (((weighted & 0xffff) << 16) | (sum & 0xffff)) >>> 0

function roll(weak: number, out: number, into: number, size: number): number {
  const sum = ((weak & 0xffff) - out + into) & 0xffff
  const weighted = ((weak >>> 16) - size * out + sum) & 0xffff
  return pack(sum, weighted)
}

function strongHash(bytes: Uint8Array, from: number, to: number): number {
  let hash = SEED
  for (let at = from; at < to; at++) hash = Math.imul(hash ^ bytes[at]!, 0x01000193)
  return scramble(hash)
}
