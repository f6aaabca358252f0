/**
 * Is the day found on which a page was published?
 *
 *   node bench/dates.ts --pages DIR [--wrong]    adbar/htmldate, its folder `tests`: eval_*.json and the pages they name
 *   node bench/dates.ts --marked DIR [--wrong]   Web Content eXtraction Benchmark, a part: ground-truth/*.json and html/*.html.gz
 *
 * Scored as that project's comparison.py does; in addition, the share of pages whose day is right. Addresses are given, as a crawler
 * knows them; `--without-addresses` withholds them, since the libraries compared there do without. The second set calls the day of the last change
 * the day of publication where the page shows it as its date. Its errors were looked at, too, when the rule about replies was made.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { gunzipSync } from 'node:zlib'
import { datesOf } from '../src/document/published/page-dates.ts'
import { decodeBody, parseTree } from '../src/html/index.ts'

const { values } = parseArgs({
  options: {
    pages: { type: 'string' },
    marked: { type: 'string' },
    wrong: { type: 'boolean', default: false },
    'without-addresses': { type: 'boolean', default: false },
  },
})
if (values.pages === undefined && values.marked === undefined) {
  console.error('name the folder of the pages: --pages DIR or --marked DIR')
  process.exit(2)
}
/** When the youngest pages of each set were collected. */
const COLLECTED = values.marked === undefined ? Date.UTC(2024, 11, 31) : Date.UTC(2026, 11, 31)

interface DatedPage {
  readonly url: string
  readonly file: string
  readonly bytes: Buffer
  /** Null if it has none. */
  readonly day: string | null
}

function* comparedPages(folder: string): Generator<DatedPage> {
  for (const set of ['eval_mediacloud_2020.json', 'eval_default.json']) {
    // Python writes NaN for pages without a date.
    const truth = JSON.parse(readFileSync(join(folder, set), 'utf8').replaceAll(': NaN', ': null')) as Record<
      string,
      { file: string; date: string | null }
    >
    for (const [url, { file, date }] of Object.entries(truth)) {
      const path = ['test_set', 'cache', 'eval'].map(name => join(folder, name, file)).find(existsSync)
      if (path !== undefined) yield { url, file, bytes: readFileSync(path), day: date }
    }
  }
}

function* markedPages(folder: string): Generator<DatedPage> {
  for (const file of readdirSync(join(folder, 'ground-truth'))) {
    const { url, ground_truth: truth } = JSON.parse(
      readFileSync(join(folder, 'ground-truth', file), 'utf8'),
    ) as { readonly url: string; readonly ground_truth: { readonly publish_date: string | null } }
    const day = /^\d{4}-\d\d-\d\d/.exec(truth.publish_date ?? '')?.[0]
    const path = join(folder, 'html', file.replace(/json$/, 'html.gz'))
    if (day !== undefined && existsSync(path)) yield { url, file, bytes: gunzipSync(readFileSync(path)), day }
  }
}

let [pages, right, wrong, missed, ms] = [0, 0, 0, 0, 0]
const sources = new Map<string, { right: number; wrong: number }>()
for (const { url, file, bytes, day } of values.marked === undefined
  ? comparedPages(values.pages!)
  : markedPages(values.marked)) {
  pages++
  const { text } = decodeBody(bytes, undefined, 'html')
  const tree = parseTree(text)
  const language = /<html[^>]*\s(?:xml:)?lang=["']?([\w-]+)/i.exec(text)?.[1] ?? null
  const began = performance.now()
  const address = values['without-addresses'] ? null : url
  const { published } = datesOf(tree, { url: address, language, before: COLLECTED })
  ms += performance.now() - began
  const source = sources.get(published?.from ?? 'none') ?? { right: 0, wrong: 0 }
  sources.set(published?.from ?? 'none', source)
  if ((published?.day ?? null) === day) {
    right++
    source.right++
    continue
  }
  source.wrong++
  if (published) wrong++
  else missed++
  if (values.wrong)
    console.log(`${day} but ${published?.day ?? 'none'} (${published?.from})  ${url}  ${file}`)
}
const share = (part: number, whole: number) => (part / Math.max(1, whole)).toFixed(3)
console.log(`${pages} pages: ${right} right, ${wrong} wrong, ${missed} without a date`)
console.log(
  `accuracy ${share(right, pages)}, precision ${share(right, right + wrong)}, F1 ${share(2 * right, 2 * right + wrong + missed)}`,
)
for (const [name, { right: good, wrong: bad }] of sources)
  console.log(`  ${name}: ${good} right, ${bad} wrong`)
console.log(`${(ms / pages).toFixed(2)} ms a page, the tree not counted`)
