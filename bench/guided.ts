/**
 * Crawls by inferred models compared with plain crawls, by the real engine:
 *
 *     node bench/guided.ts --golden DIR --sites DIR [--only NAME,NAME] [--most 4000] [--details]
 *     node bench/guided.ts --world [--only NAME,NAME] [--most 4000] [--details]
 *
 * Folders as for bench/model.ts; `--world` crawls sites of the synthetic world. Each site is crawled twice over HTTP on loopback, plainly and
 * with `extract.model: auto`, until nothing is left or `--most` pages are stored. Printed for each site are the lowest share of any class
 * that the guided crawl has of what the plain one found; the share of its fetches that brought no new content page (`outside`); the worst point of
 * the curve of content over fetches, as a ratio of the two crawls; and what both fetched and found. `--details` lists the fetches that
 * brought no content.
 * Target: 98 % of every class, at most 15 % outside, never less content than the plain crawl (98 % of it, since the order
 * in a list is chance).
 */
import { type Comparison, compared } from './guided/compare.ts'
import { crawlSite, type SiteCrawl } from './guided/crawl-site.ts'
import { goldenSite } from './guided/golden-sites.ts'
import { outsideOf } from './guided/outside.ts'
import type { KnownSite } from './guided/site.ts'
import { WORLD_SITES } from './guided/world-sites.ts'
import { goldenSites, SITE_USAGE, siteOptions } from './model/options.ts'

const MIN_SHARE = 0.98
const MAX_OUTSIDE = 0.15
const MIN_RATIO = 0.98

const options = siteOptions(`guided.ts ${SITE_USAGE} [--most 4000], or --world`)

function* knownSites(): Generator<KnownSite> {
  if (!options.world) for (const [golden, folder] of goldenSites(options)) yield goldenSite(golden, folder)
  else
    for (const site of WORLD_SITES)
      if (options.only.length === 0 || options.only.includes(site.name)) yield site
}

/** Returns whether the targets are met. */
function report(name: string, { plain, guided, shares, outside, worst }: Comparison): boolean {
  const least = Math.min(...shares.map(each => each.share))
  const isKept = least >= MIN_SHARE && outside <= MAX_OUTSIDE && worst.ratio >= MIN_RATIO
  const figures = [least, outside, worst.ratio].map(figure => figure.toFixed(3).padStart(9)).join('')
  const crawls = [guided, plain].map(({ curve, fetched }) => `${curve.at(-1)} of ${fetched}`)
  console.log(
    `${name.padEnd(18)}${figures}  guided ${crawls[0]}, plain ${crawls[1]}, worst at ${worst.fetches}  ${isKept ? 'kept' : 'NOT REACHED'}`,
  )
  if (!options.details) return isKept
  for (const each of shares)
    if (each.share < 1) console.log(`    ${each.name}: ${each.share.toFixed(3)} of ${each.pages}`)
  for (const tenth of Array.from({ length: 10 }, (_, i) => Math.ceil(((i + 1) * plain.fetched) / 10)))
    console.log(
      `    after ${tenth}: ${guided.curve[Math.min(tenth, guided.fetched) - 1]} against ${plain.curve[tenth - 1]}`,
    )
  return isKept
}

function reportOutside(site: KnownSite, guided: SiteCrawl): void {
  for (const { why, form, addresses } of outsideOf(site, guided))
    console.log(`    outside, ${why}: ${addresses.length} of ${form}, as ${addresses.slice(0, 2).join(' ')}`)
}

console.log(
  `${''.padEnd(18)}${['least', 'outside', 'curve'].map(head => head.padStart(9)).join('')}  content of addresses fetched`,
)
for (const site of knownSites()) {
  const plain = await crawlSite(site, 'off', options.most)
  const guided = await crawlSite(site, 'auto', options.most)
  if (!report(site.name, compared(site, plain, guided))) process.exitCode = 1
  if (options.details) reportOutside(site, guided)
}
