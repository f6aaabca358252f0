import { looksLikeToken } from './session.ts'

/**
 * Query parameters that tell a site where a visitor came from and never which page is meant: click identifiers of advertisers and social
 * networks, campaign names of newsletter and analytics tools. Ambiguous names (`ref`, `source`, `from`, `trk`, `spm`) are left to the
 * learned equivalences: each of them selects content on some site.
 */
// biome-ignore format: a list
const TRACKING = [
  'gclid', 'gclsrc', 'dclid', 'gbraid', 'wbraid', 'gad_source', 'gad_campaignid', 'srsltid', // Google
  '_ga', '_gac', '_gl', 'ga_source', 'ga_medium', 'ga_campaign',
  'fbclid', 'fb_action_ids', 'fb_action_types', 'igshid', 'igsh', // Meta
  'msclkid', 'twclid', 'ttclid', 'li_fat_id', 'epik', 'rdt_cid', 'scclid', 'sccid',
  'yclid', 'ysclid', '_openstat', // Yandex
  'mc_cid', 'mc_eid', 'mkt_tok', 'ml_subscriber', 'ml_subscriber_hash', 'vero_id', 'vero_conv', // newsletters
  '_hsenc', '_hsmi', '__hssc', '__hstc', '__hsfp', 'hsctatracking', // HubSpot
  'pk_campaign', 'pk_kwd', 'pk_keyword', 'pk_source', 'pk_medium', 'pk_content', 'pk_cid', // Piwik
  'oly_anon_id', 'oly_enc_id', 'wickedid', 'rb_clickid', 'irclickid', 's_cid', 'piwik_campaign',
  'piwik_kwd',
  'utm_*', 'mtm_*', 'matomo_*', 'hsa_*',
]

/** Names that are session identifiers whatever their value. */
const SESSION = ['phpsessid', 'jsessionid', 'aspsessionid*', 'oscsid', 'xtcsid', 'zenid', 'sessid']

/** Names that are session identifiers only if the value is a token: `sid=7` is a section, `sid=9f86d081884c7d65…` is not. */
const SESSION_WITH_TOKEN = ['sid', 'sessionid', 'session_id', 'session-id', 'phpsession']

/** vBulletin's `s=` always carries 32 hexadecimal digits; any other `s=` is a search. */
const HASH_32 = /^[0-9a-f]{32}$/i

const MAX_NAME_CHARS = 100

export interface ParameterOptions {
  readonly sortQuery?: boolean
  readonly dropParams?: readonly string[]
  readonly keepParams?: readonly string[]
  readonly stripSessionIds?: boolean
  readonly stripTracking?: boolean
}

/** Decides which parameters of a query stay, and in which order. */
export class Parameters {
  readonly #dropped: Names
  readonly #kept: Names
  readonly #sessions: boolean
  readonly #sort: boolean
  readonly #suspects: Suspects

  constructor(options: ParameterOptions = {}) {
    this.#sessions = options.stripSessionIds ?? true
    this.#sort = options.sortQuery ?? false
    this.#kept = new Names(options.keepParams ?? [])
    const dropped = [
      ...((options.stripTracking ?? true) ? TRACKING : []),
      ...(this.#sessions ? SESSION : []),
      ...(options.dropParams ?? []),
    ]
    this.#dropped = new Names(dropped)
    this.#suspects = new Suspects(this.#sessions ? [...dropped, ...SESSION_BY_VALUE] : dropped)
  }

  /** `query` is without its question mark and with settled escapes; returns '' if nothing remains. */
  clean(query: string): string {
    if (query === '' || !(this.#sort || this.#suspects.areIn(query))) return query
    const parts = query.split('&')
    const isColdFusion = /cftoken/i.test(query) && hasBoth(parts, 'cfid', 'cftoken')
    const kept = parts.filter(part => part !== '' && !this.#drops(part, isColdFusion))
    if (this.#sort) kept.sort(byName)
    else if (kept.length === parts.length) return query
    return kept.join('&')
  }

  #drops(part: string, isColdFusion: boolean): boolean {
    const name = nameOf(part)
    if (this.#kept.some && this.#kept.has(name)) return false
    return this.#dropped.has(name) || (this.#sessions && this.#isSession(name, part, isColdFusion))
  }

  #isSession(name: string, part: string, isColdFusion: boolean): boolean {
    if (name === 's') return HASH_32.test(part.slice(2))
    if (name === 'cfid' || name === 'cftoken') return isColdFusion
    return SESSION_NAMES.has(name) && looksLikeToken(part.slice(name.length + 1))
  }
}

const hasBoth = (parts: readonly string[], a: string, b: string): boolean =>
  parts.some(part => nameOf(part) === a) && parts.some(part => nameOf(part) === b)

const SESSION_NAMES: ReadonlySet<string> = new Set(SESSION_WITH_TOKEN)
const SESSION_BY_VALUE = [...SESSION_WITH_TOKEN, 's=', 'cfid', 'cftoken']

/**
 * Detects in one pass, without creating strings, that a query has nothing to remove: by the first two characters of each parameter. Most
 * queries end here, at a tenth of the cost of looking up names.
 */
class Suspects {
  readonly #pairs = new Uint8Array(128 * 128)

  constructor(patterns: readonly string[]) {
    for (const pattern of patterns) this.#mark(pattern.split('*', 1)[0]!)
  }

  #mark(start: string): void {
    if (start.length === 0) this.#pairs.fill(1)
    else if (start.length === 1) this.#pairs.fill(1, pairAt(start, 0) & ~127, (pairAt(start, 0) & ~127) + 128)
    else this.#pairs[pairAt(start, 0)] = 1
  }

  areIn(query: string): boolean {
    for (let at = 0; ; ) {
      if (at === query.length || query.charCodeAt(at) === AMPERSAND) return true
      if (this.#pairs[pairAt(query, at)] === 1) return true
      at = query.indexOf('&', at) + 1
      if (at === 0) return false
    }
  }
}

const AMPERSAND = 38

/** Two characters as one number, ignoring case; that a few others map to the same number only costs a lookup. */
function pairAt(text: string, at: number): number {
  return ((text.charCodeAt(at) | 32) & 127) * 128 + ((text.charCodeAt(at + 1) | 32) & 127)
}

/** A list of parameter names, some with `*`; matched ignoring case. */
class Names {
  readonly some: boolean
  readonly #exact: ReadonlySet<string>
  readonly #prefixes: readonly string[]
  readonly #globs: readonly RegExp[]

  constructor(patterns: readonly string[]) {
    const lower = patterns.map(pattern => pattern.toLowerCase())
    const prefix = (pattern: string) => pattern.indexOf('*') === pattern.length - 1
    this.some = patterns.length > 0
    this.#exact = new Set(lower.filter(pattern => !pattern.includes('*')))
    this.#prefixes = lower
      .filter(pattern => pattern.includes('*') && prefix(pattern))
      .map(p => p.slice(0, -1))
    this.#globs = lower.filter(pattern => pattern.includes('*') && !prefix(pattern)).map(globExpression)
  }

  has(name: string): boolean {
    if (this.#exact.has(name)) return true
    for (const prefix of this.#prefixes) if (name.startsWith(prefix)) return true
    for (const glob of this.#globs) if (glob.test(name)) return true
    return false
  }
}

function globExpression(pattern: string): RegExp {
  const literal = pattern.split(/\*+/).map(text => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&'))
  return new RegExp(`^${literal.join('.*')}$`, 's')
}

/** The length is limited, because a glob of the user may try every split of a hostile name. */
function nameOf(part: string): string {
  const equals = part.indexOf('=')
  const end = equals === -1 ? part.length : equals
  return part.slice(0, Math.min(end, MAX_NAME_CHARS)).toLowerCase()
}

/** With a stable sort, repeated parameters keep their order, which often matters. */
function byName(left: string, right: string): number {
  const a = left.split('=', 1)[0]!
  const b = right.split('=', 1)[0]!
  return a < b ? -1 : a > b ? 1 : 0
}
