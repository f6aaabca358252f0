/** Hooks for API requests: the answer so far, and whether more is on its way. */
import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import type { Call } from '../src/client/index.ts'
import { useRetry } from './live.ts'

export type Asked<Answer> =
  | { readonly state: 'asking'; readonly answer: Answer | null; readonly problem: null }
  | { readonly state: 'answered'; readonly answer: Answer; readonly problem: null }
  | { readonly state: 'refused'; readonly answer: Answer | null; readonly problem: string }

/** Sends a request when `key` changes, and again when `again` is called; the previous answer for the same key stays until the new one arrives. */
export function useAsked<Answer>(
  key: string,
  ask: (how: Call) => Promise<Answer>,
): Asked<Answer> & { readonly again: () => void } {
  const [asked, setAsked] = useState<Asked<Answer>>({ state: 'asking', answer: null, problem: null })
  const [round, setRound] = useState(0)
  const current = useRef(ask)
  current.current = ask
  const keyBefore = useRef(key)
  useEffect(() => {
    const controller = new AbortController()
    const isOther = keyBefore.current !== key
    keyBefore.current = key
    setAsked(before => ({ state: 'asking', answer: isOther ? null : before.answer, problem: null }))
    current
      .current({ signal: controller.signal })
      .then(answer => setAsked({ state: 'answered', answer, problem: null }))
      .catch((error: Error) => {
        if (!controller.signal.aborted)
          setAsked(before => ({ state: 'refused', answer: before.answer, problem: error.message }))
      })
    return () => controller.abort()
  }, [key, round])
  const again = useCallback(() => setRound(before => before + 1), [])
  useRetry(asked.state === 'refused', again)
  return { ...asked, again }
}

export interface Listed<Row> {
  readonly rows: readonly Row[]
  readonly isAsking: boolean
  readonly problem: string | null
  /** Number of rows of the collection that were examined for these, if the server reports it. */
  readonly looked: number
  /** Requests more rows; null if there are no more. */
  readonly more: (() => void) | null
}

interface Part<Row> {
  readonly rows: readonly Row[]
  readonly next: string | null
  readonly looked?: number
}

interface ListOptions {
  /** Keeps requesting parts until there are this many rows, because parts may hold few rows if matches are rare. */
  readonly enough?: number
  /** Requests the parts that are shown again whenever this changes. */
  readonly version?: number
}

/** Lists with more parts are not updated: nobody reads them while they change. */
const MAX_LIVE_PARTS = 3

/** Requests a list in parts: the first at once, others on demand. */
export function useListed<Row>(
  key: string,
  ask: (cursor: string | undefined, how: Call) => Promise<Part<Row>>,
  { enough = 0, version = 0 }: ListOptions = {},
): Listed<Row> {
  const [parts, setParts] = useState<{ readonly key: string; readonly parts: readonly Part<Row>[] }>({
    key,
    parts: [],
  })
  const [wanted, setWanted] = useState({ key, count: 1 })
  const [problem, setProblem] = useState<string | null>(null)
  const current = useRef(ask)
  current.current = ask
  const known = parts.key === key ? parts.parts : []
  const rows = known.flatMap(part => part.rows)
  const count = rows.length < enough ? known.length + 1 : wanted.key === key ? wanted.count : 1
  const next = known.length === 0 ? undefined : known.at(-1)!.next
  const isAsking = known.length < count && next !== null && problem === null
  const clear = useCallback(() => setProblem(null), [])
  useEffect(clear, [key])
  useRetry(problem !== null, clear)
  useEffect(() => {
    if (!isAsking) return
    const controller = new AbortController()
    current
      .current(next ?? undefined, { signal: controller.signal })
      .then(part => setParts({ key, parts: [...known, part] }))
      .catch((error: Error) => {
        if (!controller.signal.aborted) setProblem(error.message)
      })
    return () => controller.abort()
  }, [key, known.length, count, isAsking])
  useEffect(() => {
    if (isAsking || known.length === 0 || known.length > MAX_LIVE_PARTS) return
    const controller = new AbortController()
    askAgain(known.length, cursor => current.current(cursor, { signal: controller.signal }))
      .then(newer => setParts(before => (before.key === key ? { key, parts: newer } : before)))
      // The rows shown are still useful; whether the server is reachable is shown elsewhere.
      .catch(() => {})
    return () => controller.abort()
  }, [version])
  return {
    rows,
    isAsking,
    problem,
    looked: known.reduce((sum, part) => sum + (part.looked ?? 0), 0),
    more: next === null || known.length === 0 ? null : () => setWanted({ key, count: known.length + 1 }),
  }
}

/** Requests the same number of parts from the beginning again. */
async function askAgain<Row>(
  count: number,
  ask: (cursor: string | undefined) => Promise<Part<Row>>,
): Promise<readonly Part<Row>[]> {
  const parts: Part<Row>[] = []
  for (let cursor: string | null | undefined; parts.length < count && cursor !== null; ) {
    const part: Part<Row> = await ask(cursor)
    parts.push(part)
    cursor = part.next
  }
  return parts
}

/** Throttles a number: the result changes at most once in `everyMs`. */
export function useCalm(value: number, everyMs: number): number {
  const [calm, setCalm] = useState(value)
  const newest = useRef(value)
  newest.current = value
  useEffect(() => {
    const timer = setInterval(() => setCalm(newest.current), everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
  return calm
}
