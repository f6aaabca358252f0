/**
 * Feeds against the files of kurtmckee/feedparser (`--folder feedparser`: its tests/wellformed, illformed, encoding). Each
 * file states what is expected as a Python expression; those about what we read are judged: entries, links, ids, dates
 * and titles. Files that need HTTP headers of the test's own server are judged with the page address the suite uses.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { parseArgs } from 'node:util'
import { foldMarkup } from '../../src/document/fold.ts'
import { type Feed, parseFeed } from '../../src/document/index.ts'

const ATOM =
  /(feed|entries\[(\d+)\])(?:\['(\w+)'\]|\.(\w+))\s*==\s*(u?'((?:[^'\\]|\\.)*)'|u?"((?:[^"\\]|\\.)*)"|\(([\d, ]+)\))/g
const LENGTH = /len\(entries\)\s*==\s*(\d+)/
const JUDGED = new Set(['link', 'id', 'title', 'published_parsed', 'updated_parsed'])

interface Claim {
  readonly entry: number | undefined
  readonly key: string
  readonly value: string | number
}

function claims(expression: string): Claim[] {
  const found: Claim[] = []
  for (const match of expression.matchAll(ATOM)) {
    const key = match[3] ?? match[4]!
    if (!JUDGED.has(key) || (match[2] === undefined && key === 'id')) continue
    const value = match[8] === undefined ? python(match[6] ?? match[7] ?? '') : time(match[8])
    found.push({ entry: match[2] === undefined ? undefined : Number(match[2]), key, value })
  }
  return found
}

function python(text: string): string {
  return text.replace(/\\(?:u([0-9a-f]{4})|x([0-9a-f]{2})|n|(.))/gi, (whole, wide, narrow, other) =>
    whole === '\\n' ? '\n' : (other ?? String.fromCharCode(Number.parseInt(wide ?? narrow, 16))),
  )
}

function time(tuple: string): number {
  const [year = 0, month = 1, ...rest] = tuple.split(',').map(Number)
  return Date.UTC(year, month - 1, rest[0], rest[1], rest[2], rest[3])
}

function actual(feed: Feed | undefined, { entry, key }: Claim): unknown {
  if (entry === undefined) return key === 'title' ? feed?.title : key === 'link' ? feed?.link : feed?.updated
  const item = feed?.entries[entry]
  if (key === 'published_parsed') return item?.published ?? item?.updated
  if (key === 'updated_parsed') return item?.updated ?? item?.published
  return item?.[key as 'link' | 'id' | 'title']
}

/** Addresses are compared after parsing, titles as text: ours carry no markup. */
function same(claim: Claim, found: unknown): boolean {
  if (found === claim.value) return true
  if (typeof claim.value !== 'string' || typeof found !== 'string') return false
  if (claim.key === 'link' || claim.key === 'id') return URL.parse(claim.value)?.href === found
  return foldMarkup(claim.value) === found
}

const { values } = parseArgs({
  options: { folder: { type: 'string' }, show: { type: 'string', default: '40' } },
})
if (values.folder === undefined) {
  console.error('usage: feeds.ts --folder feedparser [--show 40]')
  process.exit(2)
}
const tests = join(values.folder, 'tests')
const score = new Map<string, { passed: number; total: number }>()
const wrong: string[] = []
function count(kind: string, good: boolean, line: string): void {
  const entry = score.get(kind) ?? { passed: 0, total: 0 }
  score.set(kind, { passed: entry.passed + (good ? 1 : 0), total: entry.total + 1 })
  if (!good) wrong.push(line)
}
for (const folder of ['wellformed', 'illformed', 'encoding']) {
  for (const file of readdirSync(join(tests, folder), { recursive: true, withFileTypes: true })) {
    if (!file.isFile() || !file.name.endsWith('.xml')) continue
    const path = join(file.parentPath, file.name)
    const bytes = readFileSync(path)
    const header = bytes.toString('latin1').slice(0, 4000)
    const expression = /Expect:([\s\S]*?)-->/.exec(header)?.[1] ?? ''
    const base =
      /Content-Location:\s*(\S+)/i.exec(header)?.[1] ??
      `http://127.0.0.1:8097/${relative(values.folder, path)}`
    const judged = claims(expression)
    const length = LENGTH.exec(expression)
    if (judged.length === 0 && length === null) continue
    const feed = parseFeed(bytes, base)
    const name = relative(tests, path)
    if (length !== null)
      count(
        'entries',
        (feed?.entries.length ?? 0) === Number(length[1]),
        `${name}: ${feed?.entries.length} entries`,
      )
    for (const claim of judged) {
      const found = actual(feed, claim)
      count(
        claim.key,
        same(claim, found),
        `${name}: ${claim.key} want ${JSON.stringify(claim.value)} got ${JSON.stringify(found)}`,
      )
    }
  }
}
for (const line of wrong.slice(0, Number(values.show))) console.log(`  ${line}`)
for (const [kind, { passed, total }] of score) console.log(`${kind}: ${passed} of ${total}`)
