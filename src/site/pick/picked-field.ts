/**
 * Makes a field from one value that somebody pointed at. The survey that finds fields automatically also says in which ways the place of the
 * value can be described; the most reliable of those that select the value on its own page, and its like on the others, becomes the field.
 */
import { compileXPath, parseTree, type TreeNode } from '../../html/index.ts'
import type { SourcePage } from '../sample/source.ts'
import { frequentTexts } from '../wrapper/labels.ts'
import type { WrapperField } from '../wrapper/model.ts'
import { folded, stableNames, type Unit, unitsOf } from '../wrapper/page-units.ts'
import { type Place, type PlaceSurvey, survey } from '../wrapper/places.ts'
import { certaintyOf, fieldAt, round } from '../wrapper/select.ts'
import { valueText, xpathOf } from '../wrapper/xpaths.ts'

/** What pointing at a value may mean: this value alone, all values like it on the page, or the target of the link around it. */
export interface PickedField {
  readonly meaning: 'value' | 'all' | 'link'
  readonly field: WrapperField
}

/** Limits the work, since each of a few hundred places would be tried on every sample page. */
const MAX_TRIED = 24

/** The fields that the unit of this number (`pickablePage`) on the first of some pages of a class may stand for, the likeliest first. */
export function fieldsPicked(pages: readonly SourcePage[], picked: number): PickedField[] {
  const trees = pages.map(({ html }) => parseTree(html))
  const names = stableNames(trees)
  const units = trees.map((tree, i) => unitsOf(tree, i, names))
  const unit = units[0]?.units.find(each => each.order === picked)
  if (unit === undefined) return []
  const found = survey(units, frequentTexts(units))
  const places = found.places
    .filter(({ members }) => members.some(member => member.unit === unit))
    .map(place => rated(place, found))
    .sort((a, b) => b.certainty - a.certainty)
  const value = firstField(places, unit, found, false)
  const all = firstField(places, unit, found, true)
  return [
    ...(value ? [{ meaning: 'value' as const, field: value }] : []),
    ...(all ? [{ meaning: 'all' as const, field: all }] : []),
    ...linkOf(value ?? all, unit),
  ]
}

interface Rated {
  readonly place: Place
  readonly share: number
  readonly certainty: number
  readonly isMany: boolean
}

function rated(place: Place, { pages }: PlaceSurvey): Rated {
  const having = new Set(place.members.map(({ unit }) => unit.page)).size
  const share = having / pages.length
  return {
    place,
    share,
    certainty: certaintyOf(place, share),
    isMany: place.members.filter(({ unit }) => unit.page === 0).length > 1,
  }
}

function firstField(
  places: readonly Rated[],
  unit: Unit,
  found: PlaceSurvey,
  isMany: boolean,
): WrapperField | null {
  for (const { place, share, certainty } of places
    .filter(each => each.isMany === isMany)
    .slice(0, MAX_TRIED)) {
    const xpath = xpathOf(place, found.pages)
    if (xpath === undefined || !selects(xpath, place, unit)) continue
    return { ...fieldAt(place, xpath), many: isMany, share, confidence: round(certainty) }
  }
  return null
}

/** A few of the other pages may differ, but not the page that was pointed at. */
function selects(source: string, place: Place, unit: Unit): boolean {
  const answer = compileXPath(source)
  if (!answer.ok) return false
  const texts = answer.xpath.texts(unit.node.tree.root).map(folded)
  return texts.includes(valueText(place, unit))
}

/** The address of the link that a value is in; a value cut out of a text has no node to climb from. */
function linkOf(field: WrapperField | null, { node }: Unit): PickedField[] {
  if (!field || !anchorAbove(node) || field.xpath.startsWith('substring-after(')) return []
  const xpath = `${field.xpath}/ancestor-or-self::a[1]/@href`
  return [{ meaning: 'link', field: { ...field, name: `${field.name}-url`, type: 'url', xpath } }]
}

function anchorAbove(node: TreeNode): boolean {
  for (let at: TreeNode | null = node; at !== null; at = at.parent)
    if (at.name === 'a' && at.attribute('href') !== undefined) return true
  return false
}
