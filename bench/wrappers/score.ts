/** How well a field gives an attribute: pages where all it says is true, against pages where it says or should say something. */
import type { FieldValues, Wrapper } from '../../src/site/index.ts'

export interface Judged {
  readonly record: FieldValues
  /** True values by attribute. */
  readonly truth: Readonly<Record<string, readonly string[]>>
}

export interface AttributeScore {
  readonly attribute: string
  readonly field: string
  readonly f1: number
  /** The place, from 1, of the first proposed field that is as good as the best. */
  readonly rank: number
}

export function f1Of(
  field: string,
  attribute: string,
  pages: readonly Judged[],
  plain: (text: string) => string,
): number {
  let hits = 0
  let said = 0
  let asked = 0
  for (const { record, truth } of pages) {
    const answers = record[field] ?? []
    const right = truth[attribute] ?? []
    if (answers.length > 0) said++
    if (right.length > 0) asked++
    if (isRight(answers, right, plain)) hits++
  }
  return said + asked === 0 ? 0 : (2 * hits) / (said + asked)
}

/** Something is said, and all of it is true. */
export function isRight(
  answers: readonly string[],
  truth: readonly string[],
  plain: (text: string) => string,
): boolean {
  return answers.length > 0 && answers.every(answer => truth.includes(plain(answer)))
}

/** Many sites say one thing in several places. */
const AS_GOOD = 0.02

/** The field is chosen on every second page, and scored on the others. */
export function scoreAttributes(
  wrapper: Wrapper,
  attributes: readonly string[],
  pages: readonly Judged[],
  plain: (text: string) => string,
): AttributeScore[] {
  const chosenOn = pages.filter((_, i) => i % 2 === 0)
  const scoredOn = pages.filter((_, i) => i % 2 === 1)
  return attributes.map(attribute => {
    const fields = wrapper.fields.map(({ name }) => ({ name, f1: f1Of(name, attribute, chosenOn, plain) }))
    const best = fields.reduce((one, other) => (other.f1 > one.f1 ? other : one), { name: '', f1: -1 })
    const rank = 1 + fields.findIndex(({ f1 }) => f1 >= best.f1 - AS_GOOD)
    return { attribute, field: best.name, f1: f1Of(best.name, attribute, scoredOn, plain), rank }
  })
}
