/**
 * Finite state entropy (RFC 8878, 4.1): table descriptions, and the coder for the weights of a Huffman tree.
 *
 * A table has 2^log cells; a symbol's share of them is its probability. No symbol here is rarer than one cell.
 */
import { BitWriter, highestBit } from './bits.ts'

/** Distributes the cells of a table: at least one for each symbol that occurs, the rest in proportion to the counts. */
export function shareCells(counts: readonly number[], log: number): number[] {
  const total = counts.reduce((sum, count) => sum + count, 0)
  const free = 2 ** log - counts.filter(count => count > 0).length
  const exact = counts.map(count => (count / total) * free)
  const cells = exact.map((share, symbol) => (counts[symbol]! > 0 ? 1 + Math.floor(share) : 0))
  const left = 2 ** log - cells.reduce((sum, count) => sum + count, 0)
  const byRemainder = exact
    .map((share, symbol) => ({ symbol, remainder: share % 1 }))
    .filter(({ symbol }) => counts[symbol]! > 0)
    .sort((a, b) => b.remainder - a.remainder)
  for (const { symbol } of byRemainder.slice(0, left)) cells[symbol]!++
  return cells
}

/** RFC 8878, 4.1.1. */
export function describeTable(cells: readonly number[], log: number): Buffer {
  const bits = new BitWriter()
  bits.write(log - 5, 4)
  let left = 2 ** log
  for (let symbol = 0; left > 0; symbol++) {
    const count = cells[symbol]!
    writeCount(bits, count + 1, left + 1)
    left -= count
    if (count > 0) continue
    let zeros = 0
    while (cells[symbol + 1 + zeros] === 0) zeros++
    symbol += zeros
    for (; zeros >= 3; zeros -= 3) bits.write(3, 2)
    bits.write(zeros, 2)
  }
  return bits.bytes()
}

/** Writes a value from 0 to `most`; small values take one bit less where the range is not a power of two. */
function writeCount(bits: BitWriter, value: number, most: number): void {
  const width = highestBit(most) + 1
  const short = 2 ** width - 1 - most
  if (value < short) bits.write(value, width - 1)
  else bits.write(value < 2 ** (width - 1) ? value : value + short, width)
}

/** Two interleaved states (RFC 8878, 4.2.1.2): the first codes even symbols, the second odd ones. Written back to front. */
export function encodeSymbols(symbols: readonly number[], cells: readonly number[], log: number): Buffer {
  const statesOf = encodingStates(cells, log)
  const bits = new BitWriter()
  const states = [0, 0]
  for (let i = symbols.length - 1; i >= 0; i--) {
    const symbol = symbols[i]!
    const least = cells[symbol]!
    if (i >= symbols.length - 2) {
      // Start with the state that would read the most bits next: none are left there, which tells the reader that this is the end.
      states[i % 2] = statesOf[symbol]![0]!
      continue
    }
    const state = states[i % 2]!
    let width = highestBit(state) - highestBit(least)
    if (state >>> width < least) width--
    bits.write(state, width)
    states[i % 2] = statesOf[symbol]![(state >>> width) - least]!
  }
  bits.write(states[1]!, log)
  bits.write(states[0]!, log)
  bits.write(1, 1)
  return bits.bytes()
}

/** For each symbol, the states that represent it, in ascending order; each is its cell plus the size of the table. */
function encodingStates(cells: readonly number[], log: number): number[][] {
  const size = 2 ** log
  const table = new Array<number>(size)
  const step = (size >>> 1) + (size >>> 3) + 3
  let at = 0
  for (const [symbol, count] of cells.entries())
    for (let i = 0; i < count; i++) {
      table[at] = symbol
      at = (at + step) % size
    }
  const states = cells.map(() => [] as number[])
  for (const [cell, symbol] of table.entries()) states[symbol]!.push(size + cell)
  return states
}
