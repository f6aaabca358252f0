/** What the Start page asks for, and the config that says it. Everything else in the config stays as it was. */
import type { Config } from '../api/client.gen.ts'

export interface CrawlOrder {
  readonly address: string
  readonly isLocal: boolean
  readonly connections: number
  readonly pages: number
}

const USUAL: CrawlOrder = { address: '', isLocal: true, connections: 16, pages: 1_000 }

interface KnownConfig {
  readonly seeds?: readonly unknown[]
  readonly scope?: { readonly local?: unknown; readonly pages?: number | null }
  readonly limits?: { readonly connections?: number }
  readonly request?: { readonly delay?: string | number }
  readonly extract?: { readonly patterns?: readonly unknown[] }
}

/** What a server is left alone for between two requests, in words. */
export function delayIn(config: Config): string {
  const { delay = '1s' } = (config as KnownConfig).request ?? {}
  return delay === 0 || delay === '0'
    ? 'Servers are asked without a pause between two requests (request.delay is 0).'
    : `However many run in parallel, a server is left alone for ${delay} between two requests (request.delay).`
}

export function orderIn(config: Config): CrawlOrder {
  const { seeds = [], scope = {}, limits = {} } = config as KnownConfig
  return {
    address: seeds.find(seed => typeof seed === 'string') ?? USUAL.address,
    isLocal: seeds.length === 0 ? USUAL.isLocal : (scope.local ?? false) !== false,
    connections: limits.connections ?? USUAL.connections,
    pages: scope.pages ?? USUAL.pages,
  }
}

/** Another address takes the place of the seeds; one of them leaves them as they are. */
export function configFor({ address, isLocal, connections, pages }: CrawlOrder, config: Config): Config {
  const { seeds = [], scope = {}, limits = {}, extract = {} } = config as KnownConfig
  const isKept = isLocal && scope.local !== undefined && scope.local !== false
  return {
    ...config,
    seeds: seeds.includes(address) ? seeds : [address],
    scope: { ...scope, local: isKept ? scope.local : isLocal, pages },
    limits: { ...limits, connections },
    extract: { ...extract, patterns: [...new Set([...(extract.patterns ?? []), 'email'])] },
  }
}
