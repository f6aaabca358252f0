/** How to make a model for a site that has none. */
import type { TargetedSubmitEvent } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { api } from '../api/call.ts'
import { useAsked } from '../asking.ts'
import { written } from '../components/filters.tsx'
import { Empty, Problem } from '../components/states.tsx'
import type { Now } from '../live.ts'

interface NoModelProps {
  readonly collection: string
  readonly now: Now | null
  /** Requests the models again. */
  readonly again: () => void
}

export function NoModel({ collection, now, again }: NoModelProps) {
  const [problem, setProblem] = useState<string | null>(null)
  const run = now?.run?.kind === 'model' ? now.run : null
  const isRunning = run?.state === 'running'
  useEffect(() => {
    if (run?.state === 'ended') again()
  }, [run?.state, again])
  const submit = (event: TargetedSubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const url = String(new FormData(event.currentTarget).get('url'))
    setProblem(null)
    api.makeModel(collection, { url }).catch((error: Error) => setProblem(error.message))
  }
  const seed = useFirstSeed(collection)
  return (
    <Empty title="No site has a model yet">
      <p>
        A model is learned from about two hundred pages: those that are stored, and what is missing is
        fetched.
      </p>
      <form class="row" onSubmit={submit}>
        <label>
          Where the site begins
          <input
            {...written(seed)}
            name="url"
            type="url"
            required
            placeholder="https://example.org/"
            dir="ltr"
          />
        </label>
        <button type="submit" class="is-main" disabled={isRunning}>
          {isRunning ? 'Looking at pages…' : 'Learn how it is built'}
        </button>
      </form>
      {problem !== null && <Problem problem={problem} />}
      {run?.state === 'failed' && <Problem problem={run.message ?? 'The model could not be made.'} />}
      <p class="quiet">
        The command <code>tidewatch model URL</code> does the same; with{' '}
        <code>extract: {'{model: auto}'}</code> in the settings, a crawl begins with it.
      </p>
    </Empty>
  )
}

function useFirstSeed(collection: string): string | null {
  const config = useAsked(`config ${collection}`, how => api.config(collection, how))
  const [seed] = (config.answer?.seeds as readonly unknown[] | undefined) ?? []
  return typeof seed === 'string' ? seed : null
}
