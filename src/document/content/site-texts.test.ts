import { describe, expect, it } from 'vitest'
import { parseTree } from '../../html/index.ts'
import { contentBlocks } from './content-blocks.ts'
import { contentFeatures } from './content-features.ts'
import { REVIEW_WIDTH, reviewFeatures } from './content-review.ts'
import { textsOfPage } from './main-content.ts'
import { placedBlocks, placesOf, siteCounts, textsOf } from './site-texts.ts'

const page = (story: string, number: number) =>
  `<body><div class="menu m${number}">All our pages</div><main><p>${story}</p><p class=about>About us and the town</p></main></body>`
const STORY = 'The harbor was quiet when the last ferry came in'
const OTHERS = ['Seven kinds of bread are baked', 'The bridge was opened on Sunday'].map((story, i) =>
  textsOfPage(`/${i}`, page(story, i)),
)
const tree = parseTree(page(STORY, 7))
const blocks = contentBlocks(tree)
const placed = placedBlocks(blocks)
const places = placesOf(blocks)
const seeming = Float64Array.from([0.1, 0.9, 0.6])

describe('what pages of a site share', () => {
  it('is told by text and by place, whatever numbers the names have', () => {
    const counts = siteCounts(blocks, placed, seeming, OTHERS)
    expect(counts.pages).toBe(2)
    expect([...counts.texts]).toEqual([2, 0, 2])
    expect([...counts.places]).toEqual([2, 2, 2])
    expect([...counts.placed]).toEqual([2, 0, 2])
  })

  it('says what is likely content in a place that other pages have too', () => {
    const other = parseTree(page('Seven kinds of bread are baked', 3).replace('class=about', 'class=end'))
    const likely = Float64Array.from([0.1, 0.9, 0.6])
    const known = textsOf('/other', contentBlocks(other), likely)
    const counts = siteCounts(blocks, placed, seeming, [known])
    expect(counts.likely[1]).toBeCloseTo(0.9)
    expect(counts.likely[2]).toBe(-1)
    expect(counts.likelyParent[2]).toBeCloseTo((6 * 0.9 + 5 * 0.6) / 11)
  })

  it('is not told by a copy of the page', () => {
    const copy = textsOfPage('/print', page(STORY, 8).replace('menu', 'head'))
    expect(siteCounts(blocks, placed, seeming, [copy]).pages).toBe(0)
    expect(siteCounts(blocks, placed, seeming, [copy, ...OTHERS]).texts[1]).toBe(0)
  })
})

it('blocks are judged again by what the first judgment was of their neighbors, and nothing of a site without others', () => {
  const page = { blocks, places, first: seeming, table: contentFeatures(tree, blocks), oneText: 0.5 }
  const { rows } = reviewFeatures(page, null)
  const row = (i: number) => [...rows.subarray(i * REVIEW_WIDTH, (i + 1) * REVIEW_WIDTH)]
  expect(row(1)[0]).toBeCloseTo(Math.log(9))
  expect(row(1).slice(1, 7)).toEqual([0, -1, -1, -1, -1, -1])
  expect(row(1)[12]).toBeCloseTo(Math.log(1 / 9))
  expect(row(1)[11]).toBe(-9)
  const known = reviewFeatures(page, siteCounts(blocks, placed, seeming, OTHERS)).rows
  expect([...known.subarray(REVIEW_WIDTH + 1, REVIEW_WIDTH + 7)]).toEqual([2, 0, 0, 0, 1, 1])
  // The story is the one element that no other page has.
  expect([...rows.subarray(2 * REVIEW_WIDTH - 2, 2 * REVIEW_WIDTH)]).toEqual([-1, -1])
  expect([...known.subarray(2 * REVIEW_WIDTH - 2, 2 * REVIEW_WIDTH)]).toEqual([1, 0])
})
