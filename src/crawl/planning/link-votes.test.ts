import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { LinkVotes } from './link-votes.ts'

describe('votes of links', () => {
  it('never count too little, and nothing where nobody links', () => {
    const url = fc.webUrl()
    fc.assert(
      fc.property(fc.array(fc.tuple(url, fc.integer({ min: 1, max: 9 })), { maxLength: 40 }), links => {
        const votes = new LinkVotes()
        const truth = new Map<string, number>()
        for (const [to, vote] of links) {
          votes.add(to, vote)
          truth.set(to, (truth.get(to) ?? 0) + vote)
        }
        for (const [to, count] of truth) expect(votes.of(to)).toBeGreaterThanOrEqual(count)
        expect(votes.of('https://nobody.example/')).toBe(0)
      }),
      { numRuns: 20 },
    )
  })

  it('are nearly right for many addresses that are alike', () => {
    const votes = new LinkVotes()
    const address = (n: number) => `https://www.example.org/articles/2024/item-${n}.html`
    const many = 200_000
    for (let n = 0; n < many; n++) for (let link = 0; link <= n % 4; link++) votes.add(address(n), 1)
    let wrong = 0
    for (let n = 0; n < many; n++) if (votes.of(address(n)) !== 1 + (n % 4)) wrong++
    expect(wrong / many).toBeLessThan(0.02)
  })
})
