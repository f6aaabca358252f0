/**
 * Which real pages are taken for spam? Prints them with their reasons, for people to judge.
 *
 *   node bench/spam.ts DIR [--limit 5000] [--min 0.5]    any folder of *.htm, *.html and *.html.gz
 */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { gunzipSync } from 'node:zlib'
import { decodeBody } from '../src/html/index.ts'
import { spamOf } from '../src/search/spam.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { limit: { type: 'string', default: '5000' }, min: { type: 'string', default: '0.5' } },
})
const [folder] = positionals
if (folder === undefined) {
  console.error('name a folder of pages')
  process.exit(2)
}
const names = globSync('**/*.{htm,html,html.gz}', { cwd: folder }).sort()
const step = Math.max(1, Math.floor(names.length / Number(values.limit)))
let [pages, accused] = [0, 0]
for (let at = 0; at < names.length; at += step) {
  const bytes = readFileSync(join(folder, names[at]!))
  const { text } = decodeBody(names[at]!.endsWith('.gz') ? gunzipSync(bytes) : bytes, undefined, 'html')
  const { score, reasons } = spamOf(text, 'http://site.example/page')
  pages++
  if (score < Number(values.min)) continue
  accused++
  console.log(`${names[at]}  ${score.toFixed(2)}  ${reasons.map(({ what }) => what).join('; ')}`)
}
console.log(`${pages} pages, ${accused} taken for spam (${((100 * accused) / pages).toFixed(2)} %)`)
