/**
 * What counts as a change, on pages that we did not write.
 *
 *   npm run bench:change -- --folder DIR… [--pages 200] [--seed 1] [--held-out | --invented] [--anywhere] [--show 5] [--json]
 *     [--only noise,edits,speed]
 *
 *   npm run bench:change -- --history DIR [--branch HEAD] [--match REGEXP] [--outside REGEXP] [--pages 150] [--visits 60] [--seed 1] [--show 1]
 *     replays a git history of pages instead (`change/history.ts`)
 *
 * - noise: each kind is put into each page and drawn anew on every visit. Visits 1 to 3 teach the learner of the page; the bench counts
 *   how often visits 4 and 5 are called a change (at most 1 %). The same is shown for visit 2, when nothing is learned yet.
 * - edits: a page with three kinds of noise is learned in three visits; at the fourth visit something is edited too. The bench counts
 *   how often level `content` finds the edit (at least 99 %), among pages whose noise alone was quiet on that visit.
 * - speed: signatures per second, with and without the scanner's own time.
 *
 * Edits are outside nav, header, footer, aside, elements named like these, and menus; `--anywhere` puts them there too. `--held-out` uses
 * other languages, formats, class names and parameters; `change/times.ts` says how far that can be trusted. `--invented` prints times and
 * counters in languages that do not exist (`change/invented.ts`).
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import {
  type Decision,
  decide,
  encodeSignature,
  type Signature,
  signatureOf,
  VolatileRegions,
} from '../src/change/index.ts'
import { scan } from '../src/html/index.ts'
import { Chance } from './change/chance.ts'
import { EDITS, giveDate, giveNumber, givePrice } from './change/edits.ts'
import { printHistory, replayHistory } from './change/history.ts'
import { NOISES, type Noise, sentencesOf, type Visit } from './change/noise.ts'
import { type Document, htmlOf, placesOf, treeOf } from './change/tree.ts'

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    folder: { type: 'string', multiple: true, default: [] },
    pages: { type: 'string', default: '150' },
    seed: { type: 'string', default: '1' },
    'held-out': { type: 'boolean', default: false },
    invented: { type: 'boolean', default: false },
    anywhere: { type: 'boolean', default: false },
    show: { type: 'string', default: '0' },
    json: { type: 'boolean', default: false },
    only: { type: 'string', default: 'noise,edits,speed' },
    history: { type: 'string' },
    branch: { type: 'string', default: 'HEAD' },
    match: { type: 'string', default: '' },
    visits: { type: 'string', default: '60' },
    outside: { type: 'string' },
    days: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})
if (options.history !== undefined) {
  const { history: folder, branch, days } = options
  const [pages, visits, seed] = [options.pages, options.visits, options.seed].map(Number) as [
    number,
    number,
    number,
  ]
  const outside = options.outside === undefined ? undefined : new RegExp(options.outside)
  const [match, show] = [new RegExp(options.match), Number(options.show) > 0]
  printHistory(await replayHistory({ folder, branch, match, outside, show, days, pages, visits, seed }))
  process.exit(0)
}
const folders = [...options.folder, ...positionals]
if (folders.length === 0) {
  console.error(
    'usage: node bench/change.ts --folder DIR… [--pages 150] [--seed 1] [--held-out | --invented] [--anywhere] [--show 5] [--json] [--only noise,edits,speed]\n' +
      '       node bench/change.ts --history DIR [--branch HEAD] [--match REGEXP] [--outside REGEXP] [--pages 150] [--visits 60] [--seed 1] [--show 1] [--days]',
  )
  process.exit(options.help ? 0 : 2)
}

const URL_OF_PAGE = 'https://example.org/section/page.html'
const START = Date.UTC(2024, 4, 3, 14, 5)
const HOUR = 3_600_000
const LARGEST = 1_500_000
const WARM_SECONDS = 2
const RUNS = 9
const seed = Number(options.seed)
const heldOut = options['held-out']
const { invented } = options
let left = Number(options.show)
const measured = (what: string) => options.only.split(',').includes(what)

interface Page {
  readonly name: string
  readonly html: string
}

/** A seeded sample over the folder, whatever its order. */
function pagesOf(folder: string): Page[] {
  const names = (readdirSync(folder, { recursive: true }) as string[])
    .filter(name => /\.x?html?$/.test(name))
    .sort()
  const chosen = new Chance(seed).some(names, Number(options.pages) * 2)
  const pages: Page[] = []
  for (const name of chosen) {
    const html = readFileSync(join(folder, name), 'utf8')
    if (html.length > LARGEST || pages.length === Number(options.pages)) continue
    const normal = htmlOf(treeOf(html))
    if (placesOf(treeOf(normal), true).texts.length >= 5) pages.push({ name, html: normal })
  }
  return pages
}

/** Intervals of every length, as a crawler that tunes them has. */
function visits(chance: Chance): Visit[] {
  let at = START
  return Array.from({ length: 5 }, (_, serial) => {
    at +=
      serial === 0 ? 0 : chance.pick([HOUR / 6, HOUR, 7 * HOUR, 26 * HOUR, 200 * HOUR]) * (1 + chance.share())
    return { at: new Date(at), serial, chance: new Chance(chance.below(2 ** 31)) }
  })
}

/** The page as one visit sees it. Noise finds its places before anybody edits, so that an edit moves none of them. */
function drawn(
  page: Page,
  noises: readonly Noise[],
  visit: Visit,
  edit: (tree: Document) => void = () => {},
): string {
  const tree = treeOf(page.html)
  const draws = noises.map(noise => noise(tree))
  edit(tree)
  for (const draw of draws) draw(visit)
  return htmlOf(tree)
}

const signed = (html: string, { at }: Visit): Signature =>
  signatureOf(html, URL_OF_PAGE, { takenAt: at.getTime() })

/** What the first three visits teach. */
function learn(signatures: readonly Signature[], all: readonly Visit[]): VolatileRegions {
  const regions = new VolatileRegions()
  for (let at = 1; at < 3; at++) {
    const { comparison } = decide(signatures[at - 1]!, signatures[at]!, {}, regions)
    regions.observe(comparison!, all[at]!.at.getTime() - all[at - 1]!.at.getTime())
  }
  return regions
}

interface Rate {
  of: number
  hits: number
}
const percent = ({ hits, of }: Rate) => (of === 0 ? '–' : `${((100 * hits) / of).toFixed(2)} %`)
const add = (rate: Rate, hit: boolean) => {
  rate.of++
  if (hit) rate.hits++
}

function show(what: string, page: Page, detail: unknown): void {
  if (left-- > 0) console.log(what, page.name, JSON.stringify(detail).slice(0, 600))
}

function measureNoise(pages: readonly Page[], sentences: readonly string[]) {
  const rates: Record<string, { early: Rate; late: Rate }> = {}
  for (const [kind, make] of Object.entries(NOISES)) {
    const rate = { early: { of: 0, hits: 0 }, late: { of: 0, hits: 0 } }
    rates[kind] = rate
    pages.forEach((page, index) => {
      const chance = new Chance(seed * 7919 + index * 31 + kind.length * 1009 + kind.charCodeAt(0))
      const noise = make(treeOf(page.html), { chance, heldOut, invented, sentences })
      const all = visits(chance)
      const signatures = all.map(visit => signed(drawn(page, [noise], visit), visit))
      add(rate.early, decide(signatures[0]!, signatures[1]!).changed)
      const regions = learn(signatures, all)
      for (const at of [3, 4]) {
        const decision = decide(signatures[at - 1]!, signatures[at]!, {}, regions)
        add(rate.late, decision.changed)
        if (decision.changed)
          show(`noise ${kind}`, page, {
            paths: decision.paths,
            text: difference(signatures[at - 1]!, signatures[at]!),
          })
        regions.observe(decision.comparison!, all[at]!.at.getTime() - all[at - 1]!.at.getTime())
      }
    })
  }
  return rates
}

/** Lines that only one of the texts has. */
function difference(before: Signature, after: Signature): string[] {
  const lines = (signature: Signature) => signature.fresh!.text.split('\n')
  const only = (mine: string[], other: ReadonlySet<string>) =>
    mine.filter(line => !other.has(line)).slice(0, 3)
  return [...only(lines(before), new Set(lines(after))), '→', ...only(lines(after), new Set(lines(before)))]
}

/** Where two pages differ, whether it counts or not. */
const placesIn = ({ comparison }: Decision, after: Signature): string[] =>
  (comparison?.gaps ?? []).map(({ path }) => after.fresh!.labels.get(path) ?? String(path))

function measureEdits(pages: readonly Page[], sentences: readonly string[]) {
  const rates: Record<string, Rate> = {}
  const quiet: Rate = { of: 0, hits: 0 }
  pages.forEach((page, index) => {
    const chance = new Chance(seed * 104_729 + index)
    const prices = chance.below(2 ** 31)
    const prepare = (tree: Document) => {
      givePrice(tree, new Chance(prices))
      giveNumber(tree, new Chance(prices + 1))
      giveDate(tree, new Chance(prices + 2))
    }
    const kinds = chance.some(Object.keys(NOISES), 3)
    const noises = kinds.map(kind =>
      NOISES[kind]!(treeOf(page.html), { chance, heldOut, invented, sentences }),
    )
    const all = visits(chance)
    const signatures = all.slice(0, 3).map(visit => signed(drawn(page, noises, visit, prepare), visit))
    const regions = learn(signatures, all)
    const fourth = (edit?: (tree: Document) => void) => {
      const visit = { ...all[3]!, chance: new Chance(index) }
      return signed(
        drawn(page, noises, visit, tree => {
          prepare(tree)
          edit?.(tree)
        }),
        visit,
      )
    }
    const noiseOnly = decide(signatures[2]!, fourth(), {}, regions)
    add(quiet, !noiseOnly.changed)
    if (noiseOnly.changed) return
    for (const [kind, edit] of Object.entries(EDITS)) {
      rates[kind] ??= { of: 0, hits: 0 }
      let made = false
      const after = fourth(tree => {
        made = edit(tree, new Chance(index * 17 + kind.length + seed), sentences, !options.anywhere)
      })
      if (!made) continue
      const decision = decide(signatures[2]!, after, {}, regions)
      add(rates[kind]!, decision.changed)
      if (!decision.changed)
        show(`edit ${kind}`, page, {
          why: decision.why,
          excused: decision.excused.map(({ path }) => path),
          places: placesIn(decision, after),
          text: difference(signatures[2]!, after),
        })
    }
  })
  return { rates, quiet }
}

const cpuSeconds = (work: () => void): number => {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1e6
}

function measureSpeed(pages: readonly Page[]) {
  const bytes = pages.reduce((sum, { html }) => sum + Buffer.byteLength(html), 0)
  const nothing = { startTag() {}, endTag() {}, text() {} }
  const scanAll = () => pages.forEach(({ html }) => void scan(html, nothing))
  const signAll = () => pages.forEach(({ html }) => void signatureOf(html, URL_OF_PAGE))
  const run = () => ({ scan: cpuSeconds(scanAll), sign: cpuSeconds(signAll) })
  // Sixty small pages are read in the blink of an eye, before the compiler has seen to it.
  for (let warm = 0; warm < WARM_SECONDS; ) warm += run().sign
  const runs = Array.from({ length: RUNS }, run)
  const fastest = (key: 'scan' | 'sign') => Math.min(...runs.map(run => run[key]))
  const stored = pages.reduce(
    (sum, { html }) => sum + encodeSignature(signatureOf(html, URL_OF_PAGE)).length,
    0,
  )
  return {
    megabytes: bytes / 1e6,
    scanMBs: bytes / 1e6 / fastest('scan'),
    withScanMBs: bytes / 1e6 / fastest('sign'),
    afterScanMBs: bytes / 1e6 / (fastest('sign') - fastest('scan')),
    bytesPerPage: bytes / pages.length,
    signatureBytes: stored / pages.length,
  }
}

const total = (rates: readonly Rate[]): Rate => ({
  of: rates.reduce((sum, { of }) => sum + of, 0),
  hits: rates.reduce((sum, { hits }) => sum + hits, 0),
})

for (const folder of folders) {
  const pages = pagesOf(folder)
  const sentences = pages.flatMap(({ html }) => sentencesOf(treeOf(html)).slice(0, 40))
  const noise = measured('noise') ? measureNoise(pages, sentences) : {}
  const edits = measureEdits(measured('edits') ? pages : [], sentences)
  const speed = measureSpeed(measured('speed') ? pages : pages.slice(0, 1))
  if (options.json) {
    console.log(JSON.stringify({ folder, pages: pages.length, noise, edits, speed }))
    continue
  }
  console.log(
    `${folder}: ${pages.length} pages, seed ${seed}${heldOut ? ', held out' : ''}${invented ? ', invented' : ''}`,
  )
  for (const [kind, { early, late }] of Object.entries(noise))
    console.log(
      `  noise ${kind.padEnd(20)} called change: visit 2 ${percent(early).padStart(8)}, after 3 visits ${percent(late).padStart(8)}`,
    )
  console.log(
    `  noise total after 3 visits: ${percent(total(Object.values(noise).map(({ late }) => late)))} (to reach: at most 1 %)`,
  )
  for (const [kind, rate] of Object.entries(edits.rates))
    console.log(`  edit ${kind.padEnd(20)} found ${percent(rate).padStart(8)} of ${rate.of}`)
  console.log(
    `  edits found: ${percent(total(Object.values(edits.rates)))} (to reach: at least 99 %), beside noise that was quiet on ${percent(edits.quiet)} of pages`,
  )
  console.log(
    `  speed: ${speed.afterScanMBs.toFixed(0)} MB/s after scanning, ${speed.withScanMBs.toFixed(0)} MB/s with it (scanner alone ${speed.scanMBs.toFixed(0)}); ` +
      `${(speed.bytesPerPage / 1000).toFixed(0)} KB a page, ${speed.signatureBytes.toFixed(0)} bytes a signature`,
  )
}
