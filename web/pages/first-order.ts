/** Converts the form for a new collection to its name and config. */
import type { Config } from '../../src/client/index.ts'

export const REACHES = [
  ['site', 'the whole site'],
  ['pages', 'only these pages'],
  ['web', 'wherever links lead'],
] as const

/** How often pages are visited again; '' leaves it to the crawler, which learns where visits are worthwhile. */
export const ROUNDS = [
  ['', 'where it is worth it, weekly on average'],
  ['10m', 'each every ten minutes'],
  ['1h', 'each every hour'],
  ['6h', 'each every six hours'],
  ['1d', 'each every day'],
] as const

export interface FirstOrder {
  /** Addresses to start from, separated by spaces or lines. */
  readonly addresses: string
  readonly reach: (typeof REACHES)[number][0]
  readonly pages: number
  readonly every: (typeof ROUNDS)[number][0]
  /** Empty: named after the first address. */
  readonly name: string
}

export interface NewCollection {
  readonly name: string
  readonly config: Config
}

/** Pages that are only followed are never left, so a limit of pages could only drop some of them. */
export function collectionFor({ addresses, reach, pages, every, name }: FirstOrder): NewCollection {
  const seeds = addresses.split(/\s+/).filter(Boolean)
  const scope = reach === 'pages' ? { depth: 0 } : { ...(reach === 'site' && { local: true }), pages }
  const rhythm = every === '' ? {} : { refresh: { interval: every, bounds: [every, every] } }
  const config = { seeds, scope, extract: { patterns: ['email'] }, ...rhythm }
  return { name: name || nameFor(seeds[0] ?? ''), config }
}

const MAX_NAME_CHARS = 63

/** `https://www.example.org/news` becomes `example-org`. */
export function nameFor(address: string): string {
  const host = address
    .replace(/^\w+:\/\//, '')
    .replace(/^www\./, '')
    .split(/[/?#]/)[0]!
  const word = host.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')
  return word.replace(/^-+/, '').slice(0, MAX_NAME_CHARS).replace(/-+$/, '') || 'pages'
}
