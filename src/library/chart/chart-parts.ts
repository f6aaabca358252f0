/** Scales, ticks and the few SVG shapes used in charts. */

export type Scale = (value: number) => number

export interface Frame {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

export interface Tick {
  readonly at: number
  readonly label: string
}

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
// biome-ignore format: a list
const TIME_STEPS_MS = [
  HOUR_MS / 4, HOUR_MS, 3 * HOUR_MS, 6 * HOUR_MS, 12 * HOUR_MS,
  DAY_MS, 3 * DAY_MS, 7 * DAY_MS, 14 * DAY_MS, 30 * DAY_MS, 91 * DAY_MS, 365 * DAY_MS,
]
const MAX_TIME_TICKS = 11

export function linear([low, high]: readonly [number, number], from: number, to: number): Scale {
  const width = high - low || 1
  return value => from + ((value - low) / width) * (to - from)
}

/** Returns four or five round numbers within a range, including its ends if they are round. */
export function roundTicks(low: number, high: number, most = 5): number[] {
  const rough = (high - low) / most || 1
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = [1, 2, 5, 10].map(factor => factor * power).find(each => each >= rough)!
  const first = Math.ceil(low / step - 1e-9)
  return Array.from({ length: Math.floor(high / step + 1e-9) - first + 1 }, (_, i) => (first + i) * step)
}

/** Places ticks at round times in UTC: hours of a day, days of a month. */
export function timeTicks(fromMs: number, untilMs: number): Tick[] {
  const span = untilMs - fromMs
  const step = TIME_STEPS_MS.find(each => span / each <= MAX_TIME_TICKS) ?? span / MAX_TIME_TICKS
  const ticks: Tick[] = []
  for (let at = Math.ceil(fromMs / step) * step; at <= untilMs; at += step)
    ticks.push({ at, label: timeLabel(at, step) })
  return ticks
}

function timeLabel(at: number, step: number): string {
  const date = new Date(at)
  const isMidnight = at % DAY_MS === 0
  if (step < DAY_MS && !isMidnight) return date.toISOString().slice(11, 16)
  const options = { month: 'short', day: 'numeric', timeZone: 'UTC' } as const
  return date.toLocaleDateString('en', step >= 91 * DAY_MS ? { ...options, year: 'numeric' } : options)
}

export const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, sign => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign]!)

export const px = (value: number): number => Number(value.toFixed(1))

export interface TextStyle {
  readonly anchor?: 'start' | 'middle' | 'end'
  readonly class?: string
}

export function words(
  x: number,
  y: number,
  text: string,
  { anchor = 'start', ...style }: TextStyle = {},
): string {
  const kind = style.class === undefined ? '' : ` class="${style.class}"`
  return `<text x="${px(x)}" y="${px(y)}" text-anchor="${anchor}"${kind}>${escaped(text)}</text>`
}

/** Draws lines across a frame, with labels on the left. */
export function levels({ left, right }: Frame, ticks: readonly Tick[], up: Scale): string {
  return ticks
    .map(({ at, label }) => {
      const y = px(up(at))
      return `<path class="grid" d="M${left} ${y}H${right}"/>${words(left - 8, y + 4, label, { anchor: 'end', class: 'tick' })}`
    })
    .join('')
}

/** Draws labeled tick marks below a frame. */
export function marks({ bottom }: Frame, ticks: readonly Tick[], across: Scale): string {
  return ticks
    .map(({ at, label }) => {
      const x = px(across(at))
      return `<path class="axis" d="M${x} ${bottom}v5"/>${words(x, bottom + 19, label, { anchor: 'middle', class: 'tick' })}`
    })
    .join('')
}

export const baseline = ({ left, right, bottom }: Frame): string =>
  `<path class="axis" d="M${left} ${bottom}H${right}"/>`
