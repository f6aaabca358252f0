/**
 * From links between pages to links between classes.
 *
 * For each class and path: which classes its links lead to, on how many of its pages, with how many links. A path that leads to several
 * classes is a menu if its addresses are the same on every page (fixed), or if its words are (varying: the tabs of a product lead to
 * its own reviews). Otherwise two or more links to one class are a list and one is a singleton. Known answers to a search form count as links
 * of the form. What is on less than MIN_COVERAGE of the pages of a class is chance, not structure.
 */
import { copiesOf } from '../cluster/known-alike.ts'
import type { LinkType } from '../model.ts'
import { isPagination } from '../sample/pagination.ts'
import type { PageSketch, SketchLink } from '../sketch/page-sketch.ts'
import { ClassPredictor } from './class-predictor.ts'

export interface FoundLink {
  readonly from: number
  readonly to: number
  readonly path: number
  readonly type: LinkType
  readonly fixed: boolean
  readonly coverage: number
  readonly links: number
  readonly pagination: boolean
  /** For a form: the name of the field that takes words. */
  readonly field?: string
}

export const MIN_COVERAGE = 0.25
/** Mean share of a class's pages that have each address of a fixed path. */
const FIXED = 0.7
/** Fewer pages may agree in their words by chance. */
const MIN_WORDED_PAGES = 4

/** The links of one class along one path. */
interface Strand {
  readonly from: number
  readonly path: number
  /** For each target class, the number of links on each page that has some. */
  readonly targets: Map<number, number[]>
  readonly addresses: Map<string, number>
  /** Number of pages that have each text. */
  readonly texts: Map<string, number>
  pages: number
  pagination: number
  links: number
  field?: string
}

/** Copies of a page (`/` and `/index.html`) count once: two equal pages would make everything on them look fixed. */
export function findClassLinks(pages: readonly PageSketch[], classes: readonly number[]): FoundLink[] {
  const predictor = taught(pages, classes)
  const prints = new Map(pages.map(page => [page.url, page.fingerprint]))
  const sizes = new Map<number, number>()
  const strands = new Map<string, Strand>()
  for (const [i, first] of copiesOf(pages).entries()) {
    if (first !== i) continue
    const page = pages[i]!
    sizes.set(classes[i]!, (sizes.get(classes[i]!) ?? 0) + 1)
    const links = page.links.filter(link => prints.get(link.url) !== page.fingerprint)
    addPage(strands, { ...page, links }, classes[i]!, predictor)
  }
  const everywhere = addressShares(pages)
  return [...strands.values()].flatMap(strand => linksOf(strand, sizes.get(strand.from)!, everywhere))
}

function taught(pages: readonly PageSketch[], classes: readonly number[]): ClassPredictor {
  const predictor = new ClassPredictor()
  for (const [i, page] of pages.entries()) predictor.learnPage(page.url, classes[i]!)
  for (const [i, page] of pages.entries())
    for (const link of page.links) predictor.learnLink(classes[i]!, link)
  return predictor
}

function addPage(
  strands: Map<string, Strand>,
  page: PageSketch,
  from: number,
  predictor: ClassPredictor,
): void {
  for (const [path, links] of byPath(page.links)) {
    const key = `${from} ${path}`
    const strand = strands.get(key) ?? newStrand(from, path)
    strands.set(key, strand)
    strand.pages++
    const counts = new Map<number, number>()
    for (const text of new Set(links.map(link => link.text)))
      strand.texts.set(text, (strand.texts.get(text) ?? 0) + 1)
    for (const link of links) {
      strand.links++
      if (link.field !== undefined) strand.field = link.field
      if (isPagination(link, page.url)) strand.pagination++
      strand.addresses.set(link.url, (strand.addresses.get(link.url) ?? 0) + 1)
      const to = predictor.predict(from, link)
      if (to !== undefined) counts.set(to, (counts.get(to) ?? 0) + 1)
    }
    for (const [to, count] of counts) strand.targets.set(to, [...(strand.targets.get(to) ?? []), count])
  }
}

function newStrand(from: number, path: number): Strand {
  const counts = { addresses: new Map(), texts: new Map(), pages: 0, pagination: 0, links: 0 }
  return { from, path, targets: new Map(), ...counts }
}

/** Links by path, each address once per path. */
function byPath(links: readonly SketchLink[]): Map<number, SketchLink[]> {
  const paths = new Map<number, Map<string, SketchLink>>()
  for (const link of links) {
    const ofPath = paths.get(link.path) ?? new Map<string, SketchLink>()
    if (!ofPath.has(link.url)) ofPath.set(link.url, link)
    paths.set(link.path, ofPath)
  }
  return new Map([...paths].map(([path, ofPath]) => [path, [...ofPath.values()]]))
}

/** The share of all pages that link to each address. Needed for classes of one page, which cannot show what is fixed. */
function addressShares(pages: readonly PageSketch[]): Map<string, number> {
  const shares = new Map<string, number>()
  for (const page of pages)
    for (const url of new Set(page.links.map(link => link.url)))
      shares.set(url, (shares.get(url) ?? 0) + 1 / pages.length)
  return shares
}

function linksOf(strand: Strand, size: number, everywhere: ReadonlyMap<string, number>): FoundLink[] {
  const fixed = isFixed(strand, everywhere)
  const isMenu = strand.targets.size > 1 && strand.addresses.size > 1 && (fixed || isWorded(strand))
  const found: FoundLink[] = []
  for (const [to, counts] of strand.targets) {
    const coverage = counts.length / size
    if (coverage < MIN_COVERAGE) continue
    const at = { from: strand.from, to, path: strand.path, coverage }
    if (strand.field !== undefined) {
      // However many answers are known, the page has one form.
      const { field } = strand
      found.push({ ...at, type: 'form', fixed: false, links: 1, pagination: false, field })
      continue
    }
    const links = median(counts)
    const type = isMenu ? 'menu' : links >= 2 ? 'list' : 'singleton'
    const pagination = strand.pagination > strand.links / 2
    found.push({ ...at, type, fixed, links, pagination })
  }
  return found
}

function isFixed(strand: Strand, everywhere: ReadonlyMap<string, number>): boolean {
  let sum = 0
  for (const [url, count] of strand.addresses)
    sum += strand.pages > 1 ? count / strand.pages : (everywhere.get(url) ?? 0)
  return sum / strand.addresses.size >= (strand.pages > 1 ? FIXED : FIXED / 2)
}

/** Whether the words are the same on every page, wherever they lead. Page numbers do not make a menu. */
function isWorded({ texts, pages, links, pagination }: Strand): boolean {
  if (pages < MIN_WORDED_PAGES || texts.size < 2 || texts.has('') || pagination > 0) return false
  let sum = 0
  for (const count of texts.values()) sum += count / pages
  // A word that is twice on a page does not tell where it leads.
  return sum / texts.size >= FIXED && links <= texts.size * pages
}

function median(counts: readonly number[]): number {
  const sorted = [...counts].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)]!
}
