/**
 * Why class links are missed: for each that is asked for and not found, the first stage that lost it, and where on the pages it is.
 *
 *     node bench/model/missed.ts --made DIR | --golden DIR --sites DIR [--pages 200] [--seed 1] [--only NAME,NAME] [--details]
 *
 * A link is lost because a class was never fetched, because a class was not found (few pages of it, or many), because both ends are in one class,
 * because no page of the sample has it, or, between two classes that were found, because too few pages have it, because its targets were taken for
 * another class, or because no single path has it on enough pages. Printed are shares of the links asked for, as means of sites (or of generators).
 */
import type { GoldenClass } from '../../src/site/golden.ts'
import { modelOf } from '../../src/site/infer.ts'
import { MIN_COVERAGE } from '../../src/site/links/class-links.ts'
import { type Exploration, explore } from '../../src/site/sample/explore.ts'
import { type JudgedPage, type ModelScore, scoreModel } from '../../src/site/score.ts'
import { type JudgedSite, sitesWithGolden } from './judged-site.ts'
import { madeSites } from './made/made-sites.ts'
import { SITE_USAGE, siteOptions } from './options.ts'

const FEW_PAGES = 3

const STAGES = [
  'class never fetched',
  `class of ≤ ${FEW_PAGES} pages not found`,
  'larger class not found',
  'both ends in one class',
  'on no page of the sample',
  'on too few pages of it',
  'no path with enough pages',
  'targets taken for others',
] as const
type Stage = (typeof STAGES)[number]

interface Missed {
  readonly stage: Stage
  readonly place: string
}

interface Sample {
  readonly exploration: Exploration
  readonly classOf: ReadonlyMap<string, string>
  readonly score: ModelScore
  nameOf(url: string): string | undefined
}

async function sampled(site: JudgedSite): Promise<Sample> {
  const exploration = await explore(site.source, site.source.origin + site.start, options)
  const { model, classOf } = modelOf(exploration, '2000-01-01T00:00:00Z')
  const judged: JudgedPage[] = [...classOf].map(([url, computed]) => ({ truth: site.truth(url), computed }))
  const score = scoreModel(site.golden, judged, model.links)
  const word = (one: GoldenClass) => (score.partition === 'fine' ? one.name : (one.template ?? one.name))
  const names = new Map<string, string | undefined>()
  const nameOf = (url: string) => {
    if (!names.has(url)) {
      const truth = site.truth(url)
      names.set(url, truth === undefined ? undefined : word(truth))
    }
    return names.get(url)
  }
  return { exploration, classOf, score, nameOf }
}

function causeOf(sample: Sample, pair: string): Missed {
  const [from, to] = pair.split(' → ') as [string, string]
  const { perClass } = sample.score
  const ends = [from, to].map(name => perClass.get(name))
  const place = placeOf(sample, from, to)
  const [a, b] = ends
  if (a === undefined || b === undefined) return { stage: 'class never fetched', place: '-' }
  const lost = ends.filter(end => end!.f < 0.5).map(end => end!.pages)
  if (lost.length > 0)
    return { stage: Math.min(...lost) <= FEW_PAGES ? STAGES[1] : 'larger class not found', place }
  if (from !== to && a.best === b.best) return { stage: 'both ends in one class', place }
  return { stage: stageBetween(sample, a.best, to), place }
}

/** Both ends were found: `fromClass` is the computed class, `to` the true one. */
function stageBetween({ exploration, classOf, nameOf }: Sample, fromClass: string, to: string): Stage {
  const own = exploration.pages.filter(page => classOf.get(page.url) === fromClass)
  const having = own.map(page => page.links.filter(link => link.url !== page.url && nameOf(link.url) === to))
  const pages = having.filter(links => links.length > 0).length
  if (pages === 0) return 'on no page of the sample'
  const enough = MIN_COVERAGE * own.length
  if (pages < enough) return 'on too few pages of it'
  const onPath = new Map<number, number>()
  for (const links of having)
    for (const path of new Set(links.map(link => link.path))) onPath.set(path, (onPath.get(path) ?? 0) + 1)
  return Math.max(...onPath.values()) < enough ? 'no path with enough pages' : 'targets taken for others'
}

const PLACES: readonly (readonly [string, RegExp])[] = [
  ['menu', /nav|menu|header|footer|sidebar|breadcrumb|toolbar|tabs?\b/],
  ['prose', /\/(?:p|blockquote|pre)(?:[./]|$)/],
  ['table', /\/table/],
  ['list', /\/(?:ul|ol|dl)/],
]

/** Where most of the links are, on those pages of the sample that have some. */
function placeOf({ exploration, nameOf }: Sample, from: string, to: string): string {
  const counts = new Map<string, number>()
  for (const page of exploration.pages) {
    if (nameOf(page.url) !== from) continue
    for (const link of page.links) {
      if (nameOf(link.url) !== to) continue
      const path = exploration.vocabulary.word(link.path)
      const place =
        link.rel !== '' ? 'rel' : (PLACES.find(([, pattern]) => pattern.test(path))?.[0] ?? 'other')
      counts.set(place, (counts.get(place) ?? 0) + 1)
    }
  }
  return [...counts].sort((x, y) => y[1] - x[1])[0]?.[0] ?? '-'
}

const options = siteOptions(`missed.ts ${SITE_USAGE}, or --made DIR`)
const sites = options.made === '' ? sitesWithGolden(options) : madeSites(options.made, options.only)
/** For each generator, for each site, the share of its links that each stage and place lost. */
const rows = new Map<string, Map<string, number>[]>()
for (const site of sites) {
  const sample = await sampled(site)
  const { missedLinks, recall, fStar } = sample.score
  const wanted = recall === 1 ? 1 : missedLinks.length / (1 - recall)
  const shares = new Map<string, number>()
  const add = (key: string) => shares.set(key, (shares.get(key) ?? 0) + 1 / wanted)
  if (options.details)
    console.log(`${site.name} F* ${fStar.toFixed(3)} R ${recall.toFixed(3)} of ${wanted.toFixed(0)}`)
  for (const pair of missedLinks) {
    const { stage, place } = causeOf(sample, pair)
    add(stage)
    add(`${stage}, ${place}`)
    add(`all, ${place}`)
    if (options.details) console.log(`    ${pair}: ${stage} (${place})`)
  }
  const key = site.generator ?? site.name
  rows.set(key, [...(rows.get(key) ?? []), shares])
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
const groups = [...rows.values()]
const share = (key: string) => mean(groups.map(group => mean(group.map(shares => shares.get(key) ?? 0))))
const places = ['menu', 'prose', 'table', 'list', 'rel', 'other', '-']
console.log(`${''.padEnd(32)}${['all', ...places].map(head => head.padStart(8)).join('')}`)
for (const stage of [...STAGES, 'all']) {
  const cells = [
    ...(stage === 'all' ? [] : [share(stage)]),
    ...places.map(place => share(`${stage}, ${place}`)),
  ]
  const first = stage === 'all' ? [places.reduce((sum, place) => sum + share(`all, ${place}`), 0)] : []
  console.log(stage.padEnd(32) + [...first, ...cells].map(cell => cell.toFixed(3).padStart(8)).join(''))
}
