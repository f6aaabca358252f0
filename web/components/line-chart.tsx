/** An SVG line chart over time or over a number: sharp at every size, readable in both themes, with a crosshair that shows values. */
import { useEffect, useRef, useState } from 'preact/hooks'

export interface Point {
  readonly x: number
  readonly y: number | null
}

export interface Series {
  readonly name: string
  readonly points: readonly Point[]
  readonly isDashed?: boolean
  readonly isFilled?: boolean
}

export interface LineChartProps {
  /** Describes the chart for people who cannot see it. */
  readonly title: string
  readonly series: readonly Series[]
  readonly shownX: (x: number) => string
  /** `step` is the distance of the labels on the axis: numbers must differ by as little as that. */
  readonly shownY: (y: number, step: number) => string
  /** The minimum range of the vertical axis. */
  readonly yFrom?: number
  readonly yTo?: number
  readonly isLogX?: boolean
  /** Vertical lines at values that matter. */
  readonly marks?: readonly { readonly x: number; readonly name: string }[]
}

const FIRST_WIDTH = 640
const HEIGHT = 220
const LEFT = 58
const RIGHT = 12
const TOP = 10
const BOTTOM = 26
const TICKS = 4
const PIXELS_A_LABEL = 130

export function LineChart(props: LineChartProps) {
  const { title, series, shownX } = props
  const [hovered, setHovered] = useState<number | null>(null)
  const [frame, width] = useWidth()
  const scale = scaleOf(props, width)
  if (!scale) return <p class="quiet">Nothing to draw yet.</p>
  const { x, y, xTicks, yTicks } = scale
  const shownY = (value: number) => props.shownY(value, yTicks[1]! - yTicks[0]!)
  const near = hovered === null ? null : nearest(series, hovered)
  const track = (event: PointerEvent) => {
    const box = (event.currentTarget as SVGElement).getBoundingClientRect()
    setHovered(scale.xAt(event.clientX - box.left))
  }
  return (
    <figure class="stack" ref={frame}>
      <svg
        class="chart"
        width={width}
        height={HEIGHT}
        role="img"
        aria-label={`${title}: ${summaryOf(series, shownY)}`}
        onPointerMove={track}
        onPointerLeave={() => setHovered(null)}
      >
        {yTicks.map(tick => (
          <g key={tick}>
            <line class="grid-line" x1={LEFT} x2={width - RIGHT} y1={y(tick)} y2={y(tick)} />
            <text x={LEFT - 6} y={y(tick) + 4} text-anchor="end">
              {shownY(tick)}
            </text>
          </g>
        ))}
        {xTicks.map((tick, i) => (
          <text
            key={tick}
            x={x(tick)}
            y={HEIGHT - 6}
            text-anchor={i === 0 ? 'start' : i === xTicks.length - 1 ? 'end' : 'middle'}
          >
            {shownX(tick)}
          </text>
        ))}
        {series.map(({ name, points, isDashed, isFilled }, i) => (
          <g key={name}>
            {isFilled && <path class={`area fill-${i + 1}`} d={areaOf(points, x, y, y(yTicks[0]!))} />}
            <path class={`series series-${i + 1} ${isDashed ? 'is-dashed' : ''}`} d={lineOf(points, x, y)} />
          </g>
        ))}
        {props.marks?.map(mark => (
          <Mark key={mark.name} name={mark.name} x={x(mark.x)} width={width} />
        ))}
        {near !== null && <line class="cross" x1={x(near)} x2={x(near)} y1={TOP} y2={HEIGHT - BOTTOM} />}
      </svg>
      <ul class="legend">
        {near !== null && <li class="quiet">{shownX(near)}</li>}
        {series.map(({ name, points }, i) => (
          <li key={name} class={`mark-${i + 1}`}>
            {name}
            {(near !== null || !props.isLogX) && valueAt(points, near, shownY)}
          </li>
        ))}
      </ul>
    </figure>
  )
}

function Mark({ name, x, width }: { readonly name: string; readonly x: number; readonly width: number }) {
  const isLeft = x > width / 2
  return (
    <g class="mark">
      <line x1={x} x2={x} y1={TOP} y2={HEIGHT - BOTTOM} />
      <text x={isLeft ? x - 5 : x + 5} y={HEIGHT - BOTTOM - 6} text-anchor={isLeft ? 'end' : 'start'}>
        {name}
      </text>
    </g>
  )
}

/** Measures the available width, so that the chart is drawn at full width and text keeps its size. */
function useWidth() {
  const frame = useRef<HTMLElement>(null)
  const [width, setWidth] = useState(FIRST_WIDTH)
  useEffect(() => {
    if (!frame.current) return
    const observer = new ResizeObserver(([entry]) => setWidth(Math.floor(entry!.contentRect.width)))
    observer.observe(frame.current)
    return () => observer.disconnect()
  }, [])
  return [frame, width] as const
}

interface Scale {
  readonly x: (value: number) => number
  readonly xAt: (pixel: number) => number
  readonly y: (value: number) => number
  readonly xTicks: readonly number[]
  readonly yTicks: readonly number[]
}

function scaleOf({ series, yFrom, yTo, isLogX = false }: LineChartProps, fullWidth: number): Scale | null {
  const points = series.flatMap(each => each.points.filter(point => point.y !== null))
  if (points.length < 2) return null
  const on = isLogX ? Math.log : (value: number) => value
  const off = isLogX ? Math.exp : (value: number) => value
  const [from, to] = extent(points.map(point => on(point.x)))
  const [low, high] = extent([
    ...points.map(point => point.y!),
    ...(yFrom === undefined ? [] : [yFrom]),
    ...(yTo === undefined ? [] : [yTo]),
  ])
  const yTicks = ticksFor(low, high)
  const [bottom, top] = [yTicks[0]!, yTicks.at(-1)!]
  const width = fullWidth - LEFT - RIGHT
  const height = HEIGHT - TOP - BOTTOM
  const xCount = Math.max(2, Math.min(TICKS, Math.floor(width / PIXELS_A_LABEL)))
  return {
    x: value => LEFT + ((on(value) - from) / (to - from || 1)) * width,
    xAt: pixel => off(from + ((pixel - LEFT) / width) * (to - from || 1)),
    y: value => TOP + (1 - (value - bottom) / (top - bottom || 1)) * height,
    xTicks: Array.from({ length: xCount }, (_, i) => off(from + ((to - from) * i) / (xCount - 1))),
    yTicks,
  }
}

/** Returns round numbers that enclose a range. */
export function ticksFor(low: number, high: number): number[] {
  const span = high - low || Math.abs(high) || 1
  const raw = span / TICKS
  const power = 10 ** Math.floor(Math.log10(raw))
  const step = [1, 2, 5, 10].map(each => each * power).find(each => each >= raw * 0.999)!
  const first = Math.floor(low / step + 1e-9) * step
  const ticks = [first, first + step]
  while (ticks.at(-1)! < high - step * 1e-9) ticks.push(first + ticks.length * step)
  return ticks
}

function extent(values: readonly number[]): [number, number] {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const value of values) {
    low = Math.min(low, value)
    high = Math.max(high, value)
  }
  return [low, high]
}

type Axis = (value: number) => number

/** Missing values leave a gap in the line. */
function lineOf(points: readonly Point[], x: Axis, y: Axis): string {
  let isOn = false
  let path = ''
  for (const point of points) {
    if (point.y === null) {
      isOn = false
      continue
    }
    path += `${isOn ? 'L' : 'M'}${x(point.x).toFixed(1)} ${y(point.y).toFixed(1)}`
    isOn = true
  }
  return path
}

function areaOf(points: readonly Point[], x: Axis, y: Axis, ground: number): string {
  const known = points.filter(point => point.y !== null)
  if (known.length < 2) return ''
  const [first, last] = [known[0]!, known.at(-1)!]
  return `${lineOf(known, x, y)}L${x(last.x).toFixed(1)} ${ground}L${x(first.x).toFixed(1)} ${ground}Z`
}

function nearest(series: readonly Series[], wanted: number): number | null {
  let found: number | null = null
  for (const { points } of series)
    for (const point of points)
      if (found === null || Math.abs(point.x - wanted) < Math.abs(found - wanted)) found = point.x
  return found
}

function valueAt(points: readonly Point[], x: number | null, shownY: (y: number) => string): string {
  const value =
    x === null ? points.findLast(point => point.y !== null)?.y : points.find(each => each.x === x)?.y
  return value === undefined || value === null ? '' : ` ${shownY(value)}`
}

const summaryOf = (series: readonly Series[], shownY: (y: number) => string): string =>
  series.map(({ name, points }) => `${name}${valueAt(points, null, shownY)}`).join(', ')
