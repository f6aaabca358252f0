import { foundForm } from '../../src/site/queries/query-form.ts'
import { type Example, readAnnotated } from '../suites/forms/annotated.ts'

export interface Gates {
  readonly forms: number
  readonly searches: number
  /** What would be asked, and what of it is no search. */
  readonly opened: number
  readonly wrong: readonly Example[]
}

/** What the gate says of forms that people labelled, of both halves of the data. */
export function gatesOf(folder: string, post: boolean): Gates {
  const { examples } = readAnnotated(folder)
  const opened = examples.filter(({ node, url }) => foundForm(node, url, { post }).closed === null)
  return {
    forms: examples.length,
    searches: examples.filter(({ kind }) => kind === 'search').length,
    opened: opened.length,
    wrong: opened.filter(({ kind }) => kind !== 'search'),
  }
}
