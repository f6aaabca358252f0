/** Results of a comparison of policies: a chart over budgets, and a table for each budget. */
import { useState } from 'preact/hooks'
import type { LabStatus } from '../../src/client/index.ts'
import { api } from '../api/call.ts'
import { LineChart } from '../components/line-chart.tsx'
import { Card, Tabs } from '../components/parts.tsx'
import { Problem } from '../components/states.tsx'
import { type Column, Table } from '../components/table.tsx'
import { downloadFile } from '../download.ts'
import { counted, shown, shownDays, shownShare } from '../words.ts'

type Run = LabStatus['runs'][number]
type Compared = Run['comparison']['policies'][number]

const MEASURES = [
  ['freshness', 'Fresh'],
  ['age', 'Age'],
  ['wasted', 'Wasted fetches'],
] as const

type Measure = (typeof MEASURES)[number][0]

const shownMeasure = (measure: Measure, value: number) =>
  measure === 'age' ? shownDays(value) : shownShare(value, 0)

/** In days, as it was entered: 30 days should not become 4.3 weeks. */
const shownEvery = (days: number) =>
  days >= 1 ? counted(Math.round(days * 10) / 10, 'day') : shownDays(days)

interface LabResultsProps {
  readonly collection: string
  readonly status: LabStatus
}

export function LabResults({ collection, status: { runs, order } }: LabResultsProps) {
  const [measure, setMeasure] = useState<Measure>('freshness')
  const sorted = runs.toSorted((a, b) => a.every - b.every)
  const first = sorted[0]?.comparison
  if (!first) return null
  return (
    <>
      <Card
        title={titleOf(order)}
        aside={`${counted(first.pages, 'page')}; ${shownShare(first.batched, 0)} of the changes come in batches`}
      >
        <Tabs
          label="What is shown"
          tabs={MEASURES}
          selected={measure}
          select={word => setMeasure(word as Measure)}
        />
        <div role="tabpanel" aria-labelledby={`tab-${measure}`}>
          {sorted.length > 1 && <Curves runs={sorted} measure={measure} />}
        </div>
        <ReportButton collection={collection} />
      </Card>
      {sorted.map(run => (
        <Card
          key={run.every}
          title={`One fetch a page in ${shownEvery(run.every)}`}
          aside={`over ${shownDays(run.comparison.spanDays)}, measured in the second half`}
        >
          <Table
            caption={`Policies with one fetch a page in ${shownEvery(run.every)}, best first`}
            columns={COLUMNS}
            rows={run.comparison.policies.toSorted((a, b) => b.oraclePercent - a.oraclePercent)}
            keyOf={each => each.name}
          />
        </Card>
      ))}
    </>
  )
}

const titleOf = ({ world, trace }: LabStatus['order']) =>
  trace !== null ? `On ${trace}` : world === null ? 'On the history of this collection' : `On world ${world}`

/** Downloads the whole report, including the formulas that were checked. */
function ReportButton({ collection }: { readonly collection: string }) {
  const [problem, setProblem] = useState<string | null>(null)
  const save = () =>
    downloadFile(`${collection}-lab.html`, api.labReport(collection)).then(
      () => setProblem(null),
      (error: Error) => setProblem(error.message),
    )
  return (
    <div class="row">
      <button type="button" onClick={save}>
        Download the report
      </button>
      {problem !== null && <Problem problem={problem} />}
    </div>
  )
}

const Curves = ({ runs, measure }: { readonly runs: readonly Run[]; readonly measure: Measure }) => (
  <LineChart
    title={`${MEASURES.find(([word]) => word === measure)![1]} by budget`}
    series={runs[0]!.comparison.policies.map(({ name }) => ({
      name,
      points: runs.map(({ every, comparison }) => ({
        x: every,
        y: comparison.policies.find(each => each.name === name)?.[measure] ?? null,
      })),
    }))}
    shownX={days => (days === runs[0]!.every ? `a fetch in ${shownEvery(days)}` : shownEvery(days))}
    shownY={value => shownMeasure(measure, value)}
    yFrom={0}
    {...(measure === 'age' ? {} : { yTo: 1 })}
    isLogX
  />
)

const COLUMNS: readonly Column<Compared>[] = [
  { title: 'Policy', show: ({ name }) => name },
  { title: 'Fresh', isNumber: true, show: ({ freshness }) => shownShare(freshness) },
  {
    title: 'Of the best possible',
    isNumber: true,
    show: ({ oraclePercent }) => `${oraclePercent.toFixed(1)} %`,
  },
  { title: 'Age', isNumber: true, show: ({ age }) => shownDays(age) },
  { title: 'Wasted', isNumber: true, show: ({ wasted }) => shownShare(wasted, 0) },
  { title: 'Found after', isNumber: true, show: ({ delayMean }) => shownDays(delayMean) },
  { title: 'Never fetched', isNumber: true, show: ({ starved }) => shownShare(starved, 0) },
  {
    title: 'Stale, uniform = 1',
    isNumber: true,
    show: ({ staleRatio }) => shown(Math.round(staleRatio * 1_000) / 1_000),
  },
]
