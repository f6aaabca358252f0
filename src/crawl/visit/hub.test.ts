import { zstdCompressSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { newlyListed } from './hub.ts'

const packed = (links: readonly (readonly [string, string])[]) => zstdCompressSync(JSON.stringify(links))
const menu = Array.from({ length: 8 }, (_, i) => [`https://a.example/${i}`, `Page ${i}`] as const)

it('names what is listed anew or in other words', () => {
  const before = packed([...menu, ['https://a.example/x', 'Old title']])
  const now = packed([['https://a.example/new', 'New'], ...menu, ['https://a.example/x', 'New title']])
  expect(newlyListed(before, now)).toEqual(['https://a.example/new', 'https://a.example/x'])
  expect(newlyListed(now, now)).toEqual([])
})

it('says nothing of pages that are all new, nor of what it cannot read', () => {
  expect(newlyListed(packed([]), packed(menu))).toEqual([])
  expect(newlyListed(Buffer.from('nonsense'), packed(menu))).toEqual([])
})
