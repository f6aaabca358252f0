/** Questions to the API as hooks: what is known so far, and whether more is coming. */
import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import type { Call } from './api/call.ts'

export type Asked<Answer> =
  | { readonly state: 'asking'; readonly answer: Answer | null; readonly problem: null }
  | { readonly state: 'answered'; readonly answer: Answer; readonly problem: null }
  | { readonly state: 'refused'; readonly answer: Answer | null; readonly problem: string }

/** Asks when a key changes, and again when told to; an old answer stays while a new one is on its way. */
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
  return { ...asked, again }
}

export interface Listed<Row> {
  readonly rows: readonly Row[]
  readonly isAsking: boolean
  readonly problem: string | null
  /** Null when there are no more. */
  readonly more: (() => void) | null
}

interface Part<Row> {
  readonly rows: readonly Row[]
  readonly next: string | null
}

/** A list that comes in parts: the first at once, others on demand. */
export function useListed<Row>(
  key: string,
  ask: (cursor: string | undefined, how: Call) => Promise<Part<Row>>,
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
  const count = wanted.key === key ? wanted.count : 1
  const next = known.length === 0 ? undefined : known.at(-1)!.next
  const isAsking = known.length < count && next !== null && problem === null
  useEffect(() => setProblem(null), [key])
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
  return {
    rows: known.flatMap(part => part.rows),
    isAsking,
    problem,
    more: next === null || known.length === 0 ? null : () => setWanted({ key, count: known.length + 1 }),
  }
}
