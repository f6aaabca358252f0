/** Compares policies before one is trusted, on the history of this collection, on a trace, or on a simulated world. */
import type { TargetedSubmitEvent } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import type * as Client from '../../src/client/index.ts'
import { api } from '../api/call.ts'
import type { PageProps } from '../app.tsx'
import { useAsked } from '../asking.ts'
import { Options } from '../components/filters.tsx'
import { Badge, Card, PageHead } from '../components/parts.tsx'
import { Answered, Empty, Problem } from '../components/states.tsx'
import { fileIn } from '../file-text.ts'
import { LabResults } from './lab-results.tsx'

/** Stands for an uploaded change history instead of a simulated world. */
const TRACE = 'trace'

const WORLDS = [
  ['', 'this collection: the changes that its visits found'],
  [TRACE, 'a file of yours: when pages changed'],
  ['P0', 'five kinds of pages, which change daily to yearly'],
  ['P1', 'pages change daily to yearly, each at its own pace'],
  ['P2', 'some pages count more than others'],
  ['P3', 'changes in working hours, few on weekends'],
  ['P4', 'changes come in bursts'],
  ['P5', 'changes come at regular times'],
  ['P6', 'all pages change their pace midway'],
  ['P7', 'sites that announce changes, honestly and otherwise'],
  ['P8', 'servers that can take only part of the fetches'],
  ['P9', 'pages come and go'],
] as const

const POLICIES: readonly (readonly [Client.LabOrder['policies'][number], string])[] = [
  ['value', 'where a fetch is worth most: the usual policy'],
  ['uniform', 'every page equally often'],
  ['proportional', 'as often as a page changes'],
  ['optimal', 'the best timetable for the estimated rates'],
  ['step', 'shorter after a change, longer after none, in fixed steps'],
  ['adaptive', 'half the interval after a change, double after none'],
]
const MAX_LINES = 6
const POLL_MS = 1_000

export function Lab({ collection }: PageProps) {
  const asked = useAsked(`lab ${collection}`, async how => ({ status: await api.lab(collection, how) }))
  const isRunning = asked.answer?.status?.state === 'running'
  const { again } = asked
  useEffect(() => {
    if (!isRunning) return
    const timer = setInterval(again, POLL_MS)
    return () => clearInterval(timer)
  }, [isRunning, again])
  return (
    <>
      <PageHead
        title="Lab"
        about="Policies decide which page is fetched next. Here they are replayed over the same changes with the same number of fetches; nothing is fetched."
      />
      <Order collection={collection} isRunning={isRunning} again={again} />
      <Answered asked={asked} what="comparison">
        {({ status }) => <Compared collection={collection} status={status} />}
      </Answered>
    </>
  )
}

interface OrderProps {
  readonly collection: string
  readonly isRunning: boolean
  readonly again: () => void
}

function Order({ collection, isRunning, again }: OrderProps) {
  const [world, setWorld] = useState('P1')
  const [problem, setProblem] = useState<string | null>(null)
  const act = (what: Promise<unknown>) =>
    what
      .then(
        () => setProblem(null),
        (error: Error) => setProblem(error.message),
      )
      .finally(again)
  const submit = (event: TargetedSubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    void act(orderOf(form).then(order => api.startLab(collection, order)))
  }
  return (
    <Card title="What to compare">
      <form class="stack" onSubmit={submit}>
        <div class="filters">
          <label>
            On
            <select name="world" value={world} onChange={event => setWorld(event.currentTarget.value)}>
              <Options choices={WORLDS.map(named)} />
            </select>
          </label>
          {world === TRACE && (
            <label>
              CSV, plain or gzip: a line a page, its change times in days
              <input name="trace" type="file" accept=".csv,.gz,.txt,text/csv,application/gzip" required />
            </label>
          )}
          {isSimulated(world) && (
            <label>
              Pages
              <input name="pages" type="number" min={10} max={20_000} defaultValue="500" />
            </label>
          )}
          <label>
            One fetch a page in
            <input
              key={world === '' ? 'own' : 'other'}
              name="budgets"
              defaultValue={world === '' ? '12h, 1d, 2d' : '1d, 7d, 30d'}
              required
              dir="ltr"
            />
          </label>
          <label>
            What counts
            <select name="objective">
              <option value="freshness">many pages current</option>
              <option value="age">no page out of date for long</option>
              <option value="harmonic">few missed changes</option>
            </select>
          </label>
        </div>
        <fieldset class="stack is-tight">
          <legend>Policies</legend>
          {POLICIES.map(([name, about], i) => (
            <label key={name} class="is-inline">
              <input type="checkbox" name="policies" value={name} defaultChecked={i < MAX_LINES} />
              {name}
              <span class="quiet">{about}</span>
            </label>
          ))}
        </fieldset>
        <div class="row">
          <button type="submit" class="is-main" disabled={isRunning}>
            Compare
          </button>
          {isRunning && (
            <button type="button" onClick={() => act(api.stopLab(collection, {}))}>
              Stop
            </button>
          )}
        </div>
        {problem !== null && <Problem problem={problem} />}
      </form>
    </Card>
  )
}

const isSimulated = (world: string) => world !== '' && world !== TRACE

const named = ([word, title]: (typeof WORLDS)[number]) =>
  [word, isSimulated(word) ? `${word}: ${title}` : title] as const

/** What the server takes. */
const MAX_TRACE_CHARS = 32 * 2 ** 20

async function orderOf(form: FormData): Promise<Client.LabOrder> {
  const world = String(form.get('world'))
  return {
    world: isSimulated(world) ? (world as NonNullable<Client.LabOrder['world']>) : null,
    trace: await fileIn(form, 'trace', MAX_TRACE_CHARS),
    budgets: String(form.get('budgets'))
      .split(',')
      .map(each => each.trim()),
    policies: form.getAll('policies') as unknown as Client.LabOrder['policies'],
    objective: String(form.get('objective')) as NonNullable<Client.LabOrder['objective']>,
    ...(form.has('pages') ? { pages: Number(form.get('pages')) } : {}),
  }
}

interface ComparedProps {
  readonly collection: string
  readonly status: Client.LabStatus | null
}

function Compared({ collection, status }: ComparedProps) {
  if (status === null)
    return (
      <Empty title="Nothing was compared yet">
        <p>
          Press Compare: five hundred pages and three budgets take some seconds. On the collection’s own
          history a page counts once it was visited twice.
        </p>
      </Empty>
    )
  const { state, message } = status
  if (state === 'failed') return <Problem problem={message ?? 'The comparison failed.'} />
  if (state === 'done') return <LabResults collection={collection} status={status} />
  return (
    <p role="status">
      <Badge word={state} /> {message}
    </p>
  )
}
