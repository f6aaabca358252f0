import { describe, expect, it } from 'vitest'
import { seededRandom } from '../env/index.ts'
import { bitOf, HostSignals, type SignalSource } from './host-signals.ts'
import { Signals } from './signals.ts'

/** How a source behaves: the share of changes it announces, and how often it announces one that did not happen. */
interface Voice {
  readonly told: number
  readonly lies: number
}
type Voices = Partial<Record<SignalSource, Voice>>

const HONEST: Voice = { told: 0.95, lies: 0.02 }
const ALARMED: Voice = { told: 1, lies: 1 }

/**
 * Pages that change half of the time between usual visits. With `prompt`, a source that is believed triggers extra visits, at times when
 * the belief alone expects no change.
 */
function host(voices: Voices, visits = 600, signals = new HostSignals(), prompt = true): HostSignals {
  const random = seededRandom(5)
  for (let i = 0; i < visits; i++) {
    const changed = random.next() < 0.5
    let heard = 0
    let isPrompt = false
    for (const [source, { told, lies }] of Object.entries(voices) as [SignalSource, Voice][]) {
      if (random.next() >= (changed ? told : lies)) continue
      heard |= bitOf(source)
      isPrompt ||= prompt && (signals.trust(source)?.kappa ?? 0) >= 1
    }
    signals.sawVisit(heard, changed, isPrompt ? 0.9 : 0.5)
  }
  return signals
}

describe('the sources of a host', () => {
  it('are scored each by itself: a sitemap that lies takes nothing from the feed', () => {
    const signals = host({ sitemap: ALARMED, feed: HONEST })
    expect(signals.trust('sitemap')).toBeUndefined()
    expect(signals.trust('feed')!.kappa).toBeGreaterThan(1.5)
    expect(signals.believed(bitOf('sitemap'))).toMatchObject({ spoke: false })
    expect(signals.believed(bitOf('feed') | bitOf('sitemap'))).toMatchObject({ spoke: true })
    expect(signals.believed(0)!.trust.silent).toBeLessThan(0.4)
  })

  it('a sitemap that always says so does not live off the visits that the feed brings about', () => {
    const signals = host({ feed: HONEST }, 300)
    host({ feed: HONEST, sitemap: ALARMED }, 2000, signals)
    expect(signals.trust('sitemap')?.kappa ?? 0).toBeLessThan(0.2)
  })

  it('sources that begin to lie together lose their trust together', () => {
    const signals = host({ feed: HONEST, sitemap: HONEST })
    expect(signals.believed(bitOf('feed') | bitOf('sitemap'))).toMatchObject({ spoke: true })
    host({ feed: ALARMED, sitemap: ALARMED }, 6000, signals, false)
    expect(signals.believed(15)).toBeUndefined()
  })

  it('nobody is believed where all lie or none speaks', () => {
    expect(host({ sitemap: ALARMED, feed: { told: 0.3, lies: 0.3 } }).believed(15)).toBeUndefined()
    expect(new HostSignals().believed(15)).toBeUndefined()
    expect(host({}).records()).toEqual([])
  })

  it('tells how each did', () => {
    const [sitemap, feed] = host({ sitemap: { told: 0.1, lies: 0.9 }, feed: HONEST }, 100).records()
    expect(sitemap).toMatchObject({ source: 'sitemap', trust: null })
    expect(sitemap!.changes / sitemap!.signals).toBeLessThan(0.3)
    expect(feed).toMatchObject({ source: 'feed', trust: { kappa: expect.any(Number) } })
    expect(feed!.changes / feed!.signals).toBeGreaterThan(0.9)
  })

  it('survives storing, and goes on from the score of all together that was stored once', () => {
    const signals = host({ sitemap: ALARMED, feed: HONEST })
    const again = new HostSignals(JSON.parse(JSON.stringify(signals)))
    expect(again.records()).toEqual(signals.records())
    const old = new Signals()
    for (let i = 0; i < 60; i++) old.sawVisit(i % 2, i % 2 === 1, 0.5)
    const taken = new HostSignals(undefined, JSON.parse(JSON.stringify(old)))
    for (const source of ['sitemap', 'feed', 'hub'] as const) expect(taken.trust(source)).toEqual(old.trust())
    expect(taken.trust('push')).toBeUndefined()
  })
})
