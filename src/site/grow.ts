/**
 * Grows a model: pages that fit none of its classes, gathered during a crawl, join the classes that they turn out to resemble or
 * start new ones. Existing classes keep their names and their pages.
 */
import { clusterPages } from './cluster/cluster.ts'
import { documentsOf } from './cluster/documents.ts'
import { firstAlike } from './cluster/known-alike.ts'
import { type Evidence, gatherEvidence } from './cluster/likeness.ts'
import { describe } from './infer.ts'
import { nameClasses } from './naming.ts'
import type { SourcePage } from './sample/source.ts'
import { Interner } from './sketch/interner.ts'
import { type PageSketch, sketchPage } from './sketch/page-sketch.ts'
import { type ModelVersion, versionOf } from './version.ts'
import { induceWrapper } from './wrapper/index.ts'
import type { Wrapper } from './wrapper/model.ts'

/** Fewer pages may be chance, and are too few for a wrapper. */
const MIN_CLASS_PAGES = 3

export interface NewPages {
  /** Pages of the existing classes, as far as they can still be read. */
  readonly members: readonly SourcePage[]
  /** Pages that fit no class. */
  readonly strangers: readonly SourcePage[]
  readonly madeAt: string
}

/** Null if the strangers have nothing in common, or a class has no page left to compare them with. */
export function growModel(
  model: ModelVersion,
  { members, strangers, madeAt }: NewPages,
): ModelVersion | null {
  const classOf = new Map(model.members.flatMap((urls, i) => urls.map(url => [url, i] as const)))
  const vocabulary = new Interner()
  const known = members.filter(({ url }) => classOf.has(url)).sort(startFirst(model))
  if (new Set(known.map(({ url }) => classOf.get(url))).size < model.classes.length) return null
  const pages = [...known, ...strangers].map(page => sketchPage(page, vocabulary, model.domain))
  const old = known.map(({ url }) => classOf.get(url)!)
  const evidence = gatherEvidence(pages, documentsOf(pages))
  const classes = numbered(old, joined(evidence, pages, old), model.classes.length)
  const placed = pages.flatMap((_, i) => (classes[i] === undefined ? [] : [i]))
  if (placed.length === known.length) return null
  const kept = placed.map(i => pages[i]!)
  const grouping = {
    evidence: gatherEvidence(kept, documentsOf(kept)),
    classes: placed.map(i => classes[i]!),
    names: namesOf(
      model,
      kept,
      placed.map(i => classes[i]!),
    ),
  }
  const requests = model.requests + strangers.length
  const grown = versionOf(
    describe(
      { start: model.start, domain: model.domain, pages: kept, vocabulary, requests },
      grouping,
      madeAt,
    ),
  )
  const wrappers = { ...wrappersOf(grown, strangers), ...model.wrappers }
  return { ...grown, wrappers, ...(model.chosen && { chosen: model.chosen }) }
}

/** Sorts the start page first: clustering recognizes the home page by its position. */
const startFirst =
  ({ start }: ModelVersion) =>
  (a: SourcePage, b: SourcePage) =>
    Number(b.url === start) - Number(a.url === start)

/** Groups the pages; those of one old class are together from the start. */
function joined(evidence: Evidence, pages: readonly PageSketch[], old: readonly number[]): number[] {
  const firsts = new Map<number, number>()
  for (const [page, classIndex] of old.entries()) if (!firsts.has(classIndex)) firsts.set(classIndex, page)
  const alike = firstAlike(pages).map((first, page) => {
    const classIndex = old[page]
    if (classIndex !== undefined) return firsts.get(classIndex)!
    return first < old.length ? firsts.get(old[first]!)! : first
  })
  return clusterPages(evidence, alike)
}

/**
 * The class of each page: that of its group's old pages (of most of them, if two old classes have merged), a new one, or
 * none if a group of strangers is too small.
 */
function numbered(
  old: readonly number[],
  groups: readonly number[],
  oldClasses: number,
): (number | undefined)[] {
  let next = oldClasses
  const ofGroup = new Map<number, number | undefined>()
  for (const group of new Set(groups)) {
    const own = old.filter((_, page) => groups[page] === group)
    const size = groups.filter(each => each === group).length
    const isNew = own.length === 0 && size >= MIN_CLASS_PAGES
    ofGroup.set(group, own.length > 0 ? mostOf(own) : isNew ? next++ : undefined)
  }
  return groups.map((group, page) => old[page] ?? ofGroup.get(group))
}

function mostOf(numbers: readonly number[]): number {
  const counts = new Map<number, number>()
  for (const number of numbers) counts.set(number, (counts.get(number) ?? 0) + 1)
  return [...counts].reduce((most, each) => (each[1] > most[1] ? each : most))[0]
}

function namesOf(model: ModelVersion, pages: readonly PageSketch[], classes: readonly number[]): string[] {
  const urls: string[][] = []
  for (const [i, { url }] of pages.entries()) (urls[classes[i]!] ??= []).push(url)
  const old = model.classes.map(({ name }) => name)
  const used = new Set(old)
  const wishes = nameClasses(
    Array.from(urls, group => group ?? []),
    model.start,
  )
  return wishes.map((wish, i) => {
    if (i < old.length) return old[i]!
    let name = wish
    for (let n = 2; used.has(name); n++) name = `${wish}-${n}`
    used.add(name)
    return name
  })
}

function wrappersOf(
  { classes, members }: ModelVersion,
  strangers: readonly SourcePage[],
): Record<string, Wrapper> {
  const wrappers: Record<string, Wrapper> = {}
  for (const [i, { name }] of classes.entries()) {
    const own = new Set(members[i])
    const pages = strangers.filter(({ url }) => own.has(url))
    if (pages.length < MIN_CLASS_PAGES) continue
    const wrapper = induceWrapper(pages)
    if (wrapper.fields.length > 0 || wrapper.lists?.length) wrappers[name] = wrapper
  }
  return wrappers
}
