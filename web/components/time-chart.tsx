import { shownShareBy, shownShort } from '../words.ts'
import { LineChart } from './line-chart.tsx'

interface TimeChartProps<Row> {
  readonly title: string
  readonly rows: readonly Row[]
  /** The lines to draw, by name. */
  readonly lines: Readonly<Record<string, (row: Row) => number | null>>
  /** Name of the line whose area is filled. */
  readonly filled?: string
  /** The vertical axis ends at 100% instead of starting at 0. */
  readonly isShare?: boolean
  readonly shownY?: (y: number, step: number) => string
}

const timeOfDay = (ms: number) =>
  new Date(ms).toLocaleString('en', { month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' })

/** A line chart of rows over time. */
export function TimeChart<Row extends { readonly at: string }>(props: TimeChartProps<Row>) {
  const { title, rows, lines, filled, isShare = false, shownY } = props
  return (
    <LineChart
      title={title}
      series={Object.entries(lines).map(([name, yOf]) => ({
        name,
        points: rows.map(row => ({ x: Date.parse(row.at), y: yOf(row) })),
        isFilled: name === filled,
      }))}
      shownX={timeOfDay}
      shownY={shownY ?? (isShare ? shownShareBy : shownShort)}
      {...(isShare ? { yTo: 1 } : { yFrom: 0 })}
    />
  )
}
