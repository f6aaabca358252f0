import type { RunOptions } from '../../src/crawl/index.ts'
import { acceleratedClock } from '../../src/env/index.ts'
import { stage } from './stage.ts'

export const START = Date.UTC(2026, 0, 5)
/** On a fast clock, seconds are moments. */
const PATIENT = { timeout: '20d', connectTimeout: '20d' } as const
/** So is the silence of a busy machine. */
const LASTING = { lease: '20d' } as const

/** A stage on which `days` pass in a few seconds. */
export async function fastStage(
  sites: Parameters<typeof stage>[0],
  days: number,
  seconds: number,
  options: Parameters<typeof stage>[1] = {},
) {
  const clock = acceleratedClock((days * 86_400) / seconds, undefined, START)
  const on = await stage(sites, { ...options, clock })
  const until = (end: number): AbortSignal => {
    const stop = new AbortController()
    clock.timer(end - clock.now(), () => stop.abort())
    return stop.signal
  }
  const watch = (input: Parameters<typeof on.crawl>[0], extras: Partial<RunOptions>, end: number) =>
    on.crawl(
      { ...input, request: { ...PATIENT, ...input.request }, limits: { ...LASTING, ...input.limits } },
      { work: { discover: true, refresh: true }, plan: 'always', signal: until(end), ...extras },
    )
  return { ...on, clock, watch }
}
