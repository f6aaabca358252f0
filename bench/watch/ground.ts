/** What a policy is tried on: sites whose every change is known. */
import type { LabWorld } from '../../src/lab/index.ts'
import {
  DAY_MS,
  listed,
  NOISE_KINDS,
  noisy,
  type Site,
  templateSite,
  traceSite,
  webLike,
} from '../../test/world/index.ts'

export interface Ground {
  readonly name: string
  readonly sites: readonly Site[]
  readonly seeds: readonly string[]
  /** Links from the seeds at most; 0 where the seeds are all there is. */
  readonly depth?: 0
  readonly pages: number
  readonly days: number
}

/** The first moment of every experiment: a Monday. */
export const START = Date.UTC(2026, 0, 5)

const SITES = 6
const CATEGORIES = 4
/** Pages of a site beside its items and categories: its home, about, contact, terms. */
const OTHERS = 4

/** Rates as on the web, noise of every kind on every page. */
export function syntheticGround(pages: number, days: number): Ground {
  const perCategory = Math.max(2, Math.round(pages / SITES / CATEGORIES))
  const hosts = Array.from({ length: SITES }, (_, index) => `site${index}.test`)
  const sites = hosts.map(host =>
    noisy(
      [...NOISE_KINDS],
      templateSite(host, {
        categories: CATEGORIES,
        perCategory,
        changes: webLike(),
        changeKinds: ['sentence', 'price', 'item'],
      }),
    ),
  )
  return {
    name: 'synthetic',
    sites,
    seeds: hosts.map(host => `http://${host}/`),
    pages: SITES * (CATEGORIES * (perCategory + 1) + OTHERS),
    days,
  }
}

const TRACE_HOST = 'trace.test'

/** A history of real pages, replayed: at most so many of them, spread over the whole file, with noise on each. */
export function traceGround(trace: LabWorld, maxPages: number): Ground {
  const { starts, times } = trace.changes
  const step = Math.max(1, trace.pages / maxPages)
  const chosen = Array.from({ length: Math.min(maxPages, trace.pages) }, (_, n) => Math.floor(n * step))
  const schedules = new Map(
    chosen.map(page => [
      pathOf(trace, page),
      listed(Array.from(times.subarray(starts[page], starts[page + 1]), day => START + day * DAY_MS)),
    ]),
  )
  return {
    name: trace.name,
    sites: [noisy([...NOISE_KINDS], traceSite(TRACE_HOST, schedules))],
    seeds: [...schedules.keys()].map(path => `http://${TRACE_HOST}${path}`),
    depth: 0,
    pages: schedules.size,
    days: trace.spanDays,
  }
}

/** As a parser would write it, so that the world finds the page that the engine asks for. */
const pathOf = ({ addresses }: LabWorld, page: number) =>
  new URL(addresses?.[page] ?? `/page-${page}`, `http://${TRACE_HOST}`).pathname
