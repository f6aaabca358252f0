/** Converts the form of the Start page to a config. Everything else in the config is kept. */
import type { Config } from '../../src/client/index.ts'

export interface CrawlOrder {
  readonly address: string
  readonly isLocal: boolean
  /** Maximum number of concurrent fetches. */
  readonly connections: number
  /** The pause between two requests to one server, as in `request.delay`. */
  readonly delay: string
  readonly pages: number
  /** Words of a topic: pages about it are crawled first. Empty for none. */
  readonly topic: string
}

const USUAL: CrawlOrder = {
  ...{ address: '', isLocal: true, connections: 16, delay: '1s', pages: 1_000, topic: '' },
}
/** The maximum of `request.perServer`. */
const MAX_PER_SERVER = 1_000

interface KnownConfig {
  readonly seeds?: readonly unknown[]
  readonly scope?: { readonly local?: unknown; readonly pages?: number | null }
  readonly limits?: { readonly connections?: number }
  readonly request?: { readonly delay?: string | number; readonly perServer?: number | string }
  readonly extract?: { readonly patterns?: readonly unknown[] }
  readonly topics?: readonly { readonly words?: string }[]
}

const isNone = (delay: string | number): boolean => /^0+\s*[a-z]*$/.test(String(delay).trim())

/** Says what the pause between two requests means for concurrent fetches. */
export function delayIn(config: Config): string {
  const { delay = USUAL.delay } = (config as KnownConfig).request ?? {}
  return isNone(delay)
    ? 'Without a pause, one server gets all parallel fetches at once: only for servers that can bear it.'
    : `A server gets one request at a time and is left alone for ${delay} in between: parallel fetches are to different servers.`
}

export const collectsEmails = (config: Config): boolean =>
  (config as KnownConfig).extract?.patterns?.includes('email') ?? false

export const seedsIn = (config: Config): number => (config as KnownConfig).seeds?.length ?? 0

export function orderIn(config: Config): CrawlOrder {
  const { seeds = [], scope = {}, limits = {}, request = {}, topics = [] } = config as KnownConfig
  return {
    address: seeds.find(seed => typeof seed === 'string') ?? USUAL.address,
    isLocal: seeds.length === 0 ? USUAL.isLocal : (scope.local ?? false) !== false,
    connections: limits.connections ?? USUAL.connections,
    delay: String(request.delay ?? USUAL.delay),
    pages: scope.pages ?? USUAL.pages,
    topic: topics.find(({ words }) => words !== undefined)?.words ?? USUAL.topic,
  }
}

/** A new address replaces the seeds; an address that is one of the seeds leaves them unchanged. */
export function configFor(order: CrawlOrder, config: Config): Config {
  const { address, isLocal, connections, pages } = order
  const { seeds = [], scope = {}, limits = {}, extract = {} } = config as KnownConfig
  const isKept = isLocal && scope.local !== undefined && scope.local !== false
  const request = requestFor(order, config as KnownConfig)
  const topics = topicsFor(order.topic, config as KnownConfig)
  return {
    ...config,
    seeds: seeds.includes(address) ? seeds : [address],
    scope: { ...scope, local: isKept ? scope.local : isLocal, pages },
    limits: { ...limits, connections },
    ...(request && { request }),
    ...(topics && { topics }),
    extract: { ...extract, patterns: [...new Set([...(extract.patterns ?? []), 'email'])] },
  }
}

/** The form shows the first topic that is given by words; all others are kept. */
function topicsFor(words: string, { topics }: KnownConfig): KnownConfig['topics'] {
  const shown = topics?.findIndex(topic => topic.words !== undefined) ?? -1
  if (words === (topics?.[shown]?.words ?? '')) return topics
  const others = topics?.filter((_, i) => i !== shown) ?? []
  return words === '' ? others : [{ words }, ...others]
}

/** Allows the chosen number of concurrent fetches to a single server only if there is no pause between requests. */
function requestFor({ connections, delay }: CrawlOrder, { request }: KnownConfig): KnownConfig['request'] {
  const isSame = delay === String(request?.delay ?? USUAL.delay)
  if (isNone(delay))
    return {
      ...request,
      delay: request?.delay !== undefined && isSame ? request.delay : delay,
      perServer: Math.min(connections, MAX_PER_SERVER),
    }
  return isSame ? request : { ...request, delay, perServer: 'auto' }
}
