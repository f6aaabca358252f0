/**
 * Which pages a plan leaves where they are without looking at them, said so that a store can leave them out: to hand over a page costs three times
 * what it costs to pass over it.
 */
import type { HostId } from './ids.ts'
import type { PlannedPage } from './rows.ts'

/** Pages that are due after a moment, of these hosts. */
export interface Resting {
  readonly afterMs: number
  readonly roll: Roll | null
  readonly hosts: { readonly only: readonly HostId[] } | { readonly except: readonly HostId[] }
}

/** Of many pages, those rest whose turn it is not, that were not announced to have changed, and that are not due soon. */
export interface Roll {
  /** Pages whose ids leave this remainder have their turn. */
  readonly turn: number
  readonly turns: number
  /** Pages are due soon that would be due before this moment if their intervals shrank so far. */
  readonly soonMs: number
  readonly shrunk: number
}

type PlacedPage = Pick<PlannedPage, 'id' | 'host' | 'status' | 'dueAt' | 'fetchedAt' | 'hintedAt'>

/** Is a planned page among them? */
export function rests({ afterMs, roll, hosts }: Resting, page: PlacedPage): boolean {
  if (page.status !== 'completed' || page.dueAt === null || page.dueAt <= afterMs) return false
  const isOfHosts = 'only' in hosts ? hosts.only.includes(page.host) : !hosts.except.includes(page.host)
  return isOfHosts && (roll === null || isRolledPast(roll, page))
}

/** One without a place never is. */
export function isRolledPast({ turn, turns, soonMs, shrunk }: Roll, page: PlacedPage): boolean {
  const { id, dueAt, fetchedAt, hintedAt } = page
  return (
    dueAt !== null &&
    id % turns !== turn &&
    fetchedAt + (dueAt - fetchedAt) * shrunk > soonMs &&
    (hintedAt === null || hintedAt <= fetchedAt)
  )
}

/** The same of a `page p` that may be moved, for both dialects. Numbers alone go into the text. */
export function isResting({ afterMs, roll, hosts }: Resting): string {
  const [list, isNamed] = 'only' in hosts ? [hosts.only, 'IN'] : [hosts.except, 'NOT IN']
  // No host has the number 0.
  const isOfHosts = `p.host ${isNamed} (${[0, ...list].map(whole).join()})`
  const isLater = `p.due_at IS NOT NULL AND p.due_at > ${whole(afterMs)}`
  return [isLater, ...(roll ? rolledPast(roll) : []), isOfHosts].join(' AND ')
}

function rolledPast({ turn, turns, soonMs, shrunk }: Roll): readonly string[] {
  const dueAt = `p.fetched_at + (p.due_at - p.fetched_at) * CAST(${shrunk.toFixed(12)} AS double precision)`
  return [
    `p.id % ${whole(turns)} <> ${whole(turn)}`,
    `${shrunk === 1 ? 'p.due_at' : dueAt} > ${whole(soonMs)}`,
    '(p.hinted_at IS NULL OR p.hinted_at <= p.fetched_at)',
  ]
}

const whole = (value: number) => Math.trunc(value).toFixed(0)
