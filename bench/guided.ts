/**
 * Crawls by inferred models, against golden sets:
 *
 *     node bench/guided.ts --golden DIR --sites DIR [--pages 200] [--seed 1] [--only NAME,NAME] [--details]
 *
 * Folders as for bench/model.ts. Each site is modelled from `--pages` pages and then crawled by the model, through the same `Guide` as in
 * the engine, until nothing it promises is left. Printed are, for each site, the share of the pages of each golden class that were
 * found (the least and the mean over classes), and the share of fetched pages that belong to none (traps: wish lists, variants).
 * Asked: at least 98 % of every class, at most 10 % outside.
 */
import { hashWords } from '../src/crawl/thread/word-set.ts'
import { parseTree, type Tree } from '../src/html/index.ts'
import {
  Guide,
  goldenClassifier,
  guideOfModel,
  inferSite,
  Newcomers,
  type SourcePage,
  UNPLACED_CLASS,
  versionOf,
} from '../src/site/index.ts'
import { canonicalUrl } from '../src/url/index.ts'
import { FolderSource } from './model/folder-source.ts'
import { type GoldenSite, originOf } from './model/golden.ts'
import { goldenSites, SITE_USAGE, siteOptions } from './model/options.ts'

const options = siteOptions(`guided.ts ${SITE_USAGE}`)

type Next = (
  page: SourcePage,
  promised: string | null,
) => readonly (readonly [url: string, promised: string | null])[]

/** Everything that `next` leads to; redirects by META count as links. */
async function reach(
  source: FolderSource,
  starts: readonly string[],
  next: Next,
  allows: (url: string, promised: string | null) => boolean = () => true,
): Promise<Set<string>> {
  const queue: (readonly [string, string | null])[] = starts.map(start => [start, null])
  const known = new Set(starts)
  const fetched = new Set<string>()
  for (const [url, promised] of queue) {
    const page = allows(url, promised) ? await source.fetch(url) : null
    if (page === null || fetched.has(page.url)) continue
    fetched.add(page.url)
    for (const link of next(page, promised)) {
      if (known.has(link[0])) continue
      known.add(link[0])
      queue.push(link)
    }
  }
  return fetched
}

const everything: Next = page => {
  const tree = parseTree(page.html)
  const base = tree.nodes.find(node => node.name === 'base')?.attribute('href') ?? page.url
  return tree.nodes
    .filter(node => node.name === 'a' || node.name === 'area')
    .map(node => canonicalUrl(node.attribute('href') ?? '', URL.parse(base, page.url)?.href ?? page.url))
    .filter(url => url !== undefined)
    .map(url => [url, null])
}

async function judge(golden: GoldenSite, folder: string): Promise<void> {
  const source = new FolderSource(folder, originOf(golden))
  const start = originOf(golden) + golden.start
  const how = { pages: options.pages, seed: options.seed, madeAt: '2000-01-01T00:00:00Z' }
  const model = versionOf(await inferSite(source, start, how))
  const guide = new Guide(guideOfModel(model, 'follow'))
  const newcomers = new Newcomers()
  const found = await reach(
    source,
    [start, ...model.members.flat()],
    (page, promised) => {
      const tree = parseTree(page.html)
      const { pageClass, links } = guide.read(tree, page.url, promised)
      newcomers.fetched(page.url, outlineOf(tree), pageClass !== null)
      return links.map(({ href, to }) => [href, to])
    },
    (url, promised) => newcomers.allows(url, promised !== UNPLACED_CLASS),
  )
  const all = await reach(source, [start], everything)
  report(golden, found, all)
}

/** What the engine takes for the outline of a page. */
const outlineOf = (tree: Tree) =>
  hashWords(tree.nodes.filter(node => node.name === 'title' || node.name === 'a').map(node => node.text()))

/** A folder has no answers to queries, and two names for its index: what differs by those only is a copy. */
const bare = (url: string) => url.replace(/\?.*/, '').replace(/\/index\.html$/, '/')

function report(golden: GoldenSite, found: ReadonlySet<string>, all: ReadonlySet<string>): void {
  const truth = goldenClassifier(golden)
  const isContent = (url: string) => truth(url)?.trap === undefined && truth(url) !== undefined
  const got = new Set([...found].map(bare))
  const shares = golden.classes.flatMap(one => {
    const own = new Set([...all].filter(url => isContent(url) && truth(url) === one).map(bare))
    const missed = [...own].filter(url => !got.has(url))
    return own.size === 0
      ? []
      : [{ name: one.name, pages: own.size, share: 1 - missed.length / own.size, missed }]
  })
  const content = new Set([...found].filter(isContent).map(bare)).size
  const outside = 1 - content / found.size
  const least = Math.min(...shares.map(each => each.share))
  const mean = shares.reduce((sum, each) => sum + each.share, 0) / shares.length
  const verdict = least >= 0.98 && outside <= 0.1 ? 'kept' : 'NOT REACHED'
  const figures = [least, mean, outside].map(figure => figure.toFixed(3).padStart(9)).join('')
  console.log(
    `${golden.name.padEnd(18)}${figures}  ${found.size} of ${all.size} addresses fetched  ${verdict}`,
  )
  if (!options.details) return
  for (const { name, pages, share, missed } of shares)
    if (share < 0.98)
      console.log(`    ${name}: ${share.toFixed(3)} of ${pages}; missed ${missed.slice(0, 5).join(' ')}`)
  const strays = [...found].filter(url => !isContent(url) || url.includes('?'))
  if (strays.length > 0)
    console.log(`    outside: ${strays.filter((_, i) => i % Math.ceil(strays.length / 8) === 0).join(' ')}`)
}

console.log(
  `${''.padEnd(18)}${['least', 'mean'].map(head => head.padStart(9)).join('')}${'outside'.padStart(9)}`,
)
for (const [golden, folder] of goldenSites(options)) await judge(golden, folder)
