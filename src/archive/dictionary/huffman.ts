/** The Huffman tree for literals, as a dictionary carries it (RFC 8878, 4.2.1). */
import { describeTable, encodeSymbols, shareCells } from './fse.ts'

const MAX_BITS = 11
const WEIGHTS_LOG = 6
/**
 * `counts` has an entry for each of the 256 bytes; bytes with none get no code. The last one must have some, since readers before zstd
 * 1.5.5 expect a weight for every byte; that many weights cannot be written directly, so they are always FSE-coded.
 */
export function describeTree(counts: readonly number[]): Buffer {
  const lengths = codeLengths(counts)
  const deepest = Math.max(...lengths)
  const weights = lengths.map(length => (length === 0 ? 0 : deepest + 1 - length))
  // The weight of the last symbol follows from the others.
  const listed = weights.slice(0, -1)
  const occurrences = new Array<number>(MAX_BITS + 1).fill(0)
  for (const weight of listed) occurrences[weight]!++
  const cells = shareCells(occurrences, WEIGHTS_LOG)
  const bytes = Buffer.concat([describeTable(cells, WEIGHTS_LOG), encodeSymbols(listed, cells, WEIGHTS_LOG)])
  return Buffer.concat([Buffer.from([bytes.length]), bytes])
}

/** Flattens the counts until no code is longer than the format allows. */
function codeLengths(counts: readonly number[]): number[] {
  for (let flat = counts; ; flat = flat.map(count => (count > 0 ? (count >> 1) + 1 : 0))) {
    const lengths = huffmanLengths(flat)
    if (Math.max(...lengths) <= MAX_BITS) return lengths
  }
}

interface Node {
  readonly count: number
  readonly symbols: readonly number[]
}

function huffmanLengths(counts: readonly number[]): number[] {
  const lengths = counts.map(() => 0)
  const nodes: Node[] = counts.flatMap((count, symbol) => (count > 0 ? [{ count, symbols: [symbol] }] : []))
  while (nodes.length > 1) {
    nodes.sort((a, b) => b.count - a.count)
    const a = nodes.pop()!
    const b = nodes.pop()!
    const symbols = [...a.symbols, ...b.symbols]
    for (const symbol of symbols) lengths[symbol]!++
    nodes.push({ count: a.count + b.count, symbols })
  }
  return lengths
}
