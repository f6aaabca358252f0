import { type HeaderList, header } from '../../fetch/index.ts'

/** A server whose clock is further off does not know its dates either. */
const MAX_SKEW_MS = 30 * 86_400_000
/** Pages that are made for each request often carry the time of the request: that tells of no change. */
const MIN_AGO_MS = 5_000

/**
 * When a page last changed, by our clock. Servers' clocks can be wrong by hours or days, but an answer tells both times by the same one:
 * Last-Modified and Date (RFC 9110 sections 8.8.2 and 6.6.1). What a cache kept for `Age` seconds was dated so long ago.
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
