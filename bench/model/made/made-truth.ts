/** What is true of a made site: the class of each page, and the links between classes, counted on a walk over all its pages. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import type { Golden, GoldenClass } from '../../../src/site/index.ts'
import { Interner } from '../../../src/site/sketch/interner.ts'
import { sketchPage } from '../../../src/site/sketch/page-sketch.ts'
import type { FolderSource } from '../folder-source.ts'
import { asIndex, type PageClassifier } from './generators.ts'

/** The walk ends here on the largest sites. */
const MAX_PAGES = 6_000
/** Links on fewer pages of a class are no link of the class. */
const MIN_COVERAGE = 0.1

interface WalkedPage {
  readonly className: GoldenClass | undefined
  readonly links: readonly string[]
}

/** The truth is kept in a file, since a walk takes up to a minute, and made anew for other rules. */
export function goldenOf(
  source: FolderSource,
  start: string,
  classOf: PageClassifier,
  file: string,
  rules: string,
): Golden {
  if (existsSync(file)) {
    const kept = JSON.parse(readFileSync(file, 'utf8')) as { rules: string; golden: Golden }
    if (kept.rules === rules) return kept.golden
  }
  const golden = counted(walked(source, start, classOf))
  writeFileSync(file, JSON.stringify({ rules, golden }))
  return golden
}

function walked(source: FolderSource, start: string, classOf: PageClassifier): Map<string, WalkedPage> {
  const pages = new Map<string, WalkedPage>()
  const known = new Set([source.origin + start])
  for (const url of known) {
    if (pages.size >= MAX_PAGES) break
    const page = source.read(url)
    if (page === null || pages.has(page.url)) continue
    const { links, moved } = sketchPage(page, new Interner())
    const urls = [...new Set(links.map(link => link.url))]
    for (const each of moved === undefined ? urls : [moved]) known.add(each)
    if (moved !== undefined) continue
    pages.set(page.url, { className: classOf(pathOf(page.url), page.html), links: urls })
  }
  return pages
}

/** Path and query as names of files have them. */
export function pathOf(url: string): string {
  const { pathname, search } = new URL(url)
  return decodeURI(pathname + search)
}

function counted(pages: ReadonlyMap<string, WalkedPage>): Golden {
  const classes = new Map<string, GoldenClass & { pages: number }>()
  /** How many links lead from one class to another, on each page that has some. */
  const pairs = new Map<string, number[]>()
  for (const [url, { className: own, links }] of pages) {
    if (own === undefined) continue
    classes.set(own.name, { ...own, pages: (classes.get(own.name)?.pages ?? 0) + 1 })
    const others = links.filter(link => asIndex(link) !== asIndex(url))
    const targets = Map.groupBy(others, link => pages.get(link)?.className?.name)
    for (const [to, found] of targets) {
      if (to === undefined) continue
      const pair = `${own.name} → ${to}`
      pairs.set(pair, [...(pairs.get(pair) ?? []), found.length])
    }
  }
  const links = [...pairs].map(([pair, counts]) => {
    const [from, to] = pair.split(' → ') as [string, string]
    const median = counts.sort((a, b) => a - b)[Math.floor(counts.length / 2)]!
    const type = median > 1 ? ('list' as const) : ('singleton' as const)
    return { from, to, type, coverage: counts.length / classes.get(from)!.pages }
  })
  return { classes: [...classes.values()], links: links.filter(link => link.coverage >= MIN_COVERAGE) }
}
