/** How fresh the collection is, what its fetches find, and what is happening right now. */
import { useEffect, useState } from 'preact/hooks'
import type * as Client from '../../src/client/index.ts'
import { api } from '../api/call.ts'
import type { PageProps } from '../app.tsx'
import { useAsked } from '../asking.ts'
import { ChangeTimes } from '../components/change-times.tsx'
import { evenSpans } from '../components/even-spans.ts'
import { Options } from '../components/filters.tsx'
import { Harvest, useTopics } from '../components/harvest.tsx'
import { Badge, Card, Figures, PageHead } from '../components/parts.tsx'
import { Answered, Empty, Problem } from '../components/states.tsx'
import { TimeChart } from '../components/time-chart.tsx'
import { TypeBars } from '../components/type-bars.tsx'
import type { Now } from '../live.ts'
import { addressOf } from '../router.ts'
import {
  counted,
  shown,
  shownAge,
  shownBytes,
  shownDays,
  shownExactly,
  shownShare,
  shownShort,
} from '../words.ts'
import { Failures, isFruitless, LatestChanges, WhyNothing } from './overview-lists.tsx'

const SPAN = '90d'

export function Overview({ collection, live }: PageProps) {
  const { now } = live
  const samples = useAsked(`samples ${collection}`, how => api.samples(collection, { since: SPAN }, how))
  const latest = samples.answer?.findLast(each => each.freshness !== null)
  return (
    <>
      <PageHead title="Overview">
        <Controls collection={collection} now={now} />
      </PageHead>
      {now && <NowFigures now={now} latest={latest} used={budgetUsed(samples.answer ?? [])} />}
      {now?.counts.visits === 0 && !now.isBusy && <NothingYet collection={collection} />}
      {now && isFruitless(now) && <WhyNothing collection={collection} visits={now.counts.visits} />}
      <Queue collection={collection} now={now} />
      <Answered asked={samples} what="samples">
        {rows =>
          isMeasured(rows) || now === null || now.counts.fetched === 0 ? null : (
            <NoFreshness isRunning={now.isBusy} />
          )
        }
      </Answered>
      <div class="grid">
        {samples.answer && isMeasured(samples.answer) && <OverTime samples={samples.answer} />}
        <TypeBars collection={collection} visits={now?.counts.visits ?? 0} />
        <Failures collection={collection} />
      </div>
      <LatestChanges collection={collection} live={live} />
      <ChangeTimes collection={collection} />
    </>
  )
}

type StartOrder = Parameters<typeof api.start>[1]

const WORKS = [
  ['watch', 'keep it fresh', { kind: 'watch' }],
  ['crawl', 'fetch what is waiting', { kind: 'crawl' }],
  ['due', 'visit once what is due', { kind: 'recrawl' }],
  ['all', 'visit every page once', { kind: 'recrawl', all: true }],
] as const satisfies readonly (readonly [string, string, StartOrder])[]

const orderOf = (work: string): StartOrder => WORKS.find(([word]) => word === work)?.[2] ?? WORKS[0][2]

function Controls({ collection, now }: { readonly collection: string; readonly now: Now | null }) {
  const [problem, setProblem] = useState<string | null>(null)
  const [work, setWork] = useState<string>(WORKS[0][0])
  const state = now?.run?.state
  const isOurs = state === 'running' || state === 'stopping'
  const act = (what: () => Promise<unknown>) => () =>
    what().then(
      () => setProblem(null),
      (error: Error) => setProblem(error.message),
    )
  return (
    <>
      {now && <Badge word={isOurs ? state! : now.isBusy ? 'running' : (state ?? 'resting')} />}
      {isOurs ? (
        <>
          <button type="button" onClick={act(() => api.stop(collection, { pause: true }))}>
            Pause
          </button>
          <button type="button" onClick={act(() => api.stop(collection, {}))}>
            Stop
          </button>
        </>
      ) : (
        !now?.isBusy && (
          <>
            <select
              aria-label="What Start does"
              value={work}
              onChange={event => setWork(event.currentTarget.value)}
            >
              <Options choices={WORKS.map(([word, title]) => [word, title])} />
            </select>
            <button type="button" class="is-main" onClick={act(() => api.start(collection, orderOf(work)))}>
              {state === 'paused' ? 'Go on' : 'Start'}
            </button>
          </>
        )
      )}
      {problem !== null && <Problem problem={problem} />}
      {state === 'failed' && <Problem problem={now?.run?.message ?? 'The run failed.'} />}
    </>
  )
}

interface NowFiguresProps {
  readonly now: Now
  readonly latest: Client.Sample | undefined
  readonly used: number | null
}

/** Freshness is measured while a collection is worked on, so older measurements are not current. */
const isMeasuredNow = (now: Now, latest: Client.Sample | undefined) =>
  latest === undefined || now.isBusy || now.run?.state === 'running'

const NowFigures = ({ now, latest, used }: NowFiguresProps) => {
  const { counts, visitsPerSecond } = now
  return (
    <Figures
      figures={[
        {
          name: isMeasuredNow(now, latest) ? 'Fresh now' : 'Fresh at last',
          value: latest ? shownShare(latest.freshness!) : '–',
          about: `Estimated share of stored pages that are as they are on the web${latest ? `, at ${shownExactly(latest.at)}; Plan has it for this moment` : ''}`,
        },
        {
          name: 'Out of date by',
          value: latest?.ageDays == null ? '–' : shownAge(latest.ageDays),
          about: 'On average over all pages',
        },
        ...(used === null
          ? []
          : [
              {
                name: 'Budget used',
                value: used > 1 ? 'all of it' : shownShare(used, 0),
                about: `What was spent on the last day, of what may be spent in a day: ${shownShare(used, 0)}. First visits of new pages may take more than that.`,
              },
            ]),
        { name: 'Pages stored', value: shownShort(counts.fetched) },
        { name: 'Waiting', value: shownShort(counts.waiting) },
        { name: 'Visits a second', value: visitsPerSecond.toFixed(1) },
        { name: 'Failed or gone', value: shownShort(counts.error + counts.gone) },
        { name: 'Revisions', value: shownShort(counts.revisions) },
        { name: 'Size', value: shownBytes(counts.bytes) },
      ]}
    />
  )
}

/** Pages found and pages stored; where the lines meet, the crawl is done. */
function Queue({ collection, now }: { readonly collection: string; readonly now: Now | null }) {
  const points = usePoints(collection, now)
  const topics = useTopics(collection, now?.counts.visits ?? 0)
  const harvest = <Harvest collection={collection} topics={topics} points={points} />
  if (points.length < 2 || points[0]!.visits === points.at(-1)!.visits) return harvest
  const isTrue = points.some(each => each.fresh !== null)
  return (
    <div class="grid">
      <Card title="Found and done" aside={projection(points)}>
        <TimeChart
          title="Pages found and pages stored since somebody looks"
          rows={points}
          lines={{ found: each => each.known, stored: each => each.stored }}
          filled="stored"
        />
      </Card>
      {harvest}
      {isTrue && (
        <Card title="True freshness" aside="known, because this world is ours">
          <TimeChart
            title="The share of pages that are truly current"
            rows={points}
            lines={{ current: each => each.fresh }}
            filled="current"
            isShare
          />
        </Card>
      )}
    </div>
  )
}

const POINTS_EVERY_MS = 5_000

/** The curve so far; requested again from time to time while a process works on the collection. */
function usePoints(collection: string, now: Now | null): readonly LivePoint[] {
  const [round, setRound] = useState(0)
  const isMoving = now?.isBusy ?? false
  useEffect(() => {
    if (!isMoving) return
    const timer = setInterval(() => setRound(before => before + 1), POINTS_EVERY_MS)
    return () => clearInterval(timer)
  }, [isMoving])
  const asked = useAsked(`now ${collection}`, how => api.now(collection, how))
  useEffect(() => {
    if (round > 0) asked.again()
  }, [round, asked.again])
  return asked.answer?.points ?? []
}

type LivePoint = Awaited<ReturnType<typeof api.now>>['points'][number]

/** When the rest will be stored, if the crawl continues at the rate of the second half of the curve. */
function projection(points: readonly LivePoint[]): string {
  const last = points.at(-1)!
  const half = points[Math.floor(points.length / 2)]!
  const span = Date.parse(last.at) - Date.parse(half.at)
  const speed = (last.stored - half.stored) / span
  const growth = (last.known - half.known) / span
  const left = last.known - last.stored
  if (left <= 0) return 'everything found is stored'
  if (span <= 0) return `${counted(left, 'page')} to go`
  if (speed <= growth) return `${counted(left, 'page')} to go, and more are found than are stored`
  return `${counted(left, 'page')} to go: done in about ${shownDays(left / (speed - growth) / 86_400_000)}`
}

const isMeasured = (samples: readonly Client.Sample[]) =>
  samples.filter(each => each.freshness !== null).length > 1

const NothingYet = ({ collection }: { readonly collection: string }) => (
  <Empty title="Nothing was crawled yet">
    <p>
      Give the collection <a href={addressOf(collection, 'start')}>an address to start from</a>.
    </p>
  </Empty>
)

const NoFreshness = ({ isRunning }: { readonly isRunning: boolean }) => (
  <Empty title="No curves yet">
    {isRunning ? (
      <p>
        How fresh pages are is measured while they are kept fresh: curves begin after some minutes of that.
      </p>
    ) : (
      <p>
        How fresh pages are is followed while a collection is watched: press Start, or run{' '}
        <code>tidewatch watch</code>.
      </p>
    )}
  </Empty>
)

function OverTime({ samples }: { readonly samples: readonly Client.Sample[] }) {
  const known = samples.filter(each => each.freshness !== null)
  return (
    <>
      <Card title="Freshness" aside="estimated share of pages that are current">
        <TimeChart
          title="Freshness over time"
          rows={known}
          lines={{ fresh: each => each.freshness }}
          filled="fresh"
          isShare
        />
      </Card>
      <Fetches samples={samples} />
      <Age samples={known} />
      <Card title="Pages" aside="known, with those that are gone, and stored">
        <TimeChart
          title="Pages known and stored over time"
          rows={samples}
          lines={{ known: each => each.known, stored: each => each.stored }}
          filled="stored"
        />
      </Card>
    </>
  )
}

const DAY_MS = 86_400_000

/** Share of the daily budget that was spent on the last day; null without a budget. */
function budgetUsed(samples: readonly Client.Sample[]): number | null {
  const last = samples.at(-1)
  if (!last?.budgetPerDay) return null
  const since = Date.parse(last.at) - DAY_MS
  const spent = samples.reduce((sum, each) => sum + (Date.parse(each.at) > since ? each.spent : 0), 0)
  return spent / last.budgetPerDay
}

const SPANS = 40

/** Samples are taken at uneven times, so their counts are converted to spans of equal length. */
function Fetches({ samples }: { readonly samples: readonly Client.Sample[] }) {
  const rows = evenSpans(samples, each => [each.refreshes, each.wasted], SPANS)
  if (samples.every(each => each.refreshes === 0))
    return (
      <Card title="Fetches">
        <p class="quiet">No page was visited again yet.</p>
      </Card>
    )
  return (
    <Card title="Fetches" aside="what was spent, and what found no change">
      <TimeChart
        title="Refreshes and wasted refreshes over time"
        rows={rows}
        lines={{
          refreshes: ({ counts }) => counts[0] ?? null,
          'without a change': ({ counts }) => counts[1] ?? null,
        }}
        shownY={count => shown(Math.round(count))}
      />
    </Card>
  )
}

const AGE_UNITS = [
  { name: 'days', perDay: 1 },
  { name: 'hours', perDay: 24 },
  { name: 'minutes', perDay: 1_440 },
  { name: 'seconds', perDay: 86_400 },
] as const

/** Shown in the largest unit of which there are two or more. */
function Age({ samples }: { readonly samples: readonly Client.Sample[] }) {
  const oldest = Math.max(0, ...samples.map(({ ageDays }) => ageDays ?? 0))
  const { name, perDay } = AGE_UNITS.find(each => oldest * each.perDay >= 2) ?? AGE_UNITS.at(-1)!
  return (
    <Card title="Age" aside={`${name} that stored copies are out of date, on average`}>
      <TimeChart
        title="Age over time"
        rows={samples}
        lines={{ [name]: ({ ageDays }) => (ageDays === null ? null : ageDays * perDay) }}
        filled={name}
        shownY={age => String(Number(age.toFixed(age < 1 ? 2 : 1)))}
      />
    </Card>
  )
}
