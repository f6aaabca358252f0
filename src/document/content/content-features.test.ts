import { describe, expect, it } from 'vitest'
import { parseTree } from '../../html/index.ts'
import { LINK_SHARE, PAGE_WIDTH, SAID_EARLIER, WHOLE_PAGE } from './block-facts.ts'
import { contentBlocks } from './content-blocks.ts'
import { contentFeatures, IS_COMMENT, wholePage } from './content-features.ts'
import { sectionsOf, titleBlock } from './page-sections.ts'
import { RepeatedPhrases } from './repeated-phrases.ts'

const PAGE = `<html><head><title>The lights went out - Harbor News</title></head><body><h2>Harbor News</h2>
<a href="/">Home</a><article><h2>The lights went out</h2><p>The harbor was quiet when the last ferry came in that night.</p></article>
<ol class="comment-list"><li><p>The harbor was quiet indeed, they say.</p></li></ol></body></html>`
const tree = parseTree(PAGE)
const blocks = contentBlocks(tree)
const table = contentFeatures(tree, blocks)
const of = (start: string) => blocks.findIndex(({ text }) => text.startsWith(start))
const at = (start: string, feature: number) => table.rows[of(start) * table.width + feature]

describe('what blocks are told by', () => {
  it('is written where the second judgment looks for it', () => {
    expect([at('Home', LINK_SHARE), at('The harbor was quiet when', LINK_SHARE)]).toEqual([1, 0])
    expect(at('The harbor was quiet when', SAID_EARLIER)).toBe(0)
    expect(at('The harbor was quiet indeed', SAID_EARLIER)).toBeCloseTo(2 / 5)
    expect([at('Home', IS_COMMENT), at('The harbor was quiet indeed', IS_COMMENT)]).toEqual([0, 2])
  })

  it('is the same for all as far as it is told by the page', () => {
    const whole = wholePage(table)
    expect(whole.rows).toHaveLength(WHOLE_PAGE.to - WHOLE_PAGE.from)
    const last = (blocks.length - 1) * table.width
    expect(table.rows.subarray(last + WHOLE_PAGE.from, last + WHOLE_PAGE.to)).toEqual(whole.rows)
    expect(table.rows.subarray(0, PAGE_WIDTH).every(Number.isFinite)).toBe(true)
  })
})

it('phrases are found before and after a block, wherever they stand again', () => {
  const { earlier, later } = new RepeatedPhrases(blocks)
  const [story, comment] = [of('The harbor was quiet when'), of('The harbor was quiet indeed')]
  expect([earlier[story], later[comment]]).toEqual([0, 0])
  expect(later[story]).toBeCloseTo(2 / 10)
  expect(earlier[of('Home')]).toBe(-1)
})

it('the title of a text is the heading that says what the title of the page says', () => {
  const headed = (inTitle: readonly number[]) => titleBlock(sectionsOf(blocks, [], inTitle))
  expect(headed(blocks.map(({ text }) => (text === 'The lights went out' ? 1 : 0.5)))).toBe(of('The lights'))
  expect(headed(blocks.map(() => 0))).toBe(of('Harbor News'))
  expect(titleBlock([])).toBe(-1)
})
