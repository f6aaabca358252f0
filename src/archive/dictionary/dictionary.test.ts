import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dictionaryNumber, FramePacker } from '../read/frames.ts'
import { dictionaryId, trainDictionary } from './dictionary.ts'
import { describeTable, encodeSymbols, shareCells } from './fse.ts'
import { learnDictionary } from './learn.ts'
import { commonText } from './segments.ts'

const MENU = Array.from(
  { length: 40 },
  (_, i) => `<li class="menu-item-${i}"><a href="/section/${i * 37}">`,
).join('\n')

/** Pages of one template: a long menu with data in between. */
function page(n: number, word = 'grün'): Buffer {
  const data = Array.from({ length: 30 }, (_, i) => ((n * 7919 + i * 104729) % 99991).toString(36)).join(' ')
  return Buffer.from(
    `<!doctype html><title>${word} ${n}</title>${MENU}<p>${data}</p><footer>${word} since ${n}`,
  )
}

const pages = (count: number, from = 0, word?: string) =>
  Array.from({ length: count }, (_, i) => page(from + i, word))

describe('a dictionary (RFC 8878, 5)', () => {
  test('makes pages of its template much smaller, and they come back as they were', () => {
    const dictionary = learnDictionary(pages(50), { level: 3, current: null, chance: 0.5 })!
    const packer = new FramePacker(3, dictionary)
    for (const fresh of pages(20, 1000)) {
      const packed = packer.pack(fresh)
      expect(zstdDecompressSync(packed, { dictionary })).toEqual(fresh)
      expect(packed.length).toBeLessThan(zstdCompressSync(fresh).length / 2)
    }
  })

  test('has the number that frames name, in the free range', () => {
    for (const chance of [0, 0.3, 1 - 2 ** -31]) {
      const { dictionary } = trainDictionary(pages(20), 4096, chance)
      const id = dictionaryId(dictionary)
      expect(id).toBeGreaterThanOrEqual(32_768)
      expect(id).toBeLessThan(2 ** 31)
      expect(dictionaryNumber(new FramePacker(1, dictionary).pack(page(1)))).toBe(id)
    }
  })

  test('is not learned where pages have nothing in common, or that is known already', () => {
    const strangers = Array.from({ length: 30 }, (_, n) =>
      Buffer.from(Array.from({ length: 600 }, (_, i) => ((n * 600 + i) * 48271) % 2147483647).join('')),
    )
    expect(learnDictionary(strangers, { level: 3, current: null, chance: 0.1 })).toBeNull()
    const current = learnDictionary(pages(50), { level: 3, current: null, chance: 0.1 })
    expect(learnDictionary(pages(50, 300), { level: 3, current, chance: 0.2 })).toBeNull()
  })

  test('can be learned from any bytes without an error', () => {
    const samples = fc.array(fc.uint8Array({ minLength: 0, maxLength: 3000 }), {
      minLength: 10,
      maxLength: 20,
    })
    fc.assert(
      fc.property(samples, fc.integer({ min: 9, max: 8000 }), (bytes, size) => {
        const padded = [...bytes, ...pages(5)]
        const { dictionary } = trainDictionary(padded, size, 0.7)
        const packer = new FramePacker(6, dictionary)
        for (const sample of padded)
          expect(Buffer.compare(zstdDecompressSync(packer.pack(sample), { dictionary }), sample)).toBe(0)
      }),
      { numRuns: 30 },
    )
  })

  test.skipIf(!hasZstd())('is one for the zstd command line, in any language', () => {
    const folder = mkdtempSync(join(tmpdir(), 'tidewatch-dictionary-'))
    try {
      for (const word of ['plain', 'grün', '検索']) {
        const { dictionary } = trainDictionary(pages(30, 0, word), 8192, 0.9)
        writeFileSync(join(folder, 'd'), dictionary)
        const fresh = page(4711, word)
        const input = new FramePacker(6, dictionary).pack(fresh)
        const zstd =
          (...words: string[]) =>
          (bytes: Buffer) =>
            execFileSync('zstd', ['-q', '-c', '-D', 'd', ...words], { cwd: folder, input: bytes })
        expect(zstd('-d')(input)).toEqual(fresh)
        expect(zstdDecompressSync(zstd('-9')(fresh), { dictionary })).toEqual(fresh)
      }
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})

function hasZstd(): boolean {
  try {
    execFileSync('zstd', ['--version'])
    return true
  } catch {
    return false
  }
}

describe('common text', () => {
  test('is what samples share, the commonest at the end, within its size', () => {
    const rare = 'seen on two pages only: '.padEnd(80, 'xyz')
    const samples = pages(40).map((bytes, i) => (i < 2 ? Buffer.concat([bytes, Buffer.from(rare)]) : bytes))
    const text = commonText(samples, 100_000).toString()
    expect(text.length).toBeLessThanOrEqual(100_000)
    expect(text.lastIndexOf(MENU)).toBeGreaterThan(text.lastIndexOf(rare))
    expect(text.lastIndexOf(rare)).toBeGreaterThan(-1)
    expect(commonText(samples, 500)).toHaveLength(500)
  })
})

describe('finite state entropy (RFC 8878, 4.1)', () => {
  test('cells are shared out in full, at least one each', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(5000), { minLength: 2, maxLength: 53 }), counts => {
        fc.pre(counts.some(count => count > 0))
        const cells = shareCells(counts, 9)
        expect(cells.reduce((sum, count) => sum + count)).toBe(512)
        for (const [i, count] of counts.entries()) expect(cells[i]! > 0).toBe(count > 0)
      }),
    )
  })

  // The example of 4.1.1: with 156 of 256 cells left, 0 to 97 take 7 bits, the others 8.
  test('a table is described in the fewest bits', () => {
    expect(describeTable([100, 156], 8).length).toBe(3)
  })

  test('symbols are found again by reading backwards from the last bit', () => {
    const symbols = fc.array(fc.nat(11), { minLength: 3, maxLength: 255 })
    fc.assert(
      fc.property(symbols, list => {
        const counts = Array.from({ length: 12 }, (_, symbol) => list.filter(each => each === symbol).length)
        fc.pre(counts.filter(count => count > 0).length > 1)
        const cells = shareCells(counts, 6)
        expect(decode(encodeSymbols(list, cells, 6), cells, 6)).toEqual(list)
      }),
    )
  })
})

/** A decoder, following 4.1.1 and 4.2.1.2. */
function decode(bytes: Buffer, cells: readonly number[], log: number): number[] {
  const size = 1 << log
  const table: number[] = new Array(size)
  let at = 0
  for (const [symbol, count] of cells.entries())
    for (let i = 0; i < count; i++) {
      table[at] = symbol
      at = (at + (size >> 1) + (size >> 3) + 3) & (size - 1)
    }
  const next = [...cells]
  const rows = table.map(symbol => {
    const x = next[symbol]!++
    const bits = log - Math.floor(Math.log2(x))
    return { symbol, bits, base: (x << bits) - size }
  })
  let bit = bytes.length * 8 - 1
  while (((bytes[bit >> 3]! >> (bit & 7)) & 1) === 0) bit--
  const read = (count: number) => {
    let value = 0
    for (let i = 0; i < count; i++) {
      bit--
      value = (value << 1) | (bit < 0 ? 0 : (bytes[bit >> 3]! >> (bit & 7)) & 1)
    }
    return value
  }
  const states = [read(log), read(log)]
  const found: number[] = []
  for (let turn = 0; ; turn ^= 1) {
    const row = rows[states[turn]!]!
    found.push(row.symbol)
    states[turn] = row.base + read(row.bits)
    if (bit < 0) return [...found, rows[states[turn ^ 1]!]!.symbol]
  }
}
