/**
 * What settings chosen on some generators are worth on another: for each generator, the limits that are best on all others judge its sites.
 *
 *     node bench/model/made/leave-out.ts --made DIR [--pages 200] [--seed 1]
 *
 * Each site is sampled once, as its model would be; only the grouping and linking are done anew for each setting. Printed are the means of F* and of the share R of links
 * found for each setting, over the means of generators, and those of the generators left out, each with the setting that is best for the others (F* + R).
 */
import { APART, type ApartLimits } from '../../../src/site/cluster/apart.ts'
import { LIMITS, type MergeLimits } from '../../../src/site/cluster/cluster.ts'
import { documentsOf } from '../../../src/site/cluster/documents.ts'
import { gatherEvidence } from '../../../src/site/cluster/likeness.ts'
import { classesOf } from '../../../src/site/infer.ts'
import { findClassLinks } from '../../../src/site/links/class-links.ts'
import { explore } from '../../../src/site/sample/explore.ts'
import { scoreModel } from '../../../src/site/score.ts'
import type { JudgedSite } from '../judged-site.ts'
import { siteOptions } from '../options.ts'
import { madeSites } from './made-sites.ts'

const SETTINGS: Readonly<Record<string, { merge?: Partial<MergeLimits>; apart?: Partial<ApartLimits> }>> = {
  'as set': {},
  'large 0.46': { merge: { large: 0.46 } },
  'large 0.54': { merge: { large: 0.54 } },
  'single 0.36': { merge: { single: 0.36 } },
  'home 0.1': { merge: { home: 0.1 } },
  'home 0.2': { merge: { home: 0.2 } },
  'common 0': { merge: { common: {} } },
  'common 0.3': { merge: { common: { structure: 0.3 } } },
  'common 0.5': { merge: { common: { structure: 0.5 } } },
  'errors 0.7': { merge: { errors: 0.7 } },
  'errors 1.1': { merge: { errors: 1.1 } },
  'power 1.5': { merge: { power: 1.5 } },
  'power 2': { merge: { power: 2 } },
  'none apart': { apart: { links: Number.POSITIVE_INFINITY, forms: Number.POSITIVE_INFINITY } },
  'links 10': { apart: { links: 10 } },
  'links 40': { apart: { links: 40 } },
  'times 1.5': { apart: { times: 1.5 } },
  'times 6': { apart: { times: 6 } },
  'chars 50': { apart: { chars: 50 } },
  'chars 120': { apart: { chars: 120 } },
  'denser 2.5': { apart: { denser: 2.5 } },
  'denser 10': { apart: { denser: 10 } },
}

const options = siteOptions('leave-out.ts --made DIR [--pages 200] [--seed 1]')

interface Score {
  readonly fStar: number
  readonly recall: number
}

/** The score of a site with each setting. */
async function scoresOf({ source, start, truth, golden }: JudgedSite): Promise<Score[]> {
  const { pages } = await explore(source, source.origin + start, options)
  const evidence = gatherEvidence(pages, documentsOf(pages))
  const truths = pages.map(page => truth(page.url))
  return Object.values(SETTINGS).map(({ merge, apart }) => {
    const classes = classesOf(pages, evidence, { ...LIMITS, ...merge }, { ...APART, ...apart })
    const judged = classes.map((computed, i) => ({ truth: truths[i], computed: `${computed}` }))
    const links = findClassLinks(pages, classes).map(({ from, to, type }) => ({
      from: `${from}`,
      to: `${to}`,
      type,
    }))
    return scoreModel(golden, judged, links)
  })
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

function meanScore(scores: readonly Score[]): Score {
  return { fStar: mean(scores.map(({ fStar }) => fStar)), recall: mean(scores.map(({ recall }) => recall)) }
}

/** The mean of each setting over rows. */
function columnMeans(rows: readonly (readonly Score[])[]): Score[] {
  return rows[0]!.map((_, column) => meanScore(rows.map(row => row[column]!)))
}

const words = ({ fStar, recall }: Score) => `F* ${fStar.toFixed(3)}  R ${recall.toFixed(3)}`

const generators = new Map<string, Score[][]>()
for (const site of madeSites(options.made, options.only)) {
  const rows = generators.get(site.generator!) ?? []
  generators.set(site.generator!, rows)
  rows.push(await scoresOf(site))
}
const names = Object.keys(SETTINGS)
const means = new Map([...generators].map(([name, rows]) => [name, columnMeans(rows)]))
const all = columnMeans([...means.values()])
for (const [i, name] of names.entries()) console.log(`${name.padEnd(18)} ${words(all[i]!)}`)

const leftOut = [...means].map(([name, own]) => {
  const others = columnMeans([...means].filter(([other]) => other !== name).map(([, row]) => row))
  const sums = others.map(({ fStar, recall }) => fStar + recall)
  const chosen = sums.indexOf(Math.max(...sums))
  console.log(`without ${name.padEnd(14)} ${names[chosen]!.padEnd(14)} ${words(own[chosen]!)}`)
  return own[chosen]!
})
console.log(`left out           ${words(meanScore(leftOut))}, ${means.size} generators`)
