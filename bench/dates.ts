/**
 * Is the day found on which a page was published?
 *
 *   node bench/dates.ts --pages DIR [--wrong]    adbar/htmldate, its folder `tests`: eval_*.json and the pages they name
 *
 * Scored as that project's comparison.py does; in addition, the share of pages whose day is right. Addresses are given, as a crawler
 * knows them; `--without-addresses` withholds them, since the libraries compared there do without.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { datesOf } from '../src/document/published/page-dates.ts'
import { decodeBody, parseTree } from '../src/html/index.ts'

const { values } = parseArgs({
  options: {
    pages: { type: 'string' },
    wrong: { type: 'boolean', default: false },
    'without-addresses': { type: 'boolean', default: false },
  },
})
const folder = values.pages
if (folder === undefined) {
  console.error('name the folder of the pages: --pages DIR')
  process.exit(2)
}
/** When the youngest pages of the set were collected. */
const COLLECTED = Date.UTC(2024, 11, 31)

let [pages, right, wrong, missed, ms] = [0, 0, 0, 0, 0]
const sources = new Map<string, { right: number; wrong: number }>()
for (const set of ['eval_mediacloud_2020.json', 'eval_default.json']) {
  // Python writes NaN for pages without a date.
  const truth = JSON.parse(readFileSync(join(folder, set), 'utf8').replaceAll(': NaN', ': null')) as Record<
    string,
    { file: string; date: string | null }
  >
  for (const [url, { file, date }] of Object.entries(truth)) {
    const path = ['test_set', 'cache', 'eval'].map(name => join(folder, name, file)).find(existsSync)
    if (path === undefined) continue
    pages++
    const { text } = decodeBody(readFileSync(path), undefined, 'html')
    const tree = parseTree(text)
    const language = /<html[^>]*\s(?:xml:)?lang=["']?([\w-]+)/i.exec(text)?.[1] ?? null
    const began = performance.now()
    const address = values['without-addresses'] ? null : url
    const { published } = datesOf(tree, { url: address, language, before: COLLECTED })
    ms += performance.now() - began
    const source = sources.get(published?.from ?? 'none') ?? { right: 0, wrong: 0 }
    sources.set(published?.from ?? 'none', source)
    if ((published?.day ?? null) === date) {
      right++
      source.right++
      continue
    }
    source.wrong++
    if (published) wrong++
    else missed++
    if (values.wrong)
      console.log(`${date} but ${published?.day ?? 'none'} (${published?.from})  ${url}  ${file}`)
  }
}
const share = (part: number, whole: number) => (part / Math.max(1, whole)).toFixed(3)
console.log(`${pages} pages: ${right} right, ${wrong} wrong, ${missed} without a date`)
console.log(
  `accuracy ${share(right, pages)}, precision ${share(right, right + wrong)}, F1 ${share(2 * right, 2 * right + wrong + missed)}`,
)
for (const [name, { right: good, wrong: bad }] of sources)
  console.log(`  ${name}: ${good} right, ${bad} wrong`)
console.log(`${(ms / pages).toFixed(2)} ms a page, the tree not counted`)
