/**
 * How much of what people marked as the content of a page is found, and how much else?
 *
 *   node bench/content.ts --articles DIR    scrapinghub/article-extraction-benchmark: ground-truth.json and html/*.html.gz
 *   node bench/content.ts --pages DIR       Web Content eXtraction Benchmark, a part: ground-truth/*.json and html/*.html.gz
 *   node bench/content.ts --portals DIR     CleanPortalEval, from j-szulc/html-cleaning-dataset-merged: input/*.html and GoldStandard/*.txt
 *   node bench/content.ts --dragnet DIR     Dragnet, from the same collection and in the same form
 *   node bench/content.ts --readability DIR mozilla/readability, its folder test/test-pages: what its maintainers accept as content
 *   node bench/content.ts --site DIR --content XPATH   sixty pages of a site whose template says where the content is
 *
 * Articles are scored as that benchmark's evaluate.py does (shingles of four words, precision and recall averaged over pages), and like the
 * others by the mean word F1. There are two baselines: all text, and the optimum of tags outside and words inside (Finn, Kushmerick and
 * Smyth 2001). Times are those of a second run over all pages: a crawl is long, so compiling the code hardly counts. If a site has several pages, ours is measured alone and with one, two, four and eight of the others available.
 *
 * The model was learned from the development part of the second benchmark, so on that part only the folds of train.py are an honest measure;
 * it has seen none of the other parts and sets.
 */
import { parseArgs } from 'node:util'
import { contentBlocks } from '../src/document/content/content-blocks.ts'
import { mainContent, textsOfPage } from '../src/document/content/main-content.ts'
import type { SitePage } from '../src/document/content/site-texts.ts'
import { scanPage } from '../src/document/index.ts'
import { parseTree, type Tree } from '../src/html/index.ts'
import { Canonicalizer } from '../src/url/index.ts'
import { type MarkedPage, type MarkedSet, markedPages, sitePages } from './content/marked-pages.ts'
import { othersOf } from './content/other-pages.ts'
import { agreement, harmonic, mean, shingles } from './content/scores.ts'
import { tagOptimum } from './content/tag-optimum.ts'
import { wordsOf } from './content/truth.ts'

const SETS = [
  'articles',
  'pages',
  'portals',
  'dragnet',
  'readability',
] as const satisfies readonly MarkedSet[]
const OTHERS = [1, 2, 4, 8]
const PAGES_OF_SITE = 60
const options = Object.fromEntries(
  [...SETS, 'site', 'content'].map(set => [set, { type: 'string' as const }]),
)
const { values } = parseArgs({ options })
const set = SETS.find(each => values[each] !== undefined)
if (set === undefined && (values.site === undefined || values.content === undefined)) {
  console.error(
    'name a benchmark and its folder: --articles, --pages, --portals, --dragnet, --readability, or --site with --content',
  )
  process.exit(2)
}

const marked = [
  ...(set === undefined
    ? sitePages(String(values.site), String(values.content), PAGES_OF_SITE)
    : markedPages(set, String(values[set]))),
]
const canonicalizer = new Canonicalizer()
const [, scanMs] = timed(() =>
  marked.map(({ html }) => scanPage(html, 'http://localhost/', canonicalizer, { text: true })),
)
const trees = new Map(marked.map(page => [page, parseTree(page.html)]))

/** What a function returns, and the processor time of its second run. */
function timed<T>(run: () => T): readonly [result: T, ms: number] {
  run()
  const before = process.cpuUsage()
  const result = run()
  return [result, process.cpuUsage(before).user / 1_000]
}

const textOf = (blocks: readonly { readonly text: string }[]) => blocks.map(({ text }) => text).join('\n')

function report(
  name: string,
  pages: readonly MarkedPage[],
  extract: (tree: Tree, page: MarkedPage) => string,
): void {
  const [texts, ms] = timed(() => pages.map(page => extract(trees.get(page)!, page)))
  const { f1, precision, recall, singly } = scored(texts, pages, wordsOf)
  const cost = `${(ms / pages.length).toFixed(2)} ms a page (a scan: ${(scanMs / marked.length).toFixed(2)})`
  console.log(
    `${name.padEnd(28)} F1 ${f1.toFixed(3)}, precision ${precision.toFixed(3)}, recall ${recall.toFixed(3)}; ${cost}`,
  )
  if (set === 'articles') {
    const fours = scored(texts, pages, shingles)
    const both = harmonic(fours.precision, fours.recall)
    const parts = `precision ${fours.precision.toFixed(3)}, recall ${fours.recall.toFixed(3)}`
    console.log(`${' '.repeat(28)} by its evaluate.py: F1 ${both.toFixed(3)}, ${parts}`)
  }
  const kinds = [...new Set(pages.map(({ kind }) => kind))].sort()
  const ofKind = (kind: string) => mean(singly.filter((_, i) => pages[i]!.kind === kind)).toFixed(3)
  if (kinds.length > 1)
    console.log(`${' '.repeat(28)} ${kinds.map(kind => `${kind} ${ofKind(kind)}`).join(', ')}`)
}

function scored(
  texts: readonly string[],
  pages: readonly MarkedPage[],
  parts: (text: string) => readonly string[],
) {
  const scores = texts.map((text, i) => agreement(parts(text), parts(pages[i]!.content)))
  const singly = scores.map(each => harmonic(each.precision, each.recall))
  const precision = mean(scores.map(each => each.precision))
  const recall = mean(scores.map(each => each.recall))
  return { f1: mean(singly), precision, recall, singly }
}

report('all text', marked, tree => textOf(contentBlocks(tree)))
report('tag optimum', marked, tagOptimum)
report('tidewatch', marked, tree => textOf(mainContent(tree)))

const siblings = othersOf(marked, Math.max(...OTHERS))
const texts = new Map<MarkedPage, SitePage>()
for (const page of marked)
  if (siblings.get(page)!.length > 0) texts.set(page, textsOfPage(page.path, page.html))
const several = [...texts.keys()]
if (several.length > 0) {
  console.log(`\n${several.length} pages of sites with several`)
  report('alone', several, tree => textOf(mainContent(tree)))
  for (const most of OTHERS)
    report(`with at most ${most} other${most === 1 ? '' : 's'}`, several, (tree, page) =>
      textOf(
        mainContent(
          tree,
          siblings
            .get(page)!
            .slice(0, most)
            .map(each => texts.get(each)!),
        ),
      ),
    )
}
