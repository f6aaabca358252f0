/** One case: a stretch of a seed, changed in a few places. The same number of a case and the same seeds give the same bytes. */
import type { Chance } from '../change/chance.ts'

const MAX_STRETCH_CHARS = 3_000
const MAX_CHANGES = 5
const MAX_RANGE_CHARS = 200
const MAX_COPIES = 20
/** One case in so many repeats a stretch until the input is long: where work grows faster than the input, it shows. */
const REPEATED_ONE_IN = 40
const REPEATED_BYTES = 50_000

type Change = (bytes: Buffer, chance: Chance, seeds: readonly Buffer[]) => Buffer

const CHANGES: readonly Change[] = [
  (bytes, chance) => withByte(bytes, chance, chance.below(256)),
  (bytes, chance) =>
    withByte(bytes, chance, chance.pick([0, 10, 13, 32, 34, 38, 39, 44, 47, 60, 62, 92, 255])),
  (bytes, chance) => bytes.subarray(0, chance.below(bytes.length + 1)),
  (bytes, chance) => {
    const [from, to] = rangeOf(bytes, chance)
    return Buffer.concat([bytes.subarray(0, from), bytes.subarray(to)])
  },
  (bytes, chance) => {
    const [from, to] = rangeOf(bytes, chance)
    const copies = Array.from({ length: chance.between(1, MAX_COPIES) }, () => bytes.subarray(from, to))
    return Buffer.concat([bytes.subarray(0, to), ...copies, bytes.subarray(to)])
  },
  (bytes, chance, seeds) => {
    const other = chance.pick(seeds)
    const [from, to] = rangeOf(other, chance)
    const at = chance.below(bytes.length + 1)
    return Buffer.concat([bytes.subarray(0, at), other.subarray(from, to), bytes.subarray(at)])
  },
]

export function mutated(seeds: readonly Buffer[], chance: Chance): Buffer {
  const seed = chance.pick(seeds)
  const start = chance.below(4) > 0 ? 0 : chance.below(seed.length)
  let bytes: Buffer = Buffer.from(seed.subarray(start, start + MAX_STRETCH_CHARS))
  for (let left = chance.between(1, MAX_CHANGES); left > 0; left--)
    bytes = chance.pick(CHANGES)(bytes, chance, seeds)
  return chance.below(REPEATED_ONE_IN) === 0 ? repeatedRange(bytes, chance) : bytes
}

function repeatedRange(bytes: Buffer, chance: Chance): Buffer {
  const [from, to] = rangeOf(bytes, chance)
  const count = Math.floor(REPEATED_BYTES / Math.max(1, to - from))
  return Buffer.concat([
    bytes.subarray(0, from),
    Buffer.alloc(count * (to - from), bytes.subarray(from, to)),
    bytes.subarray(to),
  ])
}

function rangeOf(bytes: Buffer, chance: Chance): readonly [from: number, to: number] {
  const from = chance.below(bytes.length + 1)
  return [from, Math.min(bytes.length, from + chance.between(1, chance.pick([4, 20, MAX_RANGE_CHARS])))]
}

function withByte(bytes: Buffer, chance: Chance, byte: number): Buffer {
  const changed = Buffer.from(bytes)
  if (changed.length > 0) changed[chance.below(changed.length)] = byte
  return changed
}
