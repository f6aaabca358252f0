/** How to make models: the first one of a collection, or those of other sites. */
import type { TargetedSubmitEvent } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { api } from '../api/call.ts'
import { useAsked } from '../asking.ts'
import { Options } from '../components/filters.tsx'
import { Card } from '../components/parts.tsx'
import { Empty, Problem } from '../components/states.tsx'
import type { Now } from '../live.ts'

interface MakingProps {
  readonly collection: string
  readonly now: Now | null
  /** Requests the models again. */
  readonly again: () => void
}

export function NoModel(props: MakingProps) {
  const seed = useFirstSeed(props.collection)
  return (
    <Empty title="No site has a model yet">
      <p>
        A model is learned from about two hundred pages of a site: those that are stored, and what is missing
        is fetched.
      </p>
      <Making {...props} key={seed} first={seed} />
      <p class="quiet">
        The command <code>tidewatch model URL</code> does the same; with{' '}
        <code>extract: {'{model: auto}'}</code> in the settings, a crawl begins with it.
      </p>
    </Empty>
  )
}

export const MoreModels = (props: MakingProps) => (
  <Card
    title="Learn sites"
    aside="one address makes a new version of its model; of several, those without a model get one"
  >
    <Making {...props} first={null} />
  </Card>
)

const STRATEGIES = [
  ['dense', 'links in long lists'],
  ['sparse', 'links that stand alone'],
] as const

const SPLITS = [
  ['none', 'one class'],
  ['semantic', 'a class for each subject'],
] as const

type How = Omit<Parameters<typeof api.makeModel>[1], 'url'>

function Making({ collection, now, again, first }: MakingProps & { readonly first: string | null }) {
  const [problem, setProblem] = useState<string | null>(null)
  const run = now?.modelRun ?? null
  const isRunning = run?.state === 'running'
  const isCrawling = now?.run?.state === 'running' && now.run.kind !== 'model'
  useEffect(() => {
    if (run?.state === 'ended') again()
  }, [run?.state, run?.endedAt, again])
  const submit = (event: TargetedSubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    setProblem(null)
    started(collection, new FormData(event.currentTarget)).catch((error: Error) => setProblem(error.message))
  }
  return (
    <form class="stack" onSubmit={submit}>
      <label>
        Where sites begin, one address a line
        <textarea
          name="urls"
          rows={2}
          required
          spellcheck={false}
          defaultValue={first ?? ''}
          placeholder="https://example.org/"
          dir="ltr"
        />
      </label>
      <div class="filters">
        <label>
          Pages of a site, at most
          <input
            name="pages"
            defaultValue="200"
            required
            pattern="auto|[1-9][0-9]{0,5}"
            title="a number, or auto: as many as keep bringing new classes"
            dir="ltr"
          />
        </label>
        <label>
          Followed first
          <select name="strategy">
            <Options choices={STRATEGIES} />
          </select>
        </label>
        <label>
          Pages that look alike are
          <select name="split">
            <Options choices={SPLITS} />
          </select>
        </label>
        <button type="submit" class="is-main" disabled={isRunning}>
          {isRunning ? 'Looking at pages…' : 'Learn how they are built'}
        </button>
      </div>
      {isCrawling && (
        <p class="quiet">
          The {now.run!.kind} that runs is paused meanwhile, and goes on by itself when this is done.
        </p>
      )}
      {problem !== null && <Problem problem={problem} />}
      {run?.state === 'failed' && <Problem problem={run.message ?? 'The model could not be made.'} />}
      {run?.state === 'ended' && run.message && <p role="status">{run.message}</p>}
    </form>
  )
}

function started(collection: string, form: FormData): Promise<unknown> {
  const pages = String(form.get('pages')).trim()
  const how = {
    pages: pages === 'auto' ? pages : Number(pages),
    strategy: String(form.get('strategy')) as NonNullable<How['strategy']>,
    split: String(form.get('split')) as NonNullable<How['split']>,
  } as const
  const [url = '', ...more] = String(form.get('urls')).split(/\s+/).filter(Boolean)
  return more.length === 0
    ? api.makeModel(collection, { url, ...how })
    : api.makeModels(collection, { urls: [url, ...more], ...how })
}

function useFirstSeed(collection: string): string | null {
  const config = useAsked(`config ${collection}`, how => api.config(collection, how))
  const [seed] = (config.answer?.seeds as readonly unknown[] | undefined) ?? []
  return typeof seed === 'string' ? seed : null
}
