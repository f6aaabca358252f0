/** From sample pages of one class to its wrapper. */
import { parseTree } from '../../html/index.ts'
import type { SourcePage } from '../source.ts'
import { frequentTexts } from './labels.ts'
import type { Wrapper } from './model.ts'
import { unique } from './names.ts'
import { survey } from './places.ts'
import { selectFields } from './select.ts'
import { stableNames, type Unit, unitsOf } from './units.ts'

export function induceWrapper(sample: readonly SourcePage[]): Wrapper {
  const trees = sample.map(page => parseTree(page.html))
  const names = stableNames(trees)
  const pages = trees.map((tree, i) => unitsOf(tree, i, names))
  const found = survey(pages, frequentTexts(pages))
  const taken = new Set<Unit>()
  return { fields: unique(selectFields(found, taken)) }
}
