/**
 * How many ordinary pages are taken for walls? Prints every page that is, for people to judge, and the share of each kind.
 *
 *   node bench/walls.ts --pages DIR       Web Content eXtraction Benchmark, a part: ground-truth/*.json and html/*.html.gz
 *   node bench/walls.ts --articles DIR    scrapinghub/article-extraction-benchmark: ground-truth.json and html/*.html.gz
 *   node bench/walls.ts --forms DIR       TeamHG-Memex/Formasaurus: index.json and html/*.html (pages with forms, many of them log-ins)
 *   node bench/walls.ts --folder DIR      any folder of *.htm and *.html, of which at most --limit are read (5,000)
 */
import { globSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { gunzipSync } from 'node:zlib'
import { scanPage } from '../src/document/scan-page.ts'
import { wallOf } from '../src/document/walls/index.ts'
import { decodeBody } from '../src/html/index.ts'
import { Canonicalizer } from '../src/url/index.ts'

const text = { type: 'string' } as const
const { values } = parseArgs({
  options: { pages: text, articles: text, forms: text, folder: text, limit: { ...text, default: '5000' } },
})

interface Sample {
  readonly url: string
  readonly file: string
}

const json = (file: string) => JSON.parse(readFileSync(file, 'utf8'))
/** Where the address is not known, it is no log-in's. */
const UNKNOWN = 'http://unknown.example/page'

function* pages(folder: string): Generator<Sample> {
  for (const name of readdirSync(join(folder, 'ground-truth')).sort())
    yield {
      url: json(join(folder, 'ground-truth', name)).url || UNKNOWN,
      file: join(folder, 'html', name.replace('.json', '.html.gz')),
    }
}

function* articles(folder: string): Generator<Sample> {
  for (const [id, { url }] of Object.entries<{ url?: string }>(json(join(folder, 'ground-truth.json'))))
    yield { url: url ?? UNKNOWN, file: join(folder, 'html', `${id}.html.gz`) }
}

function* forms(folder: string): Generator<Sample> {
  for (const [name, { url }] of Object.entries<{ url: string }>(json(join(folder, 'index.json'))))
    yield { url, file: join(folder, name) }
}

function* files(folder: string): Generator<Sample> {
  const all = globSync('**/*.{htm,html}', { cwd: folder }).sort()
  const step = Math.max(1, Math.floor(all.length / Number(values.limit)))
  for (let at = 0; at < all.length; at += step) yield { url: UNKNOWN, file: join(folder, all[at]!) }
}

function samples(): Generator<Sample> {
  if (values.pages !== undefined) return pages(values.pages)
  if (values.articles !== undefined) return articles(values.articles)
  if (values.forms !== undefined) return forms(values.forms)
  if (values.folder !== undefined) return files(values.folder)
  console.error('name a set of pages: --pages, --articles, --forms or --folder DIR')
  process.exit(2)
}

const canonicalizer = new Canonicalizer()
const counts = new Map<string, number>()
let read = 0
let scanMs = 0
let wallMs = 0
for (const { url, file } of samples()) {
  const bytes = readFileSync(file)
  const { text: html } = decodeBody(file.endsWith('.gz') ? gunzipSync(bytes) : bytes, undefined, 'html')
  read++
  const began = performance.now()
  const page = scanPage(html, url, canonicalizer)
  scanMs += performance.now() - began
  const looked = performance.now()
  const wall = wallOf(html, page, { url, status: 200, headers: [] })
  wallMs += performance.now() - looked
  if (!wall) continue
  const name = `${wall.kind} (${wall.holds})`
  counts.set(name, (counts.get(name) ?? 0) + 1)
  console.log(`${name}  ${wall.by}  ${page.title.slice(0, 60)}  ${url === UNKNOWN ? file : url}`)
}
console.log(`${read} pages`)
for (const [name, count] of counts) console.log(`${name}: ${count} (${((100 * count) / read).toFixed(2)} %)`)
console.log(
  `looking for walls takes ${((100 * wallMs) / scanMs).toFixed(1)} % of the time that finding links takes`,
)
