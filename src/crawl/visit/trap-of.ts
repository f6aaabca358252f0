/** Whether a link leads into a trap: to a far date, to one more page of a pattern that brings nothing, or one step further in a chain of echoes. */
import type { Exclusion } from '../../store/index.ts'
import { urlPattern, YIELD_PAGES, type YieldState } from '../../url/index.ts'
import type { HostMemory } from '../host/host-memory.ts'
import type { CrawlSettings } from '../settings.ts'
import { STOPPED_AFTER } from './echoes.ts'

/** The reason given when a pattern of addresses is no longer followed. */
export const trapRule = (pattern: string) =>
  `trap: the last ${YIELD_PAGES} pages like ${pattern} brought nothing new`
/** The reason given for links at the end of a chain of pages that say the same. */
export const CHAIN_RULE = `trap: the last ${STOPPED_AFTER} pages on the way here said the same`

export interface LinkSeen {
  readonly memory: HostMemory
  /** What the page deserves that has the link (echoes.ts). */
  readonly chain: YieldState
  readonly nowMs: number
}

export interface Trap {
  readonly excluded: Exclusion | null
  /** Whether the link comes after everything else. */
  readonly demoted: boolean
}

export function trapOf(
  url: string,
  { memory, chain, nowMs }: LinkSeen,
  { dateRule, yieldRule }: Pick<CrawlSettings, 'dateRule' | 'yieldRule'>,
): Trap | null {
  const refusal = dateRule ? memory.dates.refusal(url, nowMs) : undefined
  if (refusal) return excludedBecause(refusal)
  if (!yieldRule) return null
  const pattern = urlPattern(url)
  const states = [memory.yieldOf(pattern), chain]
  if (states[0] === 'stopped') return excludedBecause(trapRule(pattern))
  if (states[1] === 'stopped') return excludedBecause(CHAIN_RULE)
  return states.includes('demoted') ? { excluded: null, demoted: true } : null
}

const excludedBecause = (reason: string): Trap => ({ excluded: { by: 'trap', reason }, demoted: false })
