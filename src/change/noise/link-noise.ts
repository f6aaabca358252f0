/** A link target without what varies from visit to visit: session ids, tracking parameters, cache busters, timestamps. */
import { Parameters } from '../../url/parameters.ts'
import { looksLikeToken, stripPathSession } from '../../url/session.ts'

const parameters = new Parameters()

/** Parameters that never say which page is meant. */
const BUSTERS = new Set(
  `_ cb cachebust cachebuster cache_bust nocache no_cache rnd rand random ord timestamp csrf csrf_token csrftoken _csrf _token
authenticity_token xsrf nonce _wpnonce form_build_id requestid request_id reqid rid_token viewstate clickid click_id`.split(
    /\s+/,
  ),
)
/** Parameters that are noise if their value looks like a token or a time. */
const DOUBTFUL = new Set(
  `t ts time v ver version r z q_ts token sid session s hash h sig signature expires exp key k rid uid tid cid tracking trk track ref_id
ei ved usg sa gs_l state`.split(/\s+/),
)
/** Parameters that are noise if their value is long. */
const SESSIONS = new Set(
  'sid session sessionid session_id sess token auth_token access_token ticket'.split(' '),
)
const TIMESTAMP = /^1[4-9]\d{8}(?:\d{3})?(?:\.\d+)?$/

export function quietHref(href: string): string {
  const question = href.indexOf('?')
  const path = question < 0 ? href : href.slice(0, question)
  const quietPath = path.includes(';') ? stripPathSession(path) : path
  if (question < 0) return quietPath
  const hash = href.indexOf('#', question)
  const query = href.slice(question + 1, hash < 0 ? undefined : hash)
  const kept = parameters
    .clean(query)
    .split('&')
    .filter(part => part !== '' && !isNoise(part))
    .join('&')
  return quietPath + (kept === '' ? '' : `?${kept}`) + (hash < 0 ? '' : href.slice(hash))
}

function isNoise(part: string): boolean {
  const equals = part.indexOf('=')
  const name = (equals < 0 ? part : part.slice(0, equals)).toLowerCase()
  if (BUSTERS.has(name)) return true
  const value = equals < 0 ? '' : part.slice(equals + 1)
  if (TIMESTAMP.test(value)) return true
  if (equals < 0) return TIMESTAMP.test(name)
  if (SESSIONS.has(name) && /^[\w-]{16,}$/.test(value)) return true
  return DOUBTFUL.has(name) && looksLikeToken(value)
}
