/** Where known values are on changed pages. */
import type { Tree } from '../../html/index.ts'
import { slug } from './field-names.ts'
import { frequentTexts } from './labels.ts'
import type { WrapperField } from './model.ts'
import { stableNames, unitsOf } from './page-units.ts'
import { type Place, type PlaceSurvey, survey } from './places.ts'
import { trust } from './select.ts'
import { type DeclaredField, declaredFields } from './structured-fields.ts'
import { spokenXPath, valueText, xpathOf } from './xpaths.ts'

export interface Looked {
  readonly found: PlaceSurvey
  readonly declared: readonly DeclaredField[]
  /** For each page, the places by the text they have on it. */
  readonly places: readonly ReadonlyMap<string, readonly Place[]>[]
}

export interface PlaceCandidate {
  readonly hits: number
  /** Number of distinct values among those found, without short ones. */
  readonly telling: number
  /** Pages where it has a value though the field had none, or has another number of values. */
  readonly misses: number
  readonly trust: number
  readonly xpath: () => string | undefined
}

export function lookAt(trees: readonly Tree[]): Looked {
  const names = stableNames(trees)
  const pages = trees.map((tree, i) => unitsOf(tree, i, names))
  const found = survey(pages, frequentTexts(pages))
  const places: Map<string, Place[]>[] = trees.map(() => new Map())
  for (const place of found.places)
    for (const { unit } of place.members) {
      const text = valueText(place, unit)
      const own = places[unit.page]!.get(text)
      if (own === undefined) places[unit.page]!.set(text, [place])
      else if (own.at(-1) !== place) own.push(place)
    }
  return { found, declared: declaredFields(pages), places }
}

/** Places that have at least one of the known values, with how well they agree. */
export function candidatePlaces(
  field: WrapperField,
  known: readonly (readonly string[])[],
  { found, declared, places }: Looked,
): PlaceCandidate[] {
  const seen = new Set<Place>()
  for (const [page, texts] of known.entries())
    for (const place of places[page]!.get(texts[0] ?? '') ?? []) seen.add(place)
  const candidates = [...seen].map(place => {
    const texts = known.map((): string[] => [])
    for (const { unit } of place.members) texts[unit.page]!.push(valueText(place, unit))
    return {
      ...agreement(texts, known),
      trust: likeness(place, field),
      xpath: () => spoken(xpathOf(place, found.pages), field, place),
    }
  })
  const stated = declared.map(({ texts, xpath, confidence }) => ({
    ...agreement(texts, known),
    trust: confidence,
    xpath: () => xpath,
  }))
  return [...candidates, ...stated]
}

function spoken(xpath: string | undefined, { type }: WrapperField, { members }: Place): string | undefined {
  return xpath === undefined ? undefined : spokenXPath(xpath, type, members[0]!.unit)
}

function agreement(texts: readonly (readonly string[])[], known: readonly (readonly string[])[]) {
  let hits = 0
  let misses = 0
  const found = new Set<string>()
  for (const [page, wanted] of known.entries()) {
    const own = texts[page]!
    if (wanted.length === 0) misses += own.length > 0 ? 1 : 0
    else if (own.join('\n') === wanted.join('\n')) {
      hits++
      if (own.join('').length > 3) found.add(own.join('\n'))
    } else if (own.length !== wanted.length) misses++
  }
  return { hits, misses, telling: found.size }
}

/** How far a place can be trusted; more if it has the label that the field is named after. */
function likeness(place: Place, field: WrapperField): number {
  const { way } = place
  const said = way.kind === 'label' ? way.label.text : way.kind === 'prefix' ? way.prefix : ''
  const sameName = said !== '' && field.name.replace(/-\d+$/, '') === slug(said)
  return trust(place) + (sameName ? 1 : 0)
}
