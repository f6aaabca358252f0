/** When pages change: a square for each hour of the week, darker if more changes were found in it. */
import { api } from '../api/call.ts'
import { useAsked } from '../asking.ts'
import { counted, shown } from '../words.ts'
import { Card } from './parts.tsx'

const DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const
const HOURS = 24
/** As many as one answer of the API holds; the latest changes are enough to show the hours. */
const MAX_CHANGES = 1_000
/** Fewer changes would only show chance. */
const MIN_CHANGES = 50
const SHADES = 5
const CELL = 22
const LEFT = 36
const TOP = 18

interface ChangeTimesProps {
  readonly collection: string
  /** Only changes of pages of this class. */
  readonly pageClass?: string
}

export function ChangeTimes({ collection, pageClass }: ChangeTimesProps) {
  const asked = useAsked(`times ${collection} ${pageClass}`, how =>
    api.changes(collection, { class: pageClass, since: '60d', order: 'newest', limit: MAX_CHANGES }, how),
  )
  const rows = asked.answer?.rows ?? []
  if (rows.length < MIN_CHANGES) return pageClass === undefined ? null : <TooFew count={rows.length} />
  const counts = countsOf(rows)
  return (
    <Card
      title="When changes are found"
      aside={`the latest ${shown(rows.length)}, by hour of the week (UTC)`}
    >
      <HeatMap counts={counts} />
    </Card>
  )
}

const TooFew = ({ count }: { readonly count: number }) => (
  <Card title="When changes are found">
    <p class="quiet">
      {counted(count, 'change')} in 60 days: from {MIN_CHANGES} on, the hours of the week are shown here.
    </p>
  </Card>
)

/** Counts changes by day, Monday first, and hour. */
export function countsOf(rows: readonly { readonly at: string }[]): number[][] {
  const counts = DAYS.map(() => Array.from({ length: HOURS }, () => 0))
  for (const { at } of rows) {
    const date = new Date(at)
    counts[(date.getUTCDay() + 6) % 7]![date.getUTCHours()]!++
  }
  return counts
}

function HeatMap({ counts }: { readonly counts: readonly (readonly number[])[] }) {
  const most = Math.max(1, ...counts.flat())
  const [width, height] = [LEFT + HOURS * CELL, TOP + DAYS.length * CELL]
  return (
    <svg class="heat" viewBox={`0 0 ${width} ${height}`} role="img" aria-label={saidOf(counts)}>
      {Array.from({ length: HOURS / 3 }, (_, i) => (
        <text key={i} x={LEFT + i * 3 * CELL} y={TOP - 6}>
          {i * 3}:00
        </text>
      ))}
      {counts.map((hours, day) => (
        <g key={DAYS[day]}>
          <text x={0} y={TOP + day * CELL + CELL * 0.7}>
            {DAYS[day]}
          </text>
          {hours.map((count, hour) => (
            <rect
              key={hour}
              class={`shade-${Math.ceil((count / most) * SHADES)}`}
              x={LEFT + hour * CELL + 1}
              y={TOP + day * CELL + 1}
              width={CELL - 2}
              height={CELL - 2}
              rx={3}
            >
              <title>{`${DAYS[day]} ${hour}:00: ${count}`}</title>
            </rect>
          ))}
        </g>
      ))}
    </svg>
  )
}

function saidOf(counts: readonly (readonly number[])[]): string {
  const perDay = counts.map(hours => hours.reduce((sum, each) => sum + each, 0))
  return `Changes found by day: ${perDay.map((count, day) => `${DAYS[day]} ${count}`).join(', ')}`
}
