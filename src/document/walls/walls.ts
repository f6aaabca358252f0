/**
 * Walls: pages shown in place of the page requested: a check for robots, a log-in, a consent page, a rate limit, a demand for scripts. A
 * page with content of its own is not a wall, whatever else it shows; and the page at a log-in's own address is an ordinary page.
 *
 * Only pages that show little are considered (`MAX_COUNTED_CHARS`: the longest known wall asks for consent in 70 languages), and of those
 * with a menu only those with a password field or a consent question in their heading, so ordinary pages cost nothing. Words and marks are
 * in `wall-signs.json`.
 */
import { hash } from 'node:crypto'
import { MAX_COUNTED_CHARS } from '../page-reader.ts'
import { anyOf } from '../phrases.ts'
import type { PageScan } from '../scan-page.ts'
import { isDoor } from './wall-address.ts'
import { readWallPage, type WallPage } from './wall-page.ts'
import signs from './wall-signs.json' with { type: 'json' }

export type WallKind = 'login' | 'consent' | 'challenge' | 'rateLimit' | 'javascript'

/**
 * When the sign counts: `always`; only if something else was stored before (`instead`); or only once other addresses of the host show the
 * same (`shared`).
 */
export type WallHolds = 'always' | 'instead' | 'shared'

/** Whether such a sign alone is enough to call the page a wall. */
export const isCertain = (holds: WallHolds, wasStored: boolean): boolean =>
  holds === 'always' || (holds === 'instead' && wasStored)

/** A page that looks like a wall. */
export interface WallSign {
  readonly kind: WallKind
  readonly holds: WallHolds
  /** What it was recognized by, for display. */
  readonly by: string
  /** A hash of what it shows, without numbers: the same on all pages that the same wall is shown for. */
  readonly shape: string
}

type Sign = Omit<WallSign, 'shape'>

export interface WallAnswer {
  readonly url: string
  readonly status: number
  readonly headers: readonly string[]
}

/** Walls explain themselves in a few sentences; a page with more prose has content. */
const MAX_PROSE_CHARS = 1_200
const MAX_CONSENT_PROSE_CHARS = 3_000
const MAX_LOGIN_PROSE_CHARS = 500
/** Limits for the whole page: services say who they are and what to do, with a few links to themselves. */
const MAX_MARKED_CHARS = 2_000
const MAX_MARKED_LINKS = 12
/** The same limit for the source text: character references are longer than the characters. */
const MAX_WRITTEN_CHARS = 2 * MAX_MARKED_CHARS
/** Limit for the whole page, if only its words suggest a wall. */
const MAX_WORDED_CHARS = 1_200
/** An empty page says little except that it needs scripts, and leads nowhere. */
const MAX_EMPTY_CHARS = 300
const MAX_EMPTY_LINKS = 5
/** A wall has at most a menu and a footer. */
const MAX_WALL_LINKS = 60

const BESIDE = '[\\p{Script=Latin}\\p{Script=Cyrillic}\\p{Script=Greek}\\d]'
const phrases = (list: Parameters<typeof anyOf>[0]) =>
  new RegExp(`(?<!${BESIDE})(?:${anyOf(list)})(?!${BESIDE})`, 'u')
const CHALLENGE = phrases(signs.challengePhrases)
const RATE = phrases(signs.ratePhrases)
const LOGIN = phrases(signs.loginPhrases)
const CONSENT = phrases(signs.consentPhrases)
const ACCEPT = phrases(signs.acceptPhrases)
const SCRIPT = new RegExp(anyOf(signs.scriptPhrases), 'u')
const CAPTCHA =
  /(?:google\.com|recaptcha\.net)\/recaptcha|hcaptcha\.com|challenges\.cloudflare\.com|arkoselabs\.com/

const SIGNING_HEADERS: ReadonlySet<string> = new Set(signs.headers.map(({ name }) => name))
const REFUSALS: ReadonlySet<number> = new Set([401, 402, 403, 405, 406, 429, 503])

/** Whether a response with this status could be a wall. Errors that say what they are stay errors. */
export const mayBeWall = (status: number): boolean => (status >= 200 && status < 300) || REFUSALS.has(status)

/** Results of the first reading of a page. */
export type FirstSight = Pick<PageScan, 'shownChars' | 'anchors' | 'headings' | 'hasPassword'>

export function wallOf(html: string, page: FirstSight, answer: WallAnswer): WallSign | null {
  if (!mayBeWall(answer.status) || page.shownChars >= MAX_COUNTED_CHARS) return null
  const named = headerSign(answer)
  if (named === null && !mayStandBefore(page)) return null
  const read = readWallPage(html)
  const sign = named ?? pageSign(html, read, answer)
  return sign && { ...sign, shape: shapeOf(read) }
}

/** Whether it is worth a second reading. A page with more words or links than a check can only be a log-in or a consent page. */
function mayStandBefore({ shownChars, anchors, headings, hasPassword }: FirstSight): boolean {
  if (anchors <= MAX_MARKED_LINKS && shownChars <= MAX_WRITTEN_CHARS) return true
  return anchors <= MAX_WALL_LINKS && (hasPassword || CONSENT.test(headings.toLowerCase()))
}

function pageSign(html: string, page: WallPage, answer: WallAnswer): Sign | null {
  // Some sites put everything for browsers without scripts, and for crawlers, into `<noscript>`.
  if (page.noscript.length > MAX_PROSE_CHARS) return null
  return (
    markedChallenge(html, page) ??
    wordedRefusal(page, html) ??
    consentWall(html, page) ??
    loginWall(page, answer) ??
    scriptWall(page)
  )
}

function shapeOf({ heading, shown }: WallPage): string {
  return hash('sha1', `${heading}\n${shown}`.replace(/\d+/g, '')).slice(0, 16)
}

/** Services indicate by a header that they answered in place of the site. */
function headerSign({ headers, status }: WallAnswer): Sign | null {
  for (let i = 0; i < headers.length; i += 2) {
    const name = headers[i]!.toLowerCase()
    if (!SIGNING_HEADERS.has(name)) continue
    const value = headers[i + 1]!.trim().toLowerCase()
    const by = signs.headers.find(
      each =>
        each.name === name && value.startsWith(each.value) && (!each.onlyRefused || REFUSALS.has(status)),
    )?.by
    if (by !== undefined) return { kind: 'challenge', holds: 'always', by: `${by} (header ${name})` }
  }
  return null
}

function markedChallenge(html: string, { shown, links }: WallPage): Sign | null {
  if (shown.length > MAX_MARKED_CHARS || links > MAX_MARKED_LINKS) return null
  const by = markedBy(html, signs.challengeMarks)
  return by === null ? null : { kind: 'challenge', holds: 'always', by }
}

/** Checks and limits recognized only by their words: in the heading, or if there is hardly anything else. */
function wordedRefusal({ heading, shown, links }: WallPage, html: string): Sign | null {
  if (shown.length > MAX_WORDED_CHARS || links > MAX_EMPTY_LINKS) return null
  const said = shown.length <= MAX_EMPTY_CHARS ? `${heading}\n${shown}` : heading
  const rate = RATE.exec(said)
  if (rate) return { kind: 'rateLimit', holds: 'always', by: `"${rate[0]}"` }
  const check = CHALLENGE.exec(said)
  if (check) return { kind: 'challenge', holds: 'always', by: `"${check[0]}"` }
  const isEmpty = shown.length <= MAX_EMPTY_CHARS
  return isEmpty && CAPTCHA.test(html) ? { kind: 'challenge', holds: 'shared', by: 'a CAPTCHA' } : null
}

function consentWall(html: string, page: WallPage): Sign | null {
  if (page.proseChars > MAX_CONSENT_PROSE_CHARS || page.links > MAX_WALL_LINKS) return null
  if (!ACCEPT.test(page.buttons)) return null
  const by = markedBy(html, signs.consentMarks)
  const asked = CONSENT.exec(page.heading)
  if (by === null && asked === null) return null
  if (by !== null && asked !== null) return { kind: 'consent', holds: 'always', by }
  const isShort = page.shown.length <= MAX_CONSENT_PROSE_CHARS
  return isShort ? { kind: 'consent', holds: 'shared', by: by ?? `"${asked![0]}"` } : null
}

/** A single password field with hardly a sentence beside it. A registration form has two. */
function loginWall({ passwords, proseChars, heading, links }: WallPage, answer: WallAnswer): Sign | null {
  if (passwords !== 1 || proseChars > MAX_LOGIN_PROSE_CHARS || links > MAX_WALL_LINKS) return null
  if (isDoor(answer.url)) return null
  const said = LOGIN.exec(heading)
  const isRefused = REFUSALS.has(answer.status)
  const isPlain = said !== null && links <= MAX_WALL_LINKS / 2
  // The first page of an application may be its log-in.
  const holds = isRefused ? 'always' : isPlain ? (isFirstPage(answer.url) ? 'instead' : 'always') : 'shared'
  return {
    kind: 'login',
    holds,
    by: said ? `a form for a password under "${said[0]}"` : 'a form for a password',
  }
}

function scriptWall({ shown, noscript, links }: WallPage): Sign | null {
  if (links > MAX_EMPTY_LINKS) return null
  const said = SCRIPT.exec(shown) ?? SCRIPT.exec(noscript)
  if (!said || shown.length > MAX_EMPTY_CHARS) return null
  return { kind: 'javascript', holds: 'always', by: `"${said[0]}"` }
}

function markedBy(html: string, marks: Readonly<Record<string, readonly string[]>>): string | null {
  for (const [by, texts] of Object.entries(marks)) if (texts.some(text => html.includes(text))) return by
  return null
}

const isFirstPage = (url: string) => URL.canParse(url) && new URL(url).pathname === '/'
