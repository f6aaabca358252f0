/**
 * Places: units of several pages that are the same piece of data, because one description selects them. Each unit
 * belongs to up to seven places (by its label or by a label inside its own text, each with and without its path; by its path; by its number
 * among those of one path; by its position below the nearest element that a page has once); select.ts decides which of them becomes the field.
 */
import type { TreeNode } from '../../html/index.ts'
import { type Label, labelsOf, stepsDown, textKey } from './labels.ts'
import type { PageUnits, Unit } from './page-units.ts'

export type Way =
  | { readonly kind: 'label'; readonly label: Label }
  | { readonly kind: 'prefix'; readonly prefix: string }
  | { readonly kind: 'path' }
  /** The n-th of those that share a word path, counted from the first, whatever is between them. */
  | { readonly kind: 'nth'; readonly place: number }
  | { readonly kind: 'position'; readonly anchor: string; readonly steps: readonly string[] }

export interface Member {
  readonly unit: Unit
  readonly label: Label | undefined
}

export interface Place {
  readonly key: string
  readonly way: Way
  readonly members: Member[]
}

export interface PlaceSurvey {
  readonly pages: readonly PageUnits[]
  readonly places: readonly Place[]
  /** Whether nearly every page that has elements of this word path has only one. */
  readonly isSingle: (path: string) => boolean
  readonly isFrequent: (unit: Unit) => boolean
  /** Whether a unit begins with a label that most pages have. */
  readonly hasPrefix: (unit: Unit) => boolean
}

/** A label followed by a colon or an equals sign, before more text. */
export const PREFIX = /^(?!https?:)([^:：=\d][^:：=]{0,39}[:：=])\s*(?=\S)/i

export function survey(pages: readonly PageUnits[], frequent: ReadonlySet<string>): PlaceSurvey {
  const isSingle = singlePaths(pages)
  const data = answersOfLabels(pages, frequent)
  const isFrequent = (unit: Unit) => frequent.has(textKey(unit)) && !data.has(answerKey(unit))
  const places = new Map<string, Place>()
  const add = (key: string, way: () => Way, member: Member) => {
    const place = places.get(key)
    if (place === undefined) places.set(key, { key, way: way(), members: [member] })
    else place.members.push(member)
  }
  for (const page of pages) {
    const labels = labelsOf(page, isFrequent)
    const counts = new Map<string, number>()
    for (const [i, unit] of page.units.entries()) {
      addWays(page, { unit, label: labels[i] }, isSingle, add)
      addCounted({ unit, label: labels[i] }, counts, add)
    }
  }
  return {
    pages,
    places: [...places.values()],
    isSingle,
    isFrequent,
    hasPrefix: frequentPrefixes(pages, places),
  }
}

function frequentPrefixes(
  pages: readonly PageUnits[],
  places: ReadonlyMap<string, Place>,
): PlaceSurvey['hasPrefix'] {
  const least = Math.max(2, pages.length / 2)
  return ({ text }) => {
    const prefix = PREFIX.exec(text)?.[1]
    const place = prefix === undefined ? undefined : places.get(`J ${prefix}`)
    return place !== undefined && new Set(place.members.map(({ unit }) => unit.page)).size >= least
  }
}

type Add = (key: string, way: () => Way, member: Member) => void

function addWays(page: PageUnits, member: Member, isSingle: PlaceSurvey['isSingle'], add: Add): void {
  const { unit, label } = member
  if (label !== undefined) {
    add(`L ${label.key}`, () => ({ kind: 'label', label }), member)
    add(`A ${label.text}|${label.way}`, () => ({ kind: 'label', label }), member)
  }
  const prefix = unit.attribute === '' ? PREFIX.exec(unit.text)?.[1] : undefined
  if (prefix !== undefined) {
    add(`I ${withoutPlace(unit.path)}|${prefix}`, () => ({ kind: 'prefix', prefix }), member)
    add(`J ${prefix}`, () => ({ kind: 'prefix', prefix }), member)
  }
  add(`W ${unit.path}`, () => ({ kind: 'path' }), member)
  const position = positionOf(page, unit, isSingle)
  if (position !== undefined)
    add(`P ${position.anchor}|${position.steps.join('/')}@${unit.attribute}`, () => position, member)
}

const MAX_COUNTED = 6
/** The element of a text, or the one above it, has a class word or id. */
const WORDED = /\.[^/]+(?:\/[^/]+)?\/(?:text\(\)\[\d+\]|@\w+)$/

function addCounted(member: Member, counts: Map<string, number>, add: Add): void {
  const { path } = member.unit
  const place = (counts.get(path) ?? 0) + 1
  counts.set(path, place)
  if (place <= MAX_COUNTED && WORDED.test(path))
    add(`N ${place} ${path}`, () => ({ kind: 'nth', place }), member)
}

const withoutPlace = (path: string) => path.replace(/\[\d+\]$/, '')

/** The way down from the nearest element that pages have only once. */
function positionOf(page: PageUnits, unit: Unit, isSingle: PlaceSurvey['isSingle']) {
  let at: TreeNode | null = unit.node.kind === 'text' ? unit.node.parent : unit.node
  while (at !== null && at.name !== 'html') {
    if (at.name === 'body' || isSingle(page.paths[at.order]!))
      return { kind: 'position' as const, anchor: page.paths[at.order]!, steps: stepsDown(page, at, unit) }
    at = at.parent
  }
  return undefined
}

/** Tells whether nearly every page that has elements of a path has only one. */
function singlePaths(pages: readonly PageUnits[]): (path: string) => boolean {
  const have = new Map<string, { pages: number; once: number }>()
  for (const { paths } of pages) {
    const counts = new Map<string, number>()
    for (const path of paths) if (path !== undefined) counts.set(path, (counts.get(path) ?? 0) + 1)
    for (const [path, count] of counts) {
      const seen = have.get(path) ?? { pages: 0, once: 0 }
      have.set(path, { pages: seen.pages + 1, once: seen.once + (count === 1 ? 1 : 0) })
    }
  }
  return path => {
    const seen = have.get(path)
    return seen !== undefined && seen.pages >= pages.length / 2 && seen.once >= 0.9 * seen.pages
  }
}

const answerKey = (unit: Unit) => `${unit.path}|${unit.text}`

/**
 * A value that many pages share ("Private") is frequent but not a label: right after the same label, other pages have other, rarer
 * texts.
 */
function answersOfLabels(pages: readonly PageUnits[], frequent: ReadonlySet<string>): Set<string> {
  const groups = new Map<string, Unit[]>()
  for (const page of pages)
    for (const [i, label] of labelsOf(page, unit => frequent.has(textKey(unit))).entries()) {
      if (!label?.tight) continue
      const group = groups.get(label.key)
      if (group === undefined) groups.set(label.key, [page.units[i]!])
      else group.push(page.units[i]!)
    }
  const answers = new Set<string>()
  for (const group of groups.values()) {
    const rare = group.filter(unit => !frequent.has(textKey(unit))).length
    if (rare >= Math.max(2, 0.1 * group.length)) for (const unit of group) answers.add(answerKey(unit))
  }
  return answers
}
