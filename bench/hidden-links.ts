/**
 * Which links of real pages are taken for traps? Each is a page that may be lost, unless it is a trap; prints them for people to judge.
 *
 *   node bench/hidden-links.ts DIR [--limit 5000]    any folder of *.htm, *.html and *.html.gz
 */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { gunzipSync } from 'node:zlib'
import { scanPage } from '../src/document/scan-page.ts'
import { decodeBody } from '../src/html/index.ts'
import { Canonicalizer } from '../src/url/index.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { limit: { type: 'string', default: '5000' } },
})
const [folder] = positionals
if (folder === undefined) {
  console.error('name a folder of pages')
  process.exit(2)
}
const canonicalizer = new Canonicalizer()
const names = globSync('**/*.{htm,html,html.gz}', { cwd: folder }).sort()
const step = Math.max(1, Math.floor(names.length / Number(values.limit)))
const time = { plainMs: 0, hiddenMs: 0 }
let [pages, links, hidden] = [0, 0, 0]
for (let at = 0; at < names.length; at += step) {
  const bytes = readFileSync(join(folder, names[at]!))
  const { text: html } = decodeBody(names[at]!.endsWith('.gz') ? gunzipSync(bytes) : bytes, undefined, 'html')
  const began = performance.now()
  scanPage(html, 'http://site.example/folder/page', canonicalizer)
  const between = performance.now()
  const page = scanPage(html, 'http://site.example/folder/page', canonicalizer, { hidden: true })
  time.plainMs += between - began
  time.hiddenMs += performance.now() - between
  pages++
  const followed = page.links.filter(link => link.kind === 'a' && !link.nofollow)
  links += followed.length
  for (const link of followed.filter(each => each.hidden)) {
    hidden++
    console.log(`${names[at]}  ${link.href}  "${link.text}"`)
  }
}
console.log(
  `${pages} pages, ${links} links, ${hidden} taken for traps (${((100 * hidden) / links).toFixed(3)} %)`,
)
console.log(`finding them adds ${(100 * (time.hiddenMs / time.plainMs - 1)).toFixed(1)} % to reading links`)
