/** Converts the form for a new collection to its name and config. */
import type { Config } from '../../src/client/index.ts'

export const REACHES = [
  ['site', 'the whole site'],
  ['pages', 'only these pages'],
  ['web', 'wherever links lead'],
] as const

export interface FirstOrder {
  /** Addresses to start from, separated by spaces or lines. */
  readonly addresses: string
  readonly reach: (typeof REACHES)[number][0]
  readonly pages: number
  /** Empty: named after the first address. */
  readonly name: string
}

export interface NewCollection {
  readonly name: string
  readonly config: Config
}

/** Pages that are only followed are never left, so a limit of pages could only drop some of them. */
export function collectionFor({ addresses, reach, pages, name }: FirstOrder): NewCollection {
  const seeds = addresses.split(/\s+/).filter(Boolean)
  const scope = reach === 'pages' ? { depth: 0 } : { ...(reach === 'site' && { local: true }), pages }
  return { name: name || nameFor(seeds[0] ?? ''), config: { seeds, scope, extract: { patterns: ['email'] } } }
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
