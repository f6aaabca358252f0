import { type HeaderList, header } from '../../fetch/index.ts'

/** A server whose clock is further off than this is not believed about other dates either. */
const MAX_SKEW_MS = 30 * 86_400_000
/** Pages generated for each request often carry the time of the request, which is not the time of a change. */
const MIN_AGO_MS = 5_000

/**
 * When a page last changed, by our clock. Servers' clocks can be wrong by hours or days, but Last-Modified and Date come from the same
 * clock (RFC 9110 sections 8.8.2 and 6.6.1), so Date tells how wrong it is. A cached answer was dated `Age` seconds ago.
 */
export function modifiedAt(headers: HeaderList, receivedAt: number): number | null {
  const modified = timeOf(headers, 'last-modified')
  if (modified === null) return null
  const dated = timeOf(headers, 'date')
  const skewMs = dated === null ? 0 : receivedAt - dated - ageMs(headers)
  if (Math.abs(skewMs) > MAX_SKEW_MS) return null
  const at = modified + skewMs
  return at <= receivedAt - MIN_AGO_MS ? at : null
}

function timeOf(headers: HeaderList, name: string): number | null {
  const time = Date.parse(header(headers, name) ?? '')
  return Number.isNaN(time) ? null : time
}

function ageMs(headers: HeaderList): number {
  const age = header(headers, 'age')
  return age !== undefined && /^\d{1,9}$/.test(age) ? Number(age) * 1000 : 0
}
