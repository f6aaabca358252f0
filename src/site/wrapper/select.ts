/**
 * Decides which places become fields. Candidates are places that vary, best first: a place is better if the way it is described lasts (a
 * label beside it, an id), if most pages have it, and if its members agree in other respects too (a position that
 * holds the height on one page and the weight on the next has members with different labels). A unit belongs to the
 * first place that contains it.
 */

import { nameOf } from './field-names.ts'
import type { WrapperField } from './model.ts'
import type { Unit } from './page-units.ts'
import type { Member, Place, PlaceSurvey } from './places.ts'
import type { PlacedField } from './rank.ts'
import { type DeclaredField, isEcho } from './structured-fields.ts'
import { isRowOfMany } from './table-rows.ts'
import { commonType } from './types.ts'
import { elementPath, spokenXPath, valueText, xpathOf } from './xpaths.ts'

interface Candidate {
  readonly place: Place
  readonly share: number
  readonly score: number
  readonly varies: boolean
}

const MIN_SHARE = 0.25
const MIN_SCORE = 0.5
const MAX_TRIED = 1_500
const MAX_FIELDS = 120

export function selectFields(
  found: PlaceSurvey,
  taken: Set<Unit>,
  declared: readonly DeclaredField[],
): PlacedField[] {
  const fields = proseFields(found, taken)
  const candidates = found.places
    .map(place => candidateOf(place, found))
    .filter(candidate => candidate !== undefined)
    .sort((a, b) => b.score - a.score)
  const labelPaths = new Set<string>()
  for (const candidate of candidates.slice(0, MAX_TRIED)) {
    if (fields.length >= MAX_FIELDS) break
    const { place } = candidate
    if (candidate.varies && candidate.score < MIN_SCORE) continue
    if (!candidate.varies && !(place.way.kind === 'label' && labelPaths.has(place.way.label.unit.path)))
      continue
    const fresh = place.members.filter(({ unit }) => !taken.has(unit)).length
    if (fresh < 0.4 * place.members.length) continue
    const xpath = xpathOf(place, found.pages)
    if (xpath === undefined) continue
    for (const { unit } of place.members) taken.add(unit)
    if (declared.some(({ texts }) => isEcho(textsOf(place, found.pages.length), texts))) continue
    if (place.way.kind === 'label' && place.way.label.tight) labelPaths.add(place.way.label.unit.path)
    fields.push({ field: fieldOf(candidate, xpath), place })
  }
  return fields
}

/** The paragraphs of a text are one field with many values. */
function proseFields({ places, pages, isFrequent }: PlaceSurvey, taken: Set<Unit>): PlacedField[] {
  return places.flatMap(place => {
    const units = place.members.map(({ unit }) => unit).filter(unit => !taken.has(unit))
    const share = new Set(units.map(unit => unit.page)).size / pages.length
    const isText =
      place.way.kind === 'path' &&
      units.length > 1.1 * share * pages.length &&
      /\/p(?:\.[^/]*)?\/text\(\)\[1\]$/.test(units[0]!.path)
    if (
      !isText ||
      share < 0.5 ||
      meanLength(units) < MIN_PROSE ||
      units.filter(isFrequent).length > 0.3 * units.length
    )
      return []
    const xpath = xpathOf(place, pages)
    if (xpath === undefined) return []
    for (const unit of units) taken.add(unit)
    const confidence = round(0.7 * (0.4 + 0.6 * share))
    return [{ field: { name: nameOf(place), type: 'string', xpath, many: true, share, confidence }, place }]
  })
}

const MIN_PROSE = 60
const meanLength = (units: readonly Unit[]) =>
  units.reduce((sum, { text }) => sum + text.length, 0) / units.length

const fieldOf = ({ place, share, score }: Candidate, xpath: string): WrapperField => ({
  ...fieldAt(place, xpath),
  many: false,
  share,
  confidence: round(score),
})

/** A place as a field: its name, the type that most of its values have, and its XPath. */
export function fieldAt(place: Place, xpath: string): Pick<WrapperField, 'name' | 'type' | 'xpath'> {
  const { attribute } = place.members[0]!.unit
  const texts = place.members.map(({ unit }) => valueText(place, unit))
  const type = attribute === 'src' ? 'img' : attribute === 'datetime' ? 'date' : commonType(texts)
  const spoken = spokenXPath(xpath, type, place.members[0]!.unit)
  return { name: nameOf(place), type, xpath: spoken }
}

function textsOf(place: Place, pages: number): string[][] {
  const texts: string[][] = Array.from({ length: pages }, () => [])
  for (const { unit } of place.members) texts[unit.page]!.push(valueText(place, unit))
  return texts
}

export const round = (value: number) => Math.round(value * 1000) / 1000

function candidateOf(place: Place, found: PlaceSurvey): Candidate | undefined {
  const { members } = place
  const pages = new Set(members.map(({ unit }) => unit.page))
  const share = pages.size / found.pages.length
  if (pages.size < 2 || share < MIN_SHARE) return undefined
  if (members.length > 1.1 * pages.size) return undefined
  if (isRowOfMany(place)) return undefined
  const template = members.filter(({ unit }) => found.isFrequent(unit)).length
  const texts = members.map(({ unit }) => unit.text)
  const varies = isVaried(texts)
  if (varies && template > 0.5 * members.length && !isOnePlace(place, found)) return undefined
  if (!varies && !(place.way.kind === 'label' && place.way.label.tight)) return undefined
  const score = certaintyOf(place, share) * (isAside(place) ? ASIDE : 1) * (varies ? 1 : 0.4)
  return { place, share, score, varies }
}

/** How certain it is that the members of a place are one piece of data: by how it is found, how well they agree, and how many pages have it. */
export const certaintyOf = (place: Place, share: number): number =>
  trust(place) * (0.5 + 0.5 * agreement(place)) * (0.4 + 0.6 * share)

/** What is in a menu or a footer is about the site, so it counts less. */
const ASIDE = 0.7
const ASIDE_STEP =
  /\/(?:nav|footer)(?=[./])|\.#?(?:nav(?:box|bar|igation)?|menu|footer|breadcrumbs?|related|similar|recommend\w*)(?=[-_/])/i

export function isAside({ members }: Place): boolean {
  return members.filter(({ unit }) => ASIDE_STEP.test(unit.path)).length > members.length / 2
}

/** A path that pages have once holds data if it varies, however common one of its values is (`in stock`). */
function isOnePlace({ way, members }: Place, found: PlaceSurvey): boolean {
  return way.kind === 'path' && found.isSingle(elementPath(members[0]!.unit.path))
}

/** Whether there are at least two values, and no single one makes up nearly all texts. */
function isVaried(texts: readonly string[]): boolean {
  const counts = new Map<string, number>()
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1)
  return counts.size > 1 && Math.max(...counts.values()) <= 0.96 * texts.length
}

export function trust({ way, members }: Place): number {
  switch (way.kind) {
    case 'label':
      return way.label.tight ? 0.95 : 0.6
    case 'prefix':
      return 0.96
    case 'nth':
      return 0.55
    case 'position':
      return 0.7 - 0.02 * Math.min(5, way.steps.length)
    case 'path': {
      const last = members[0]!.unit.path.split('/').slice(-2)
      return last.some(step => step.includes('.')) ? 0.9 : 0.8
    }
  }
}

/** Share of the members that agree in what the way does not determine: labeled ones in their path, others in their label. */
function agreement({ way, members }: Place): number {
  const trait = ({ unit, label }: Member) =>
    way.kind === 'label' || way.kind === 'prefix' ? unit.path : (label?.unit.text ?? '')
  const counts = new Map<string, number>()
  for (const member of members) counts.set(trait(member), (counts.get(trait(member)) ?? 0) + 1)
  return Math.max(...counts.values()) / members.length
}
