import { describe, expect, it } from 'vitest'
import { type Golden, goldenClassifier } from './golden.ts'
import { scoreModel } from './score.ts'
import type { ModelVersion } from './version.ts'

const urls = (...names: string[]) => names.map((name, i) => `http://site.test/${name}/${i}`)

/** Two computed classes: one with three pages of A and one of B, the other with one of each. */
const model = {
  classes: [{ name: 'one' }, { name: 'two' }],
  members: [urls('a', 'a', 'a', 'b'), urls('a', 'b')],
  links: [
    { from: 'one', to: 'two', type: 'list' },
    { from: 'two', to: 'one', type: 'list' },
  ],
} as unknown as ModelVersion

const golden: Golden = {
  classes: [
    { name: 'A', regex: '^/a/' },
    { name: 'B', regex: '^/b/' },
  ],
  links: [
    { from: 'A', to: 'B', type: 'list' },
    { from: 'B', to: 'A', type: 'singleton' },
    { from: 'A', to: 'A', type: 'menu', coverage: 0.2 },
  ],
}

function score(set: Golden, { members, classes, links }: ModelVersion) {
  const truth = goldenClassifier(set)
  const pages = members.flatMap((own, i) =>
    own.map(url => ({ truth: truth(url), computed: classes[i]!.name })),
  )
  return scoreModel(set, pages, links)
}

describe('the score of a model', () => {
  it('is that of the formulas', () => {
    const own = score(golden, model)
    // F_A = 3/4 by the first class, F_B = 1/2 by the second.
    expect(own.fStar).toBeCloseTo((4 * 0.75 + 2 * 0.5) / 6)
    expect(own.purity).toBeCloseTo((3 + 1) / 6)
    const first = -(0.75 * Math.log(0.75) + 0.25 * Math.log(0.25))
    expect(own.entropy).toBeCloseTo((4 * first + 2 * Math.LN2) / 6)
    expect([own.recall, own.recallWithKind]).toEqual([1, 0.5])
  })

  it('leaves traps out, and takes templates for classes where that fits better', () => {
    const [a, b] = golden.classes as [Golden['classes'][number], Golden['classes'][number]]
    const trapped = score({ ...golden, classes: [a, { ...b, trap: true }] }, model)
    expect([trapped.pages, trapped.purity, trapped.recall]).toEqual([4, 1, 1])
    const alike = { ...golden, classes: [a, b].map(one => ({ ...one, template: 'T' })) }
    expect(score(alike, { ...model, members: [model.members.flat(), []] })).toMatchObject({
      fStar: 1,
      partition: 'merged',
    })
  })

  it('is nothing for pages of another site', () => {
    expect(score({ classes: [{ name: 'C', regex: '^/c/' }], links: [] }, model).pages).toBe(0)
  })
})
