/** From a page and a request to the bytes and headers of an ordinary answer. */
import { hash32 } from './chance.ts'
import { CODINGS, type Coding } from './codings.ts'
import { writeDocument } from './markup.ts'
import { addNoise } from './noise.ts'
import { type Asked, type Page, type Validators, type View, viewOf } from './site.ts'

export interface Answer {
  readonly status: number
  readonly headers: Record<string, string>
  readonly body: Uint8Array
}

export interface Fetching {
  readonly serial: number
  readonly seed: number
  readonly nowMs: number
  readonly asked: Asked
}

/** Pages that never changed are dated to this time. */
const OLDEST_MS = Date.UTC(2025, 0, 1)
const EMPTY = new Uint8Array()
export function modifiedAt(page: Page, view: View): number {
  return view.edits[0] ?? page.bornAt ?? OLDEST_MS
}

/** The page's bytes before any transfer coding. */
export function bodyOf(page: Page, view: View, fetching: Fetching): Uint8Array {
  if (page.bytes) {
    const bytes = page.bytes(view)
    return typeof bytes === 'string' ? Buffer.from(bytes) : bytes
  }
  if (!page.draw) return EMPTY
  const where = { ...fetching, pageUrl: fetching.asked.url.href }
  return Buffer.from(writeDocument(addNoise(page.draw(view), page.noise ?? [], where)))
}

export function render(page: Page, fetching: Fetching): Answer {
  const view = viewOf(page, fetching)
  const headers: Record<string, string> = { 'content-type': 'text/html; charset=utf-8', ...page.headers }
  if (headers['content-type'] === '') delete headers['content-type']
  if (page.location !== undefined && isRedirect(page.status)) headers.location = page.location
  const validators = page.validators ?? {}
  Object.assign(headers, validatorHeaders(page, view, validators, fetching))
  if (isNotModified(headers, fetching.asked)) return { status: 304, headers: only(headers), body: EMPTY }
  const body = bodyOf(page, view, fetching)
  const whole = { status: page.status ?? 200, headers, body }
  return validators.ranges ? ranged(whole, fetching.asked) : whole
}

const isRedirect = (status = 200): boolean => status >= 300 && status < 400

function validatorHeaders(
  page: Page,
  view: View,
  validators: Validators,
  fetching: Fetching,
): Record<string, string> {
  const headers: Record<string, string> = {}
  const tag = (...keys: (string | number)[]) => hash32(fetching.asked.url.href, ...keys).toString(16)
  const changed = modifiedAt(page, view)
  if (validators.etag === 'strong') headers.etag = `"${tag(changed)}"`
  if (validators.etag === 'weak') headers.etag = `W/"${tag(changed)}"`
  if (validators.etag === 'lying') headers.etag = `"${tag('always')}"`
  if (validators.etag === 'fickle') headers.etag = `"${tag(fetching.serial)}"`
  const byItsClock = (at: number) => new Date(at + (validators.clockAheadMs ?? 0)).toUTCString()
  if (validators.lastModified) {
    headers['last-modified'] = byItsClock(validators.lastModified === 'true' ? changed : view.nowMs)
    headers.date = byItsClock(view.nowMs)
  }
  if (validators.ranges) headers['accept-ranges'] = 'bytes'
  return headers
}

/** RFC 9110 section 13.2.2: If-None-Match decides if present, otherwise If-Modified-Since. */
function isNotModified(headers: Record<string, string>, asked: Asked): boolean {
  const known = asked.headers['if-none-match']
  if (known !== undefined) {
    const bare = (tag: string) => tag.trim().replace(/^W\//, '')
    return headers.etag !== undefined && known.split(',').some(tag => bare(tag) === bare(headers.etag!))
  }
  const since = Date.parse(asked.headers['if-modified-since'] ?? '')
  return headers['last-modified'] !== undefined && Date.parse(headers['last-modified']) <= since
}

function only(headers: Record<string, string>): Record<string, string> {
  const kept = Object.entries(headers).filter(([name]) =>
    ['etag', 'last-modified', 'date', 'accept-ranges', 'vary'].includes(name),
  )
  return Object.fromEntries(kept)
}

/** RFC 9110 section 14.2, one range only. */
function ranged(answer: Answer, asked: Asked): Answer {
  const match = /^bytes=(\d+)-(\d*)$/.exec(asked.headers.range ?? '')
  if (!match || answer.status !== 200) return answer
  const size = answer.body.length
  const from = Number(match[1])
  const to = Math.min(match[2] === '' ? size - 1 : Number(match[2]), size - 1)
  if (from >= size)
    return { status: 416, headers: { ...answer.headers, 'content-range': `bytes */${size}` }, body: EMPTY }
  const headers = { ...answer.headers, 'content-range': `bytes ${from}-${to}/${size}` }
  return { status: 206, headers, body: answer.body.subarray(from, to + 1) }
}

/** The answer in the first of the site's codings that the client accepts. */
export function encoded(answer: Answer, codings: readonly Coding[], asked: Asked): Answer {
  const accepted = (asked.headers['accept-encoding'] ?? '').split(',').map(part => part.split(';')[0]!.trim())
  const coding = codings.find(name => accepted.includes(name))
  if (!coding || answer.status !== 200 || answer.headers['content-encoding']) return answer
  const headers = { ...answer.headers, 'content-encoding': coding, vary: 'accept-encoding' }
  return { ...answer, headers, body: CODINGS[coding](answer.body) }
}
