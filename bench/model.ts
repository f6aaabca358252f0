/**
 * The site model compared with golden sets:
 *
 *     node bench/model.ts --golden DIR --sites DIR [--pages 200] [--seed 1] [--only NAME,NAME] [--later 300] [--details]
 *     node bench/model.ts --world [--pages 200] [--seed 1]
 *
 * `--golden` holds one JSON file per site (classes as patterns of addresses, links between them); `--sites` one folder per site,
 * named like its file, unpacked as the file says under `how_to_get`. Nothing is fetched from the network. Printed are, for
 * each site, F*, purity, entropy, the share of golden links found (and with the right type), the precision of the links
 * emitted, and the coverage of the content; with `--later`, how well this many further pages are assigned, and what that costs.
 * src/site/score.ts defines the figures.
 */
import { goldenClassifier, inferSite, type ModelScore, scoreModel } from '../src/site/index.ts'
import { FolderSource } from './model/folder-source.ts'
import { type GoldenSite, originOf } from './model/golden.ts'
import { assignLater, type LaterScore } from './model/later.ts'
import { goldenSites, SITE_USAGE, siteOptions } from './model/options.ts'
import { judgeWorldSite, WORLD_SITES } from './model/world-sites.ts'

interface Row extends ModelScore {
  readonly name: string
  readonly pages: number
  readonly classes: number
  readonly cpuSeconds: number
  readonly later: string
}

function laterWords({ pages, fStar, purity, unfit, readMs, assignMs }: LaterScore): string {
  const costs = `${readMs.toFixed(2)} ms to read and ${assignMs.toFixed(3)} ms to assign`
  return `${pages} later pages: F* ${fStar.toFixed(3)}, purity ${purity.toFixed(3)}, ${(100 * unfit).toFixed(1)} % fit none, ${costs}`
}

const options = siteOptions(`model.ts ${SITE_USAGE} [--later 300], or --world`)
if (options.world) {
  for (const site of WORLD_SITES) {
    const { fStar, purity, pages } = await judgeWorldSite(site, options)
    console.log(`${site.kind.padEnd(18)} F* ${fStar.toFixed(3)}  purity ${purity.toFixed(3)}  ${pages} pages`)
  }
  process.exit(0)
}

async function judge(golden: GoldenSite, folder: string): Promise<Row> {
  const source = new FolderSource(folder, originOf(golden))
  const before = process.cpuUsage()
  const { pages, seed, later: most } = options
  const how = { pages, seed, madeAt: '2000-01-01T00:00:00Z' }
  const { model, classOf } = await inferSite(source, originOf(golden) + golden.start, how)
  const { user, system } = process.cpuUsage(before)
  const truth = goldenClassifier(golden)
  const judged = [...classOf].map(([url, computed]) => ({ truth: truth(url), computed }))
  const score = scoreModel(golden, judged, model.links)
  const later = most > 0 ? await assignLater(golden, source, model, classOf, most) : undefined
  return {
    ...score,
    name: golden.name,
    pages: model.requests,
    classes: model.classes.length,
    later: later === undefined ? '' : laterWords(later),
    cpuSeconds: (user + system) / 1e6 - source.readSeconds,
  }
}

const FIGURES = [
  'fStar',
  'purity',
  'entropy',
  'recall',
  'recallWithKind',
  'precision',
  'coverage',
  'cpuSeconds',
] as const

function line(name: string, figures: readonly number[], rest: string): string {
  return `${name.padEnd(18)}${figures.map(figure => figure.toFixed(3).padStart(9)).join('')}  ${rest}`
}

function details(row: Row): void {
  for (const [name, { f, pages }] of row.perClass)
    console.log(`    ${name}: F ${f.toFixed(2)} of ${pages} pages`)
  if (row.missedLinks.length > 0) console.log(`    missed: ${row.missedLinks.join(', ')}`)
  if (row.otherKind.length > 0) console.log(`    other kind: ${row.otherKind.join(', ')}`)
  if (row.wrongLinks.length > 0) console.log(`    not golden: ${row.wrongLinks.join(', ')}`)
}

const rows: Row[] = []
console.log(
  `${''.padEnd(18)}${['F*', 'purity', 'entropy', 'R', 'R kind', 'precis.', 'coverage', 'cpu s'].map(head => head.padStart(9)).join('')}`,
)
for (const [golden, folder] of goldenSites(options)) {
  const row = await judge(golden, folder)
  rows.push(row)
  console.log(
    line(
      row.name,
      FIGURES.map(figure => row[figure]),
      `${row.classes} classes, ${row.pages} requests, ${row.partition}`,
    ),
  )
  if (row.later !== '') console.log(`    ${row.later}`)
  if (options.details) details(row)
}
const mean = (figure: (typeof FIGURES)[number]) =>
  rows.reduce((sum, row) => sum + row[figure], 0) / rows.length
if (rows.length > 1) console.log(line('mean', FIGURES.map(mean), `${rows.length} sites`))
