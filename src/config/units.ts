/**
 * Quantities as people write them. A duration needs a unit, because a bare number means seconds to one reader and
 * milliseconds to the next; a size without a unit is in bytes, which is what everyone expects.
 */
import { Failure } from '../env/index.ts'

const MS: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 604_800_000,
}

const BYTES: Readonly<Record<string, number>> = {
  '': 1,
  b: 1,
  kb: 1e3,
  mb: 1e6,
  gb: 1e9,
  tb: 1e12,
  kib: 1024,
  mib: 1024 ** 2,
  gib: 1024 ** 3,
  tib: 1024 ** 4,
}

const SIZE_UNIT = '(?:[Bb]|[KkMmGgTt][Ii]?[Bb])'
/** Kept simple, because they are part of the published JSON Schema. */
export const DURATION = /^(?:0|\d+(?:\.\d+)? ?(?:ms|s|m|h|d|w))$/
export const SIZE = new RegExp(`^\\d+(?:\\.\\d+)? ?${SIZE_UNIT}?$`)
/** Rules out a number that consists only of zeros. */
const ABOVE_0 = '(?![0.]+(?:[ A-Za-z]|$))'
export const SIZE_ABOVE_0 = new RegExp(`^${ABOVE_0}\\d+(?:\\.\\d+)? ?${SIZE_UNIT}?$`)
export const SHARE = /^(?:100(?:\.0+)?|\d{1,2}(?:\.\d+)?) ?%$/
export const RATE = new RegExp(`^${ABOVE_0}\\d+(?:\\.\\d+)? ?${SIZE_UNIT}/s$`)

/** Fetches or bytes in a span of time. */
export const BUDGET = new RegExp(`^\\d+(?:\\.\\d+)? ?${SIZE_UNIT}?/(?:second|minute|hour|day|week|month)$`)

export const DURATION_WORDS = 'a duration such as 500ms or 1s'
export const SIZE_WORDS = 'a size such as 2MiB or 500KiB'
export const SHARE_WORDS = 'a share such as 50% or 0.5'
export const RATE_WORDS = 'a rate such as 10MiB/s'
export const BUDGET_WORDS = 'a budget such as 20000/day, 100/minute or 5GiB/day'

/** Returns milliseconds, or `undefined` if the text is not a duration. */
export function readDuration(text: string | number): number | undefined {
  if (text === 0) return 0
  if (typeof text !== 'string' || !DURATION.test(text)) return undefined
  return Math.round(amountOf(text) * (MS[unitOf(text)] ?? 0))
}

/** Returns bytes, or `undefined` if the text is not a size. */
export function readSize(text: string | number): number | undefined {
  if (typeof text === 'number') return Number.isSafeInteger(text) && text >= 0 ? text : undefined
  if (!SIZE.test(text)) return undefined
  return Math.round(amountOf(text) * BYTES[unitOf(text).toLowerCase()]!)
}

/** Returns a number from 0 to 1, or `undefined` if the text is not a share. */
export function readShare(text: string | number): number | undefined {
  if (typeof text === 'number') return text >= 0 && text <= 1 ? text : undefined
  return SHARE.test(text) ? amountOf(text) / 100 : undefined
}

/** Returns bytes per second, or `undefined` if the text is not a rate. */
export function readRate(text: string): number | undefined {
  return RATE.test(text) ? readSize(text.slice(0, -2)) : undefined
}

export interface BudgetRate {
  readonly unit: 'fetches' | 'bytes'
  readonly perDay: number
}

const SPANS_PER_DAY: Readonly<Record<string, number>> = {
  second: 86_400,
  minute: 1_440,
  hour: 24,
  day: 1,
  week: 1 / 7,
  month: 1 / 30,
}

/** Returns what may be spent per day, or `undefined` if the text is not a budget. */
export function readBudget(text: string): BudgetRate | undefined {
  if (!BUDGET.test(text)) return undefined
  const [amount, span] = text.split('/') as [string, string]
  const unit = unitOf(amount)
  const perDay = amountOf(amount) * (BYTES[unit.toLowerCase()] ?? 1) * SPANS_PER_DAY[span]!
  return { unit: unit === '' ? 'fetches' : 'bytes', perDay }
}

export const parseDuration = (text: string | number): number =>
  demand(readDuration(text), text, DURATION_WORDS)
export const parseShare = (text: string | number): number => demand(readShare(text), text, SHARE_WORDS)

function demand<T>(value: T | undefined, text: string | number, words: string): T {
  if (value === undefined) throw new Failure('usage', `${JSON.stringify(text)} is not ${words}`)
  return value
}

function amountOf(text: string): number {
  return Number.parseFloat(text)
}

function unitOf(text: string): string {
  return text.replace(/^[\d.]+ ?/, '')
}
