/** One self-contained HTML file: tables, charts, and how they were measured. No scripts, nothing loaded from elsewhere. */
import type { Objective } from '../refresh/index.ts'
import { barChart, escaped, lineChart } from './chart.ts'
import type { Compared, PolicyComparison } from './compare-policies.ts'
import type { Gate } from './gates.ts'

export interface ReportInput {
  readonly source: string
  readonly objective: Objective
  readonly seed: number
  /** The same source at several budgets; `every` is the number of days in which each page gets one fetch on average. */
  readonly runs: readonly { readonly every: number; readonly comparison: PolicyComparison }[]
  readonly gates: readonly Gate[]
}

const STYLE = `body{font:16px/1.5 system-ui,sans-serif;max-width:72rem;margin:2rem auto;padding:0 1rem;color:#1c2630;background:#fff}
table{border-collapse:collapse;margin:1rem 0;font-variant-numeric:tabular-nums}th,td{padding:.25rem .7rem;text-align:right;border-bottom:1px solid #d5dce2}
th:first-child,td:first-child{text-align:left}figure{display:inline-block;width:min(100%,34rem);margin:0 1rem 1rem 0;vertical-align:top}
figcaption{font-weight:600}svg{width:100%;height:auto}svg text{font:12px system-ui,sans-serif;fill:#3a4650}.grid{stroke:#e3e8ec}.mark{stroke:#1c2630;stroke-dasharray:4 3}
.wrap{overflow-x:auto}@media(prefers-color-scheme:dark){body{background:#12181e;color:#dfe6ec}th,td{border-color:#2d3842}svg text{fill:#b9c4cd}.grid{stroke:#26313a}.mark{stroke:#dfe6ec}}`

const COLUMNS: readonly [title: string, key: Exclude<keyof Compared, 'name'>, digits: number][] = [
  ['freshness', 'freshness', 4],
  ['stale ratio', 'staleRatio', 3],
  ['% of oracle', 'oraclePercent', 1],
  ['age, days', 'age', 2],
  ['harmonic', 'harmonic', 3],
  ['wasted', 'wasted', 3],
  ['delay, days', 'delayMean', 2],
  ['delay p95', 'delayP95', 2],
  ['starved', 'starved', 3],
  ['calibration', 'calibration', 3],
]

export function labReport(input: ReportInput): string {
  const { source, objective, seed, runs, gates } = input
  const title = `Refresh policies on ${source}`
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${escaped(title)}</title><style>${STYLE}</style></head><body>
<h1>${escaped(title)}</h1>
<p>${described(input)}</p>
${charts(runs)}
${runs.map(({ every, comparison }) => section(every, comparison)).join('\n')}
<h2>Theory gates</h2>${gatesTable(gates)}
<h2>How it was measured</h2>
<p>Objective ${objective}, seed ${seed}. Every policy spends the same fetches: one every so often, always of the page it wants first. All figures are taken over the last half of the span. <b>Stale ratio</b>: time pages were stale, against visiting all equally often; below 1 is better. <b>% of oracle</b>: against the best timetable for the true rates. <b>Wasted</b>: fetches that found nothing new. <b>Delay</b>: from a change to the visit that found it. <b>Starved</b>: pages never fetched in that half. <b>Calibration</b>: mean distance between the predicted chance of a change and what came.</p>
</body></html>
`
}

function described({ source, runs }: ReportInput): string {
  const first = runs[0]?.comparison
  return first
    ? `${escaped(source)}: ${first.pages.toLocaleString('en-US')} pages over ${Math.round(first.spanDays).toLocaleString('en-US')} days.`
    : ''
}

function charts(runs: ReportInput['runs']): string {
  const names = runs[0]?.comparison.policies.map(policy => policy.name) ?? []
  const of = (name: string, key: 'freshness' | 'staleRatio') =>
    runs.map(
      ({ every, comparison }) =>
        [every, comparison.policies.find(policy => policy.name === name)![key]] as const,
    )
  const lines = (key: 'freshness' | 'staleRatio') => names.map(name => ({ name, points: of(name, key) }))
  const days = 'one fetch a page in so many days'
  const last = runs.at(-1)
  return [
    lineChart({ title: 'Freshness by budget', x: days, y: 'freshness', lines: lines('freshness') }),
    ...(last
      ? [
          barChart(
            `Stale ratio at one fetch in ${last.every} days`,
            last.comparison.policies.map(policy => ({ name: policy.name, value: policy.staleRatio })),
            1,
          ),
          barChart(
            `Mean delay in days at one fetch in ${last.every} days`,
            last.comparison.policies.map(policy => ({ name: policy.name, value: policy.delayMean })),
          ),
        ]
      : []),
  ].join('\n')
}

function section(every: number, { policies, fetchesPerPage }: PolicyComparison): string {
  const head = COLUMNS.map(([title]) => `<th>${title}</th>`).join('')
  const rows = policies
    .map(policy => {
      const cells = COLUMNS.map(([, key, digits]) => `<td>${policy[key]?.toFixed(digits) ?? '–'}</td>`).join(
        '',
      )
      return `<tr><td>${escaped(policy.name)}</td>${cells}</tr>`
    })
    .join('')
  return `<h2>One fetch a page in ${every} days</h2><p>${fetchesPerPage.toFixed(1)} fetches a page over the span.</p><div class="wrap"><table><tr><th>policy</th>${head}</tr>${rows}</table></div>`
}

function gatesTable(gates: readonly Gate[]): string {
  const rows = gates.map(
    ({ name, expected, value, passed }) =>
      `<tr><td>${escaped(name)}</td><td>${Number(expected.toFixed(4))}</td><td>${Number(value.toFixed(4))}</td><td>${passed ? 'passed' : 'FAILED'}</td></tr>`,
  )
  return `<div class="wrap"><table><tr><th>gate</th><th>expected</th><th>found</th><th></th></tr>${rows.join('')}</table></div>`
}
