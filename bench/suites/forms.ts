/**
 * Kinds of forms, against the data of TeamHG-Memex/Formasaurus (`--folder formasaurus`: its formasaurus/data, pages with forms that people typed). We tell
 * search, log-in and the rest apart; of their kinds all others count as the rest, and so do our filters. Forms that were skipped or not annotated are left out,
 * and so are pages where we find another number of forms than they did.
 *
 *     node bench/suites/forms.ts --folder FORMASAURUS [--details]
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { decodeBody, parseTree } from '../../src/html/index.ts'
import { formAt } from '../../src/site/forms.ts'

const { values } = parseArgs({
  options: { folder: { type: 'string' }, details: { type: 'boolean', default: false } },
})
if (values.folder === undefined) {
  console.error('usage: forms.ts --folder FORMASAURUS [--details]')
  process.exit(2)
}
const folder = join(values.folder, 'formasaurus/data')

type Kind = 'search' | 'login' | 'other'

interface Entry {
  readonly url: string
  readonly forms: readonly string[]
}

const kinds: readonly Kind[] = ['search', 'login', 'other']
const truthOf = (letter: string): Kind => (letter === 's' ? 'search' : letter === 'l' ? 'login' : 'other')
const table = new Map<string, number>()
let skipped = 0
const index = JSON.parse(readFileSync(join(folder, 'index.json'), 'utf8')) as Record<string, Entry>
for (const [file, { url, forms }] of Object.entries(index)) {
  if (!existsSync(join(folder, file))) continue
  const tree = parseTree(decodeBody(readFileSync(join(folder, file)), undefined, 'html').text)
  const found = tree.nodes.filter(node => node.name === 'form')
  if (found.length !== forms.length) {
    skipped++
    continue
  }
  for (const [i, letter] of forms.entries()) {
    if (letter === '-' || letter === 'X') continue
    const { kind } = formAt(found[i]!, url)
    const told: Kind = kind === 'filter' ? 'other' : kind
    table.set(`${truthOf(letter)} ${told}`, (table.get(`${truthOf(letter)} ${told}`) ?? 0) + 1)
    if (values.details && told !== truthOf(letter))
      console.log(`${file} form ${i + 1}: ${letter}, we say ${kind}`)
  }
}

const count = (truth: Kind, told: Kind) => table.get(`${truth} ${told}`) ?? 0
const sum = (list: readonly number[]) => list.reduce((total, one) => total + one, 0)
const all = sum([...table.values()])
const right = sum(kinds.map(kind => count(kind, kind)))
console.log(
  `forms: ${right} of ${all} right (${((100 * right) / all).toFixed(1)} %); ${skipped} pages left out`,
)
for (const kind of kinds) {
  const hits = count(kind, kind)
  const precision = hits / sum(kinds.map(truth => count(truth, kind)))
  const recall = hits / sum(kinds.map(told => count(kind, told)))
  console.log(`  ${kind}: precision ${precision.toFixed(3)}, recall ${recall.toFixed(3)}`)
}
