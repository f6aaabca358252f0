/** Whether a page has a word exactly as typed, or only in another form. */

import { Stemmer } from './stemmers.ts'
import type { SearchPlan } from './term-plan.ts'
import { NOT_ITSELF } from './terms.ts'

/** The single words of a query that pages should have. */
export const formsOf = ({ wanted, must }: SearchPlan): readonly string[] => [
  ...new Set([...must, ...wanted].flat().flatMap(({ form }) => (form === null ? [] : [form]))),
]

/** What to look up among the forms of a page (`SearchTerms.forms`) to judge a word. */
export const traces = (form: string): readonly [itself: string, notItself: string] => [
  form,
  `${NOT_ITSELF}${form}`,
]

/** `has` says whether something is among the forms of the page. */
export async function isExact(
  form: string,
  language: string,
  has: (trace: string) => boolean,
): Promise<boolean> {
  const [itself, notItself] = traces(form)
  if (has(itself)) return true
  const stemmer = await Stemmer.for(language)
  return stemmer.stem({ text: form, isPair: false }) === form && !has(notItself)
}
