/**
 * A subscription to one topic (a feed or a page) at a hub, as a value:
 *
 *   wanted ─ ask ─ asked ─ the hub asks back ─ active ─ renewed before the lease ends ─┐
 *                    │  └ no reply: asked again, less and less often └────────────────┘
 *                    └ denied: left alone for a month, then forgotten
 *
 * Times are milliseconds of the collection's clock.
 */
import type { HostRef, PageKind } from '../../store/index.ts'

export interface Topic {
  readonly topic: string
  readonly hub: string
  /** Host and depth of the page that named the hub. */
  readonly host: HostRef
  readonly depth: number
  readonly kind: PageKind
}

export interface Subscription extends Topic {
  /** The last part of its callback's path, which nobody can guess. */
  readonly id: string
  /** The key that the hub signs pushes with. */
  readonly secret: string
  readonly state: 'wanted' | 'asked' | 'active' | 'leaving' | 'denied'
  /** When the subscription needs attention next. */
  readonly nextAt: number
  /** Requests since the hub last verified the subscription. */
  readonly attempts: number
}

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** We ask for ten days; the hub decides. */
export const ASKED_LEASE_SECONDS = 10 * 86_400
/** A hub that grants very short leases is not asked more often than this. */
const MIN_RENEWAL_MS = 10 * 60_000
const MAX_LEASE_MS = 365 * DAY_MS
/** Renewed after this share of the lease, which leaves time for hubs that are down. */
const RENEW_AT = 0.8
const MAX_WAIT_MS = DAY_MS
const DENIED_MS = 30 * DAY_MS
/** A hub that has not asked back after several days of attempts is given up. */
const MAX_ATTEMPTS = 10

/** Applied before the request is sent: some hubs ask back before they answer it. */
export function asked(subscription: Subscription, nowMs: number): Subscription {
  const { state, attempts } = subscription
  const waitMs = Math.min(MAX_WAIT_MS, HOUR_MS * 2 ** attempts)
  return {
    ...subscription,
    state: state === 'wanted' ? 'asked' : state,
    attempts: attempts + 1,
    nextAt: nowMs + waitMs,
  }
}

/** The hub has verified the subscription and says how long it lasts. */
export function verified(subscription: Subscription, leaseSeconds: number, nowMs: number): Subscription {
  const leaseMs = Math.min(MAX_LEASE_MS, leaseSeconds * 1000)
  const nextAt = nowMs + Math.max(MIN_RENEWAL_MS, RENEW_AT * leaseMs)
  return { ...subscription, state: 'active', attempts: 0, nextAt }
}

export const denied = (subscription: Subscription, nowMs: number): Subscription => ({
  ...subscription,
  state: 'denied',
  nextAt: nowMs + DENIED_MS,
})

export const leaving = (subscription: Subscription, nowMs: number): Subscription => ({
  ...subscription,
  state: 'leaving',
  attempts: 0,
  nextAt: nowMs,
})

/** Whether a due subscription is to be forgotten. */
export const isOver = ({ state, attempts }: Subscription): boolean =>
  state === 'denied' || attempts >= MAX_ATTEMPTS || (state === 'leaving' && attempts > 1)
