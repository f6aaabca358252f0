/**
 * Request and response stage: finds out which `Accept` value a host answers best.
 *
 * Servers that negotiate may send JSON or an error page to a crawler that asks for the wrong type. This plug-in tries each
 * value in turn on the first pages of a host, notes what came back, and stays with the first one that brought a page.
 * The trials are stored with the page, in its field `accept`.
 */
import { definePlugin, type Plugin } from '../src/index.ts'

const VALUES = [
  'text/html',
  'text/html,application/xhtml+xml;q=0.9,*/*;q=0.5',
  '*/*',
  'application/xhtml+xml',
]

interface Trials {
  next: number
  settled: boolean
}

export function acceptProber(values: readonly string[] = VALUES): Plugin {
  const hosts = new Map<string, Trials>()
  // Several pages of a host may be under way: each remembers what it was asked with.
  const asked = new Map<string, string>()
  const trialsOf = (origin: string): Trials => {
    const trials = hosts.get(origin) ?? { next: 0, settled: false }
    hosts.set(origin, trials)
    return trials
  }
  const valueFor = (origin: string) => values[trialsOf(origin).next % values.length]!
  return definePlugin({
    name: 'accept-prober',
    request(request) {
      const value = valueFor(request.url.origin)
      asked.set(request.url.href, value)
      request.headers.set('accept', value)
    },
    response(visit) {
      const value = asked.get(visit.url.href) ?? null
      asked.delete(visit.url.href)
      visit.fields.accept = { asked: value, got: visit.type, status: visit.status }
      const trials = trialsOf(visit.url.origin)
      if (trials.settled || value !== valueFor(visit.url.origin)) return
      if (visit.outcome === 'fetched' && visit.type?.includes('html')) trials.settled = true
      else trials.next++
    },
  })
}

export default acceptProber()
