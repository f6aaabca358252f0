/** What bench/model.ts and bench/guided.ts are told, and the sites it names. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type GoldenSite, readGolden } from './golden.ts'

export interface SiteOptions {
  readonly pages: number
  readonly seed: number
  readonly details: boolean
  /** How many further pages are assigned (bench/model.ts). */
  readonly later: number
  /** The synthetic world instead of golden sites. */
  readonly world: boolean
  /** The folder of made sites instead of golden ones (bench/model.ts). */
  readonly made: string
  /** The most pages that a crawl stores (bench/guided.ts). */
  readonly most: number
  readonly golden: string
  readonly sites: string
  readonly only: readonly string[]
}

export const SITE_USAGE = '--golden DIR --sites DIR [--pages 200] [--seed 1] [--only NAME,NAME] [--details]'

/** Ends the program with the usage where the two folders are missed. */
export function siteOptions(usage: string): SiteOptions {
  const { values } = parseArgs({
    options: {
      golden: { type: 'string', default: '' },
      sites: { type: 'string', default: '' },
      pages: { type: 'string', default: '200' },
      seed: { type: 'string', default: '1' },
      only: { type: 'string', default: '' },
      later: { type: 'string', default: '0' },
      most: { type: 'string', default: '4000' },
      made: { type: 'string', default: '' },
      details: { type: 'boolean', default: false },
      world: { type: 'boolean', default: false },
    },
  })
  if (!values.world && values.made === '' && (values.golden === '' || values.sites === '')) {
    console.error(`usage: ${usage}`)
    process.exit(2)
  }
  const only = values.only.split(',').filter(name => name !== '')
  return {
    ...values,
    pages: Number(values.pages),
    seed: Number(values.seed),
    later: Number(values.later),
    most: Number(values.most),
    only,
  }
}

/** Golden sets with the folder of their site; those that are missing are said, and left out. */
export function* goldenSites({ golden, sites, only }: SiteOptions): Generator<[GoldenSite, string]> {
  for (const site of readGolden(golden, only)) {
    const folder = join(sites, site.name, site.root_dir)
    if (existsSync(folder)) yield [site, folder]
    else
      console.log(
        `${site.name.padEnd(18)} missing: ${site.how_to_get}; unpack it into ${join(sites, site.name)}`,
      )
  }
}
