/**
 * Compares two versions of a model: classes, links and fields that came, went, or changed their paths. Names are chosen anew for each
 * version, so classes are matched by their link paths and the form of their addresses.
 */
import type { ClassLink, PageClass, SiteModel } from './model.ts'
import type { ModelVersion } from './version.ts'
import { wrapperLines } from './wrapper/extract.ts'
import type { Wrapper, WrapperField } from './wrapper/model.ts'

export interface ChangedClass {
  readonly before: string
  readonly after: string
  readonly pathsCame: readonly string[]
  readonly pathsWent: readonly string[]
}

export interface ChangedLink {
  readonly from: string
  readonly to: string
  readonly before: readonly string[]
  readonly after: readonly string[]
}

export interface ChangedField {
  /** The name of the class in the later version. */
  readonly class: string
  readonly field: string
  /** Type and place; null if the field was not there. */
  readonly before: FieldPlace | null
  readonly after: FieldPlace | null
}

export type FieldPlace = Pick<WrapperField, 'type' | 'xpath'>

type ComparedModel = SiteModel & Pick<ModelVersion, 'wrappers'>

export interface ModelDifference {
  readonly classesCame: readonly string[]
  readonly classesWent: readonly string[]
  readonly classesChanged: readonly ChangedClass[]
  readonly linksCame: readonly ClassLink[]
  readonly linksWent: readonly ClassLink[]
  readonly linksChanged: readonly ChangedLink[]
  /** Fields of classes that both versions have; those of lists are named `list.field`. */
  readonly fieldsChanged: readonly ChangedField[]
}

const MIN_LIKENESS = 0.35
const ADDRESS_SHARE = 0.3

export function compareModels(before: ComparedModel, after: ComparedModel): ModelDifference {
  const matched = matchClasses(before.classes, after.classes)
  const wentNames = before.classes.filter(one => !matched.has(one.name)).map(one => one.name)
  const kept = new Set(matched.values())
  return {
    classesCame: after.classes.filter(one => !kept.has(one.name)).map(one => one.name),
    classesWent: wentNames,
    classesChanged: changedClasses(before, after, matched),
    ...compareLinks(before, after, matched),
    fieldsChanged: [...matched].flatMap(([old, now]) =>
      compareFields(now, before.wrappers?.[old], after.wrappers?.[now]),
    ),
  }
}

/** Matches each class of the old version to one of the new, greedily, the most similar pairs first. */
function matchClasses(before: readonly PageClass[], after: readonly PageClass[]): Map<string, string> {
  const pairs = before.flatMap(a => after.map(b => ({ a: a.name, b: b.name, likeness: likeness(a, b) })))
  pairs.sort((x, y) => y.likeness - x.likeness)
  const matched = new Map<string, string>()
  const taken = new Set<string>()
  for (const { a, b, likeness: value } of pairs) {
    if (value < MIN_LIKENESS) break
    if (matched.has(a) || taken.has(b)) continue
    matched.set(a, b)
    taken.add(b)
  }
  return matched
}

function likeness(a: PageClass, b: PageClass): number {
  const shares = new Map(a.schema.map(({ xpath, share }) => [xpath, share]))
  let common = 0
  let all = 0
  for (const { xpath, share } of b.schema) {
    const other = shares.get(xpath) ?? 0
    common += Math.min(share, other)
    all += Math.max(share, other)
    shares.delete(xpath)
  }
  for (const share of shares.values()) all += share
  const paths = all === 0 ? 1 : common / all
  return (1 - ADDRESS_SHARE) * paths + (a.address === b.address ? ADDRESS_SHARE : 0)
}

function changedClasses(
  before: SiteModel,
  after: SiteModel,
  matched: ReadonlyMap<string, string>,
): ChangedClass[] {
  const afterOf = new Map(after.classes.map(one => [one.name, one]))
  const changed: ChangedClass[] = []
  for (const a of before.classes) {
    const b = afterOf.get(matched.get(a.name) ?? '')
    if (b === undefined) continue
    const old = new Set(a.schema.map(path => path.xpath))
    const now = new Set(b.schema.map(path => path.xpath))
    const pathsCame = [...now].filter(path => !old.has(path))
    const pathsWent = [...old].filter(path => !now.has(path))
    if (pathsCame.length + pathsWent.length > 0)
      changed.push({ before: a.name, after: b.name, pathsCame, pathsWent })
  }
  return changed
}

function compareFields(
  name: string,
  before: Wrapper | undefined,
  after: Wrapper | undefined,
): ChangedField[] {
  const [old, now] = [fieldsIn(before), fieldsIn(after)]
  return [...new Set([...old.keys(), ...now.keys()])]
    .map(field => ({
      class: name,
      field,
      before: old.get(field) ?? null,
      after: now.get(field) ?? null,
    }))
    .filter(each => each.before?.xpath !== each.after?.xpath || each.before?.type !== each.after?.type)
}

function fieldsIn(wrapper: Wrapper | undefined): Map<string, FieldPlace> {
  const lines = wrapperLines('', wrapper ?? { fields: [] })
  return new Map(
    lines.flatMap(line =>
      line.kind === 'field' ? [[line.name, { type: line.type, xpath: line.xpath }] as const] : [],
    ),
  )
}

/** Compares links by their ends, using the class names of the new version. */
function compareLinks(before: SiteModel, after: SiteModel, matched: ReadonlyMap<string, string>) {
  const old = byEnds(before.links, name => matched.get(name) ?? `gone ${name}`)
  const now = byEnds(after.links, name => name)
  const linksCame: ClassLink[] = []
  const linksWent: ClassLink[] = []
  const linksChanged: ChangedLink[] = []
  for (const [ends, links] of old) {
    const other = now.get(ends)
    if (other === undefined) linksWent.push(...links)
    else if (paths(links).join('\n') !== paths(other).join('\n'))
      linksChanged.push({ from: other[0]!.from, to: other[0]!.to, before: paths(links), after: paths(other) })
  }
  for (const [ends, links] of now) if (!old.has(ends)) linksCame.push(...links)
  return { linksCame, linksWent, linksChanged }
}

function byEnds(links: readonly ClassLink[], name: (of: string) => string): Map<string, ClassLink[]> {
  const ends = new Map<string, ClassLink[]>()
  for (const link of links) {
    const key = `${name(link.from)} → ${name(link.to)}`
    const known = ends.get(key)
    if (known === undefined) ends.set(key, [link])
    else known.push(link)
  }
  return ends
}

function paths(links: readonly ClassLink[]): string[] {
  return links.map(link => link.xpath).sort()
}
