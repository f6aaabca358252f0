/** From sample pages of one class to its wrapper: what the pages declare, then their lists, then everything else that varies. */
import { parseTree } from '../../html/index.ts'
import type { SourcePage } from '../sample/source.ts'
import { unique } from './field-names.ts'
import { frequentTexts } from './labels.ts'
import { findLists } from './lists.ts'
import type { Wrapper } from './model.ts'
import { stableNames, type Unit, unitsOf } from './page-units.ts'
import { survey } from './places.ts'
import { byInterest } from './rank.ts'
import { isAside, selectFields } from './select.ts'
import { declaredFields } from './structured-fields.ts'

export function induceWrapper(sample: readonly SourcePage[]): Wrapper {
  const trees = sample.map(page => parseTree(page.html))
  const names = stableNames(trees)
  const pages = trees.map((tree, i) => unitsOf(tree, i, names))
  const found = survey(pages, frequentTexts(pages))
  const taken = new Set<Unit>()
  const lists = findLists(found, taken)
  const declared = declaredFields(pages)
  const fields = byInterest(declared, selectFields(found, taken, declared), pages, isAside)
  return { fields: unique(fields), lists: unique(lists) }
}
