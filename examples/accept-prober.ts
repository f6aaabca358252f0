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
  const trialsOf = (origin: string): Trials => {
    const trials = hosts.get(origin) ?? { next: 0, settled: false }
    hosts.set(origin, trials)
    return trials
  }
  return definePlugin({
    name: 'accept-prober',
    request(request) {
      request.headers.set('accept', values[trialsOf(request.url.origin).next % values.length]!)
    },
    response(visit) {
      const trials = trialsOf(visit.url.origin)
      const asked = values[trials.next % values.length]!
      visit.fields.accept = { asked, got: visit.type, status: visit.status }
      if (trials.settled) return
      if (visit.outcome === 'fetched' && visit.type?.includes('html')) trials.settled = true
      else trials.next++
    },
  })
}

export default acceptProber()
