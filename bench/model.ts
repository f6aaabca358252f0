/**
 * The site model compared with golden sets:
 *
 *     node bench/model.ts --golden DIR --sites DIR [--pages 200] [--seed 1] [--only NAME,NAME] [--later 300] [--details]
 *     node bench/model.ts --made DIR [--pages 200] [--seed 1] [--only NAME,NAME] [--details]
 *     node bench/model.ts --world [--pages 200] [--seed 1]
 *
 * `--golden` holds one JSON file per site (classes as patterns of addresses, links between them); `--sites` one folder per site,
 * named like its file, unpacked as the file says under `how_to_get`. Nothing is fetched from the network. Printed are, for
 * each site, F*, purity, entropy, the share of golden links found (and with the right type), the precision of the links
 * emitted, and the coverage of the content; with `--later`, how well this many further pages are assigned, and what that costs.
 * src/site/score.ts defines the figures. `--made` takes a folder that `node bench/model/made/get.ts` has filled with manuals and references; the marks of
 * the programs that made them tell their classes, and a walk over all pages the links between these.
 */
import { type JudgedSite, type Judgement, judged, sitesWithGolden } from './model/judged-site.ts'
import { assignLater, type LaterScore } from './model/later.ts'
import { madeSites } from './model/made/made-sites.ts'
import { SITE_USAGE, siteOptions } from './model/options.ts'
import { judgeWorldSite, WORLD_SITES } from './model/world-sites.ts'

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

function details(row: Judgement): void {
  for (const [name, { f, pages }] of row.perClass)
    console.log(`    ${name}: F ${f.toFixed(2)} of ${pages} pages`)
  if (row.missedLinks.length > 0) console.log(`    missed: ${row.missedLinks.join(', ')}`)
  if (row.otherKind.length > 0) console.log(`    other kind: ${row.otherKind.join(', ')}`)
  if (row.wrongLinks.length > 0) console.log(`    not golden: ${row.wrongLinks.join(', ')}`)
}

/** Means of sites; those of one generator first, so that many sites of one do not outvote the others. */
function reportMeans(rows: ReadonlyMap<JudgedSite, Judgement>): void {
  const generators = Map.groupBy(rows.keys(), site => site.generator ?? site.name)
  const mean = (figure: (typeof FIGURES)[number], sites: readonly JudgedSite[]) =>
    sites.reduce((sum, site) => sum + rows.get(site)![figure], 0) / sites.length
  const all = [...generators.values()]
  const means = (groups: readonly (readonly JudgedSite[])[]) =>
    FIGURES.map(figure => groups.reduce((sum, group) => sum + mean(figure, group), 0) / groups.length)
  console.log(line('mean', means([[...rows.keys()]]), `${rows.size} sites`))
  if (generators.size < rows.size)
    console.log(line('mean of means', means(all), `${generators.size} generators`))
}

const rows = new Map<JudgedSite, Judgement>()
console.log(
  `${''.padEnd(18)}${['F*', 'purity', 'entropy', 'R', 'R kind', 'precis.', 'coverage', 'cpu s'].map(head => head.padStart(9)).join('')}`,
)
for (const site of options.made === '' ? sitesWithGolden(options) : madeSites(options.made, options.only)) {
  const row = await judged(site, options)
  rows.set(site, row)
  const { classes, requests } = row.model
  const rest = `${classes.length} classes, ${requests} requests, ${row.partition}`
  console.log(
    line(
      site.name,
      FIGURES.map(figure => row[figure]),
      rest,
    ),
  )
  if (options.later > 0) console.log(`    ${laterWords(await assignLater(site, row, options.later))}`)
  if (options.details) details(row)
}
if (rows.size > 1) reportMeans(rows)
