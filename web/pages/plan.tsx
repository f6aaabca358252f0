/** What a budget buys: freshness against spending, and what a goal costs. */
import { useState } from 'preact/hooks'
import type * as Client from '../../src/client/index.ts'
import { api } from '../api/call.ts'
import type { PageProps } from '../app.tsx'
import { useAsked } from '../asking.ts'
import { BudgetCurve, freshnessAt } from '../components/budget-curve.tsx'
import { Choice, filterOf, written } from '../components/filters.tsx'
import { Badge, Card, Figures, PageHead } from '../components/parts.tsx'
import { RateBars } from '../components/rate-bars.tsx'
import { Answered, Empty, Problem } from '../components/states.tsx'
import { downloadFile } from '../download.ts'
import { addressOf, go } from '../router.ts'
import { shown, shownAge, shownBytes, shownShare } from '../words.ts'

const OBJECTIVES = [
  ['', 'as in the settings'],
  ['freshness', 'many pages current'],
  ['age', 'no page out of date for long'],
  ['harmonic', 'few missed changes'],
] as const

/** Same as on the Overview. */
const SPAN = '90d'

type Objective = 'freshness' | 'age' | 'harmonic'

export function Plan(props: PageProps) {
  const [problem, setProblem] = useState<string | null>(null)
  const draw = () =>
    downloadFile(`${props.collection}.svg`, api.planChart(props.collection)).then(
      () => setProblem(null),
      (error: Error) => setProblem(error.message),
    )
  return (
    <>
      <PageHead
        title="Plan"
        about="What other budgets would buy in the long run, by what was learned about the pages. Nothing is fetched."
      >
        <button
          type="button"
          title="How fresh it was in the last 30 days, and what other budgets would buy"
          onClick={() => void draw()}
        >
          Download as a picture
        </button>
      </PageHead>
      {problem !== null && <Problem problem={problem} />}
      <Planned {...props} />
    </>
  )
}

function Planned({ collection, query }: PageProps) {
  const isGuess = useGuess(collection)
  const objective = (query.get('objective') ?? undefined) as Objective | undefined
  const budget = query.get('budget') ?? undefined
  const freshness = query.get('freshness') ?? undefined
  const base = useAsked(`plan ${collection} ${objective}`, async how => ({
    plan: await api.plan(collection, { objective }, how),
  }))
  // Without a wish it is the plan that is asked for anyway.
  const isPlain = budget === undefined && freshness === undefined
  const chosen = useAsked(`plan ${collection} ${query}`, async how =>
    isPlain ? null : api.plan(collection, { objective, budget, freshness }, how),
  )
  return (
    <Answered asked={base} what="plan">
      {({ plan }) =>
        plan === null ? (
          <NothingYet collection={collection} />
        ) : (
          <>
            <PlanFigures plan={plan} />
            <Choosing
              collection={collection}
              query={query}
              base={plan}
              chosen={isPlain ? plan : chosen.answer}
            />
            {chosen.problem !== null && <Problem problem={chosen.problem} again={chosen.again} />}
            <div class="grid is-halves">
              <Goals plan={chosen.answer ?? plan} collection={collection} />
              <RateBars rates={plan.rates} isGuess={isGuess} />
            </div>
          </>
        )
      }
    </Answered>
  )
}

/** True until a page has been visited twice, because only a second visit can find a change. */
function useGuess(collection: string): boolean {
  const { answer } = useAsked(`samples ${collection}`, how => api.samples(collection, { since: SPAN }, how))
  return answer !== null && answer.length > 0 && answer.every(({ refreshes }) => refreshes === 0)
}

const NothingYet = ({ collection }: { readonly collection: string }) => (
  <Empty title="Nothing is stored yet">
    <p>
      A plan is made from what is known about pages.{' '}
      <a href={addressOf(collection, 'start')}>Crawl some first.</a>
    </p>
  </Empty>
)

const perDay = (plan: Client.PlanReport, budget: number): string =>
  plan.unit === 'bytes' ? `${shownBytes(budget)} a day` : `${shown(Math.round(budget))} fetches a day`

const PlanFigures = ({ plan }: { readonly plan: Client.PlanReport }) => (
  <Figures
    figures={[
      { name: 'Fresh now', value: shownShare(plan.freshness) },
      { name: 'Out of date by', value: shownAge(plan.ageDays) },
      {
        name: 'Budget a day',
        value: plan.unit === 'bytes' ? shownBytes(plan.budgetPerDay) : shown(Math.round(plan.budgetPerDay)),
        about: plan.unit,
      },
      { name: 'Pages', value: shown(plan.pages) },
      {
        name: 'Overdue',
        value: shown(Math.round(plan.overdue)),
        about: 'what visiting all overdue pages costs',
      },
      { name: 'Policy', value: plan.policy, about: 'By what it is decided which page is fetched next' },
      {
        name: 'What counts',
        value: OBJECTIVES.find(([word]) => word === plan.objective)?.[1] ?? plan.objective,
        about: `The objective of the refresh: ${plan.objective}`,
      },
    ]}
  />
)

interface ChoosingProps {
  readonly collection: string
  readonly query: URLSearchParams
  readonly base: Client.PlanReport
  readonly chosen: Client.PlanReport | null
}

/** Steps of the slider from the smallest to the largest budget of the curve; each step multiplies by the same factor. */
const STEPS = 120

function Choosing({ collection, query, base, chosen }: ChoosingProps) {
  const [least, most] = [base.curve[0]!.budgetPerDay, base.curve.at(-1)!.budgetPerDay]
  const now = chosen?.budgetPerDay ?? base.budgetPerDay
  const [dragged, setDragged] = useState<number | null>(null)
  const shownNow = dragged ?? now
  const budgetAt = (step: number) => least * (most / least) ** (step / STEPS)
  const stepAt = (budget: number) => Math.round((Math.log(budget / least) / Math.log(most / least)) * STEPS)
  const settle = (budget: number) => {
    setDragged(null)
    const text = base.unit === 'bytes' ? `${Math.round(budget)}B/day` : `${Math.round(budget)}/day`
    go(addressOf(collection, 'plan', { ...Object.fromEntries(query), budget: text }), { replace: true })
  }
  return (
    <div class="grid is-editor">
      <Card
        title="Freshness against budget"
        aside={`${perDay(base, shownNow)} keep ${shownShare(freshnessAt(base.curve, shownNow))} fresh`}
      >
        <BudgetCurve plan={base} chosen={shownNow} />
        <label>
          Budget: {perDay(base, shownNow)}
          <input
            type="range"
            min={0}
            max={STEPS}
            value={stepAt(shownNow)}
            onInput={event => setDragged(budgetAt(Number(event.currentTarget.value)))}
            onChange={event => settle(budgetAt(Number(event.currentTarget.value)))}
            aria-valuetext={perDay(base, shownNow)}
          />
        </label>
        <UsePlan collection={collection} query={query} />
      </Card>
      <Wishes collection={collection} query={query} chosen={chosen} />
    </div>
  )
}

/** Stores the chosen budget and objective in the settings of the collection. */
function UsePlan({ collection, query }: Pick<ChoosingProps, 'collection' | 'query'>) {
  const [said, setSaid] = useState<string | null>(null)
  const [budget, objective] = [query.get('budget'), query.get('objective')]
  if (budget === null && objective === null) return null
  const save = async () => {
    const config = (await api.config(collection)) ?? {}
    const { interval: _, ...refresh } = (config.refresh ?? {}) as Record<string, unknown>
    const chosen = { ...(budget !== null && { budget }), ...(objective !== null && { objective }) }
    await api.setConfig(collection, { ...config, refresh: { ...refresh, ...chosen } })
  }
  const act = () =>
    save().then(
      () => setSaid('It is in the settings now.'),
      (error: Error) => setSaid(error.message),
    )
  return (
    <div class="row">
      <button type="button" onClick={act}>
        Use this plan
      </button>
      <a href={addressOf(collection, 'plan')}>Back to that of the settings</a>
      <span role="status">{said}</span>
    </div>
  )
}

function Wishes({ collection, query, chosen }: Omit<ChoosingProps, 'base'>) {
  const filter = filterOf(collection, 'plan', query)
  const wish = (share: string) =>
    go(
      addressOf(collection, 'plan', {
        ...Object.fromEntries(query),
        freshness: share === '' ? '' : `${share}%`,
      }),
      { replace: true },
    )
  return (
    <Card title="What a wish costs">
      <label>
        Keep this share of the pages fresh, in %
        <input
          {...written((query.get('freshness') ?? '').replace('%', ''))}
          type="number"
          min={1}
          max={99.9}
          step={0.1}
          onChange={event => wish(event.currentTarget.value)}
        />
      </label>
      {chosen?.goal && (
        <p role="status">
          {chosen.goal.budgetPerDay === null
            ? `No budget keeps ${shownShare(chosen.goal.freshness)} fresh: some pages change faster than they may be visited.`
            : `${shownShare(chosen.goal.freshness)} fresh takes ${perDay(chosen, chosen.goal.budgetPerDay)}.`}
        </p>
      )}
      <Choice label="What counts" choices={OBJECTIVES} {...filter('objective')} />
    </Card>
  )
}

const Goals = ({ plan, collection }: { readonly plan: Client.PlanReport; readonly collection: string }) => (
  <Card title="Goals" aside={`with ${perDay(plan, plan.budgetPerDay)}`}>
    {plan.goals.length === 0 ? (
      <p class="quiet">
        There are none. Write some into the <a href={addressOf(collection, 'settings')}>settings</a>:{' '}
        <code>refresh: {'{goals: [{share: 95%, age: 6h}]}'}</code>
      </p>
    ) : (
      <ul class="goals">
        {plan.goals.map(({ sentence, possible }) => (
          <li key={sentence} class={possible ? 'is-good' : 'is-bad'}>
            <Badge word={possible ? 'possible' : 'impossible'} />
            <span>{sentence}</span>
          </li>
        ))}
      </ul>
    )}
  </Card>
)
