/**
 * Which pages a plan leaves as they are without looking at them, expressed so that a store can skip them: returning a page costs three
 * times as much as skipping it.
 */
import type { HostId } from './ids.ts'
import type { PlannedPage } from './rows.ts'

/** Pages of these hosts that are due after a given time. */
export interface Resting {
  readonly afterMs: number
  readonly roll: Roll | null
  readonly hosts: { readonly only: readonly HostId[] } | { readonly except: readonly HostId[] }
}

/** In a large collection, pages rest if it is not their turn, no change of them was announced, and they are not due soon. */
export interface Roll {
  /** It is the turn of pages whose ids leave this remainder when divided by `turns`. */
  readonly turn: number
  readonly turns: number
  /** A page is due soon if it would be due before this time with its interval scaled by `shrunk`. */
  readonly soonMs: number
  readonly shrunk: number
}

type PlacedPage = Pick<PlannedPage, 'id' | 'host' | 'status' | 'dueAt' | 'fetchedAt' | 'hintedAt'>

/** Whether a planned page is resting. */
export function rests({ afterMs, roll, hosts }: Resting, page: PlacedPage): boolean {
  if (page.status !== 'completed' || page.dueAt === null || page.dueAt <= afterMs) return false
  const isOfHosts = 'only' in hosts ? hosts.only.includes(page.host) : !hosts.except.includes(page.host)
  return isOfHosts && (roll === null || isRolledPast(roll, page))
}

/** Whether a roll skips a page; it never skips one without a due time. */
export function isRolledPast({ turn, turns, soonMs, shrunk }: Roll, page: PlacedPage): boolean {
  const { id, dueAt, fetchedAt, hintedAt } = page
  return (
    dueAt !== null &&
    id % turns !== turn &&
    fetchedAt + (dueAt - fetchedAt) * shrunk > soonMs &&
    (hintedAt === null || hintedAt <= fetchedAt)
  )
}

/** The same as a condition on a `page p` that may be moved, for both dialects. Only numbers go into the text. */
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
