/**
 * Repair after a redesign. A wrapper made from pages as they were has read their records; then the template changes, and of each
 * field a fifth of the records changes too (they get the value of another page). The wrapper is repaired from some changed pages and the old records, and judged
 * on other changed pages that it never saw.
 *
 * A field counts when it gave a value on at least 80 % of the pages before. It is broken when it is right on fewer than 90 % of the judged
 * pages after the change, and regained when it is right on at least 90 % of them after the repair.
 */
import { parseTree } from '../../src/html/index.ts'
import {
  extractFrom,
  type FieldValues,
  induceWrapper,
  repairWrapper,
  type Wrapper,
} from '../../src/site/index.ts'
import { type Change, hash, planOf, redesigned, withText } from './redesign.ts'

export interface RepairScore {
  /** Whether each field is right after the change, and after the repair. */
  readonly fields: readonly {
    readonly name: string
    readonly confidence: number
    readonly before: boolean
    readonly after: boolean
  }[]
  /** Share of the values that really differ from the old record on the pages the repair is made from. */
  readonly changed: number
}

interface Source {
  readonly url: string
  readonly html: string
  readonly status: number
}

/** Some get a value they had already; so about a fifth really changes. */
const CHANGED_SHARE = 0.25
const RIGHT = 0.9

export function judgeRepair(
  pages: readonly Source[],
  sample: number,
  changes: readonly Change[],
): RepairScore {
  const wrapper = induceWrapper(pages.slice(0, sample))
  const said = new Set(
    pages.flatMap(({ html }) => Object.values(extractFrom(wrapper, parseTree(html))).flat()),
  )
  const plan = planOf(
    pages.map(({ html }) => html),
    said,
  )
  const change = (html: string) => redesigned(html, changes, plan)
  const read = (html: string, by = wrapper) => extractFrom(by, parseTree(html))
  const known = pages.slice(0, sample).map((page, i) => {
    const edited = withOtherValues(page.html, wrapper, pages.slice(0, sample), i)
    return { ...page, html: change(edited), record: read(page.html), now: read(edited) }
  })
  const judged = pages.slice(sample).map(({ html }) => ({ truth: read(html), html: change(html) }))
  const steady = wrapper.fields.filter(({ name }) => isSteady(name, judged))
  const rightBy = (by: Wrapper) => {
    const records = judged.map(({ html }) => read(html, by))
    return (name: string) =>
      judged.filter(({ truth }, i) => same(truth[name], records[i]![name])).length >= RIGHT * judged.length
  }
  const before = rightBy(wrapper)
  const after = rightBy(repairWrapper(wrapper, known).wrapper)
  const kept = known.flatMap(({ record, now }) => steady.map(({ name }) => same(record[name], now[name])))
  return {
    fields: steady.map(({ name, confidence }) => ({
      name,
      confidence,
      before: before(name),
      after: after(name),
    })),
    changed: kept.filter(one => !one).length / Math.max(1, kept.length),
  }
}

const same = (a: readonly string[] | undefined, b: readonly string[] | undefined) =>
  (a ?? []).join('\n') === (b ?? []).join('\n')

function isSteady(name: string, judged: readonly { readonly truth: FieldValues }[]): boolean {
  return judged.filter(({ truth }) => truth[name]!.length > 0).length >= 0.8 * judged.length
}

/** Some texts of a page, wherever they stand on it, become what the next page says in the same field. */
function withOtherValues(html: string, wrapper: Wrapper, pages: readonly Source[], i: number): string {
  const own = extractFrom(wrapper, parseTree(html))
  const other = extractFrom(wrapper, parseTree(pages[(i + 1) % pages.length]!.html))
  const changes = new Map<string, string>()
  for (const { name } of wrapper.fields) {
    const [from, to] = [own[name]?.[0], other[name]?.[0]]
    if (from === undefined || to === undefined || changes.has(from)) continue
    if (hash(`${i} ${from}`) % 100 < 100 * CHANGED_SHARE) changes.set(from, to)
  }
  return withText(html, changes)
}
