/** The whole inference: explore, group, link, name. */

import { APART, pagesApart } from './cluster/apart.ts'
import { clusterPages, LIMITS } from './cluster/cluster.ts'
import { documentsOf } from './cluster/documents.ts'
import { firstAlike } from './cluster/known-alike.ts'
import { type Evidence, gatherEvidence } from './cluster/likeness.ts'
import { splitByMeaning } from './cluster/meaning.ts'
import { profileOf } from './cluster/profile.ts'
import { type CountedWords, wordsOf } from './cluster/word-vectors.ts'
import { anyWordsIn } from './guide/form-text.ts'
import { findClassForms } from './links/class-forms.ts'
import { type FoundLink, findClassLinks } from './links/class-links.ts'
import type { ClassLink, PageClass, SchemaPath, SiteModel } from './model.ts'
import { addressForm, nameClasses } from './naming.ts'
import { type Exploration, type ExploreOptions, explore } from './sample/explore.ts'
import type { PageSource, SourcePage } from './sample/source.ts'
import { unseenShare } from './sample/unseen.ts'
import type { PageSketch } from './sketch/page-sketch.ts'
import { shortXPath } from './sketch/step-xpath.ts'

export type Split = 'none' | 'semantic'

export interface InferOptions extends ExploreOptions {
  /** Written into the model (ISO 8601). */
  readonly madeAt: string
  /** `semantic`: classes of one template are split by folder if the words of their pages differ (meaning.ts). */
  readonly split?: Split
}

export interface Inference {
  readonly model: SiteModel
  /** The class of each page that was used, by address. */
  readonly classOf: ReadonlyMap<string, string>
}

const MAX_EXAMPLES = 5
const MIN_SHARE = 0.3

export async function inferSite(
  source: PageSource,
  start: string,
  options: InferOptions,
): Promise<Inference> {
  if (options.split !== 'semantic') return modelOf(await explore(source, start, options), options.madeAt)
  const words = new Map<string, CountedWords>()
  const onPage = (page: SourcePage) => {
    words.set(page.url, wordsOf(page.html))
    options.onPage?.(page)
  }
  const exploration = await explore(source, start, { ...options, onPage })
  return modelOf(exploration, options.madeAt, words)
}

/** If `words` of its pages are given, classes are split by meaning. */
export function modelOf(
  exploration: Exploration,
  madeAt: string,
  words?: ReadonlyMap<string, CountedWords>,
): Inference {
  const { pages, start } = exploration
  const evidence = gatherEvidence(pages, documentsOf(pages))
  const alike = classesOf(pages, evidence)
  const classes = words === undefined ? alike : splitPages(pages, alike, words)
  const groups = grouped(classes)
  const names = nameClasses(
    groups.map(group => group.map(page => pages[page]!.url)),
    start,
  )
  return describe(exploration, { evidence, classes, names }, madeAt)
}

/** What is apart shows only beside the others of its class, so pages are grouped a second time if some are. */
export function classesOf(
  pages: readonly PageSketch[],
  evidence: Evidence,
  limits = LIMITS,
  apartLimits = APART,
): number[] {
  const known = firstAlike(pages)
  const classes = clusterPages(evidence, known, limits)
  const apart = pagesApart(pages, classes, apartLimits)
  return apart.every(word => word === undefined) ? classes : clusterPages(evidence, known, limits, apart)
}

export interface Grouping {
  readonly evidence: Evidence
  /** The index of each page's class. */
  readonly classes: readonly number[]
  /** By class index. */
  readonly names: readonly string[]
}

function grouped(classes: readonly number[]): number[][] {
  const groups: number[][] = []
  for (const [page, classIndex] of classes.entries()) (groups[classIndex] ??= []).push(page)
  return groups
}

/** The number of pages of each class except the home page's, which is the only page of its kind on nearly every site and tells nothing. */
function sizesBeside(
  start: string,
  groups: readonly (readonly number[])[],
  pages: readonly PageSketch[],
): number[] {
  return groups.filter(group => group.every(page => pages[page]!.url !== start)).map(group => group.length)
}

/** Describes the model of pages whose classes are known. */
export function describe(
  exploration: Exploration,
  { evidence, classes, names }: Grouping,
  madeAt: string,
): Inference {
  const { pages, start, domain, requests } = exploration
  const groups = grouped(classes)
  const write = xpathWriter(pages, classes, exploration)
  const links = findClassLinks(pages, classes).map(link => classLink(link, names, write))
  const model: SiteModel = {
    format: 1,
    start,
    ...(domain !== undefined && { domain }),
    madeAt,
    pagesUsed: pages.length,
    requests,
    unseenShare: rounded(unseenShare(sizesBeside(start, groups, pages))),
    classes: groups.map((group, i) =>
      pageClass(
        names[i]!,
        group.map(page => pages[page]!),
        path => write(i, path),
      ),
    ),
    forms: findClassForms(pages, classes, names, exploration.vocabulary),
    profile: profileOf(evidence, groups, exploration.vocabulary),
    links: links.sort(
      (a, b) => compare(a.from, b.from) || b.coverage - a.coverage || compare(a.xpath, b.xpath),
    ),
  }
  return { model, classOf: new Map(pages.map((page, i) => [page.url, names[classes[i]!]!])) }
}

const NO_WORDS: CountedWords = new Map()

function splitPages(
  pages: readonly PageSketch[],
  classes: readonly number[],
  words: ReadonlyMap<string, CountedWords>,
): number[] {
  const urls = pages.map(page => page.url)
  return splitByMeaning(
    urls,
    urls.map(url => words.get(url) ?? NO_WORDS),
    classes,
  )
}

function rounded(value: number): number {
  return Math.round(value * 1000) / 1000
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

type WriteXPath = (classIndex: number, path: number) => string

/** Writes each path as an XPath once, as short as the other link paths of its class allow. */
function xpathWriter(
  pages: readonly PageSketch[],
  classes: readonly number[],
  { vocabulary }: Exploration,
): WriteXPath {
  const paths: Set<number>[] = []
  for (const [i, page] of pages.entries()) {
    const ofClass = (paths[classes[i]!] ??= new Set())
    for (const link of page.links) ofClass.add(link.path)
  }
  const words = paths.map(ofClass => [...ofClass].map(path => vocabulary.word(path)))
  const known = new Map<string, string>()
  return (classIndex, path) => {
    const key = `${classIndex} ${path}`
    const written = known.get(key) ?? shortXPath(vocabulary.word(path), words[classIndex]!)
    known.set(key, written)
    return written
  }
}

function classLink(
  { from, to, path, field, ...rest }: FoundLink,
  names: readonly string[],
  write: WriteXPath,
): ClassLink {
  return {
    from: names[from]!,
    to: names[to]!,
    xpath: write(from, path) + (field === undefined ? '' : anyWordsIn(field)),
    ...rest,
    coverage: rounded(rest.coverage),
  }
}

function pageClass(name: string, pages: readonly PageSketch[], write: (path: number) => string): PageClass {
  const urls = pages.map(page => page.url)
  return {
    name,
    pages: pages.length,
    address: addressForm(urls),
    examples: urls.slice(0, MAX_EXAMPLES),
    schema: schemaOf(pages, write),
  }
}

function schemaOf(pages: readonly PageSketch[], write: (path: number) => string): SchemaPath[] {
  const counts = new Map<number, number>()
  for (const page of pages)
    for (const path of new Set(page.links.map(link => link.path)))
      counts.set(path, (counts.get(path) ?? 0) + 1)
  return [...counts]
    .filter(([, count]) => count >= MIN_SHARE * pages.length)
    .map(([path, count]) => ({ xpath: write(path), share: rounded(count / pages.length) }))
    .sort((a, b) => b.share - a.share || compare(a.xpath, b.xpath))
}
