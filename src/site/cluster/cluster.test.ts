import { expect, test } from 'vitest'
import { clusterPages, WHILE_EXPLORING } from './cluster.ts'
import { makeView } from './page-blocks.ts'

const PAGES = 40
const EMPTY = makeView(
  Array.from({ length: PAGES }, () => []),
  [],
)

/** Two halves of a site; each block of free text is on the given shares of the pages of either half. */
function halves(blocks: number, first: number, second: number) {
  const features = Array.from({ length: PAGES }, (_, page) =>
    Array.from({ length: blocks }, (_, block) => block).filter(
      block => ((page * 7 + block * 13 + page * block) % 20) / 20 < (page < PAGES / 2 ? first : second),
    ),
  )
  const evidence = {
    structure: makeView(features, []),
    address: EMPTY,
    inLinks: EMPTY,
    labels: EMPTY,
    frame: EMPTY,
  }
  const copies = features.map((_, page) => page)
  const count = (limits?: typeof WHILE_EXPLORING) => new Set(clusterPages(evidence, copies, limits)).size
  return { plain: count(WHILE_EXPLORING), squared: count() }
}

test('powers keep fewer groups of free text apart than plain differences', () => {
  const { plain, squared } = halves(30, 0.75, 0.3)
  expect(squared).toBeLessThan(plain)
})

test('pages that differ in nothing but a block that most have are of one class, since they have all the rest in common', () => {
  // The first page, which is taken for the home page, has a template of its own, and a copy.
  const features = Array.from({ length: PAGES }, (_, page) => (page < 2 ? [1, 2] : page % 8 === 2 ? [] : [0]))
  const structure = makeView(features, [])
  const evidence = { structure, address: EMPTY, inLinks: EMPTY, labels: EMPTY, frame: EMPTY }
  const count = (limits?: typeof WHILE_EXPLORING) =>
    new Set(clusterPages(evidence, [...features.keys()], limits).slice(2)).size
  expect(count()).toBe(1)
  expect(count(WHILE_EXPLORING)).toBe(2)
})
