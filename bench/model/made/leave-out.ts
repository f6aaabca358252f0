/**
 * What settings chosen on some generators are worth on another: for each generator, the limits that are best on all others judge its sites.
 *
 *     node bench/model/made/leave-out.ts --made DIR [--pages 200] [--seed 1]
 *
 * Each site is sampled once, as its model would be; only the grouping is done anew for each setting. Printed are the mean F* of each setting, over the
 * means of generators, and that of the generators left out, each with the setting that the others chose.
 */
import { clusterPages, LIMITS, type MergeLimits } from '../../../src/site/cluster/cluster.ts'
import { documentsOf } from '../../../src/site/cluster/documents.ts'
import { firstAlike } from '../../../src/site/cluster/known-alike.ts'
import { gatherEvidence } from '../../../src/site/cluster/likeness.ts'
import { explore } from '../../../src/site/sample/explore.ts'
import { scoreModel } from '../../../src/site/score.ts'
import type { JudgedSite } from '../judged-site.ts'
import { siteOptions } from '../options.ts'
import { madeSites } from './made-sites.ts'

const SETTINGS: Readonly<Record<string, Partial<MergeLimits>>> = {
  'as set': {},
  'large 0.46': { large: 0.46 },
  'large 0.54': { large: 0.54 },
  'single 0.36': { single: 0.36 },
  'home 0.1': { home: 0.1 },
  'home 0.2': { home: 0.2 },
  'common 0': { common: {} },
  'common 0.3': { common: { structure: 0.3 } },
  'common 0.5': { common: { structure: 0.5 } },
  'errors 0.7': { errors: 0.7 },
  'errors 1.1': { errors: 1.1 },
  'power 1.5': { power: 1.5 },
  'power 2': { power: 2 },
}

const options = siteOptions('leave-out.ts --made DIR [--pages 200] [--seed 1]')

/** F* of a site with each setting. */
async function scoresOf({ source, start, truth, golden }: JudgedSite): Promise<number[]> {
  const { pages } = await explore(source, source.origin + start, options)
  const evidence = gatherEvidence(pages, documentsOf(pages))
  const alike = firstAlike(pages)
  const truths = pages.map(page => truth(page.url))
  return Object.values(SETTINGS).map(setting => {
    const classes = clusterPages(evidence, alike, { ...LIMITS, ...setting })
    const judged = classes.map((computed, i) => ({ truth: truths[i], computed: `${computed}` }))
    return scoreModel(golden, judged, []).fStar
  })
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

/** The mean of each setting over rows. */
function columnMeans(rows: readonly (readonly number[])[]): number[] {
  return rows[0]!.map((_, column) => mean(rows.map(row => row[column]!)))
}

const generators = new Map<string, number[][]>()
for (const site of madeSites(options.made, options.only)) {
  const rows = generators.get(site.generator!) ?? []
  generators.set(site.generator!, rows)
  rows.push(await scoresOf(site))
}
const names = Object.keys(SETTINGS)
const means = new Map([...generators].map(([name, rows]) => [name, columnMeans(rows)]))
const all = columnMeans([...means.values()])
for (const [i, name] of names.entries()) console.log(`${name.padEnd(18)} F* ${all[i]!.toFixed(3)}`)

const leftOut = [...means].map(([name, own]) => {
  const others = columnMeans([...means].filter(([other]) => other !== name).map(([, row]) => row))
  const chosen = others.indexOf(Math.max(...others))
  console.log(`without ${name.padEnd(14)} ${names[chosen]!.padEnd(14)} F* ${own[chosen]!.toFixed(3)}`)
  return own[chosen]!
})
console.log(`left out           F* ${mean(leftOut).toFixed(3)}, ${means.size} generators`)
