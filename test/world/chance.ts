import { type Random, seededRandom } from '../../src/env/random.ts'

export type Key = string | number

/** FNV-1a over the keys with a final mix: the one source of every "random" choice in the world. */
export function hash32(...keys: readonly Key[]): number {
  let hash = 0x811c9dc5
  for (const key of keys) {
    const text = typeof key === 'string' ? key : String(key)
    for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
    hash = Math.imul(hash ^ 0x1f, 0x01000193)
  }
  hash ^= hash >>> 16
  hash = Math.imul(hash, 0x85ebca6b)
  hash ^= hash >>> 13
  hash = Math.imul(hash, 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}

/** A stream of choices that depends only on its keys. */
export function chance(...keys: readonly Key[]): Random {
  return seededRandom(hash32(...keys))
}

/** Uniform in [0, 1); one value for its keys. */
export function share(...keys: readonly Key[]): number {
  return hash32(...keys) / 2 ** 32
}

export function pick<T>(random: Random, list: readonly T[]): T {
  return list[Math.floor(random.next() * list.length)]!
}

/** An integer from `low` to `high`, both included. */
export function between(random: Random, low: number, high: number): number {
  return low + Math.floor(random.next() * (high - low + 1))
}
