import { randomBytes, randomUUID } from 'node:crypto'

/** Randomness, injected, so that a run can be repeated exactly. */
export interface Random {
  /** Uniform in [0, 1). */
  next(): number
  /** `count` random lower-case letters and digits. */
  token(count: number): string
  /** A unique name (RFC 9562, version 4). */
  uuid(): string
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyz0123456789'

function tokenFrom(next: () => number, count: number): string {
  let token = ''
  for (let i = 0; i < count; i++) token += LETTERS[Math.floor(next() * LETTERS.length)]
  return token
}

function uuidFrom(next: () => number): string {
  const hex = (digits: number) =>
    Array.from({ length: digits }, () => Math.floor(next() * 16).toString(16)).join('')
  const variant = '89ab'[Math.floor(next() * 4)]
  return `${hex(8)}-${hex(4)}-4${hex(3)}-${variant}${hex(3)}-${hex(12)}`
}

const realNext = () => randomBytes(6).readUIntBE(0, 6) / 2 ** 48

export const realRandom: Random = {
  next: realNext,
  token: count => tokenFrom(realNext, count),
  uuid: () => randomUUID(),
}

/** Mulberry32: small, fast, good enough for simulated worlds; the same seed gives the same run. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
  return { next, token: count => tokenFrom(next, count), uuid: () => uuidFrom(next) }
}
