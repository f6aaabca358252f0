/** Charts for the report, drawn as SVG: lines over a logarithmic axis, and bars. */

const WIDTH = 640
const HEIGHT = 300
const LEFT = 56
const RIGHT = 130
const TOP = 16
const BOTTOM = 40

/** Lines can be told apart without colors too: each carries its name. */
// biome-ignore format: a list
const COLORS = [
  '#0b6e99', '#c4501b', '#3b7d3b', '#8a4fa3', '#a07000', '#b03060', '#4a5a6a', '#2f8f83', '#7a4a2a',
]

export const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, sign => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign]!)

export interface ChartLine {
  readonly name: string
  readonly points: readonly (readonly [x: number, y: number])[]
}

export interface LineChart {
  readonly title: string
  readonly x: string
  readonly y: string
  readonly lines: readonly ChartLine[]
}

export function lineChart({ title, x, y, lines }: LineChart): string {
  const all = lines.flatMap(line => line.points)
  const across = scale(
    all.map(([at]) => Math.log(at)),
    LEFT,
    WIDTH - RIGHT,
  )
  const up = scale(
    all.map(([, value]) => value),
    HEIGHT - BOTTOM,
    TOP,
  )
  const ticks = [...new Set(all.map(([at]) => at))].sort((a, b) => a - b)
  const marks = ticks
    .map(at => label(across(Math.log(at)), HEIGHT - BOTTOM + 16, String(at), 'middle'))
    .join('')
  const grid = spread(all.map(([, value]) => value))
    .map(
      value =>
        `<path class="grid" d="M${LEFT} ${px(up(value))}H${WIDTH - RIGHT}"/>${label(LEFT - 6, up(value) + 4, value.toFixed(2), 'end')}`,
    )
    .join('')
  const ends = apart(lines.map(line => up(line.points.at(-1)?.[1] ?? 0)))
  const drawn = lines
    .map((line, i) => drawnLine(line, COLORS[i % COLORS.length]!, ends[i]!, across, up))
    .join('')
  return framed(
    title,
    `${grid}${marks}${label((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 6, x, 'middle')}${label(4, 12, y, 'start')}${drawn}`,
  )
}

function drawnLine(
  { name, points }: ChartLine,
  color: string,
  end: number,
  across: (value: number) => number,
  up: (value: number) => number,
): string {
  const path = points.map(
    ([at, value], i) => `${i === 0 ? 'M' : 'L'}${px(across(Math.log(at)))} ${px(up(value))}`,
  )
  const dots = points
    .map(
      ([at, value]) =>
        `<circle cx="${px(across(Math.log(at)))}" cy="${px(up(value))}" r="3" fill="${color}"><title>${escaped(name)}: ${value.toFixed(4)}</title></circle>`,
    )
    .join('')
  return `<path d="${path.join('')}" fill="none" stroke="${color}" stroke-width="2"/>${dots}<text x="${WIDTH - RIGHT + 10}" y="${px(end + 4)}" fill="${color}">${escaped(name)}</text>`
}

export interface Bar {
  readonly name: string
  readonly value: number
}

/** Bars from 0, with a line at `mark` if given: at 1 for ratios. */
export function barChart(title: string, bars: readonly Bar[], mark?: number): string {
  const most = Math.max(mark ?? 0, ...bars.map(bar => bar.value)) * 1.08
  const step = (HEIGHT - TOP - BOTTOM) / Math.max(1, bars.length)
  const across = (value: number) => LEFT + 60 + (value / most) * (WIDTH - LEFT - 140)
  const drawn = bars.map((bar, i) => {
    const y = TOP + i * step
    return `${label(LEFT + 52, y + step / 2 + 4, bar.name, 'end')}<rect x="${px(across(0))}" y="${px(y + 3)}" width="${px(across(bar.value) - across(0))}" height="${px(Math.max(2, step - 6))}" fill="${COLORS[i % COLORS.length]}"/>${label(across(bar.value) + 6, y + step / 2 + 4, bar.value.toFixed(3), 'start')}`
  })
  const line =
    mark === undefined ? '' : `<path class="mark" d="M${px(across(mark))} ${TOP}V${HEIGHT - BOTTOM}"/>`
  return framed(title, drawn.join('') + line)
}

const framed = (title: string, inside: string) =>
  `<figure><figcaption>${escaped(title)}</figcaption><svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${escaped(title)}">${inside}</svg></figure>`

const px = (value: number) => Number(value.toFixed(1))
const label = (x: number, y: number, text: string, anchor: 'start' | 'middle' | 'end') =>
  `<text x="${px(x)}" y="${px(y)}" text-anchor="${anchor}">${escaped(text)}</text>`

function scale(values: readonly number[], from: number, to: number): (value: number) => number {
  const low = Math.min(...values)
  const high = Math.max(...values)
  const width = high - low || 1
  return value => from + ((value - low) / width) * (to - from)
}

function spread(values: readonly number[]): number[] {
  const low = Math.min(...values)
  const high = Math.max(...values)
  return Array.from({ length: 5 }, (_, i) => low + ((high - low) * i) / 4)
}

/** Moves labels at least 14 pixels apart, in the order of their heights. */
function apart(heights: readonly number[]): number[] {
  const order = heights.map((_, i) => i).sort((a, b) => heights[a]! - heights[b]!)
  const placed: number[] = []
  let above = -Infinity
  for (const i of order) placed[i] = above = Math.max(heights[i]!, above + 14)
  return placed
}
