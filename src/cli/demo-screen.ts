import { type Clock, printable, realClock } from '../env/index.ts'
import { type ChangeNote, type Collection, shownTime, type Visit, type WatchPlan } from '../library/index.ts'
import { colorsFor } from './colors.ts'
import { freshnessIn, type TruthfulWorld } from './demo-truth.ts'
import type { Output } from './output.ts'

const { bold, dim } = colorsFor(process.stderr)
const EVERY_MS = 1_000
const LATEST = 12

/** The terminal view of the demo: numbers on top, the latest changes below, redrawn every second. */
export class DemoScreen {
  readonly #collection: Collection
  readonly #world: TruthfulWorld
  readonly #clock: Clock
  readonly #json: boolean
  readonly #output: Output
  readonly #startedAt: number
  #visits = 0
  #unchanged = 0
  #changes = 0
  #errors = 0
  #plan: WatchPlan | null = null
  #latest: string[] = []
  #cancel = () => {}
  #drawn = 0
  #stopped = false

  constructor(
    collection: Collection,
    world: TruthfulWorld,
    clock: Clock,
    options: { readonly json?: boolean },
    output: Output,
  ) {
    this.#collection = collection
    this.#world = world
    this.#clock = clock
    this.#json = options.json ?? false
    this.#output = output
    this.#startedAt = clock.now()
  }

  start(): void {
    if (!this.#json)
      this.#output.note(
        'tidewatch demo: a changing web on loopback, crawled and kept fresh on a fast clock. Ctrl-C stops it.\n',
      )
    this.#tick()
  }

  async stop(): Promise<void> {
    this.#stopped = true
    this.#cancel()
    await this.#draw()
  }

  add({ url, at, outcome, revision, changed, change, title }: Visit): void {
    this.#visits++
    if (outcome.kind === 'failed' || outcome.kind === 'gone') this.#errors++
    else if (revision === null) this.#unchanged++
    if (!changed) return
    this.#changes++
    this.#latest.unshift(
      `${shownTime(at.getTime())}  revision ${String(revision).padStart(3)}  ${printable(url)}  ${dim(printable(writtenIn(change) ?? title ?? ''))}`,
    )
    this.#latest.length = Math.min(this.#latest.length, LATEST)
  }

  planned(plan: WatchPlan): void {
    this.#plan = plan
  }

  #tick(): void {
    void this.#draw().finally(() => {
      if (!this.#stopped) this.#cancel = realClock.timer(EVERY_MS, () => this.#tick())
    })
  }

  async #draw(): Promise<void> {
    const { pages, fresh } = await freshnessIn(this.#collection, this.#world)
    const share = pages === 0 ? 0 : fresh / pages
    const days = (this.#clock.now() - this.#startedAt) / 86_400_000
    if (this.#json) {
      this.#output.result(
        JSON.stringify({
          at: new Date(this.#clock.now()).toISOString(),
          pages,
          visits: this.#visits,
          changes: this.#changes,
          unchanged: this.#unchanged,
          errors: this.#errors,
          freshness: Math.round(share * 1000) / 1000,
          believed: this.#plan && Math.round(this.#plan.freshness * 1000) / 1000,
        }),
      )
      return
    }
    if (!this.#output.isTerminal) return this.#output.note(this.#numbers(days, pages, share))
    const lines = [bold(this.#numbers(days, pages, share)), '', dim('latest changes'), ...this.#latest]
    const width = process.stderr.columns ?? 120
    const up = this.#drawn > 0 ? `\x1b[${this.#drawn}A` : ''
    process.stderr.write(up + lines.map(line => `\x1b[2K${cut(line, width)}\n`).join(''))
    this.#drawn = lines.length
  }

  #numbers(days: number, pages: number, share: number): string {
    return `day ${days.toFixed(1)} · ${pages} pages · ${this.#visits} visits · ${this.#changes} new revisions · ${this.#unchanged} unchanged · ${this.#errors} errors · ${(share * 100).toFixed(1)} % fresh${this.#plan ? ` (believed ${(this.#plan.freshness * 100).toFixed(1)} %)` : ''}`
  }
}

/** The summary of a change without its location: `“369.52 €” → “509.35 €”`. */
function writtenIn(change: ChangeNote | null): string | null {
  const summary = change?.summary
  return summary === undefined ? null : summary.slice(summary.indexOf(': ') + 2)
}

/** Cuts a line to the width of the terminal, not counting color codes. */
function cut(line: string, width: number): string {
  let shown = 0
  let out = ''
  for (let i = 0; i < line.length; i++) {
    const color = line.startsWith('\x1b[', i) ? line.indexOf('m', i) : -1
    if (color > 0) {
      out += line.slice(i, color + 1)
      i = color
      continue
    }
    if (++shown >= width) return `${out}\x1b[0m`
    out += line[i]
  }
  return out
}
