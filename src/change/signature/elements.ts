/** What an element's name, class, id and role say about the text in it. */
import { type Attributes, INLINE_ELEMENTS, VOID_ELEMENTS } from '../../html/index.ts'
import { hashText, mix } from '../text/hash.ts'
import { Apart, type Apartness, apartnessOf, isCounting } from './name-roles.ts'

/** Does not separate words. */
export const INLINE = 1
/** Has no end tag (HTML standard 13.1.2). */
export const VOID = 2
/** Its text is not displayed. */
export const UNSEEN = 4
/** A block of links may begin or end here. */
export const CONTAINER = 8
/** No end tag or implied end reaches across it. */
export const BARRIER = 16
export const APART = 32
export const CONTENT = 64
/** Its start tag ends open elements of its kind. */
export const ENDS_LIKE = 128
/** Ended by the start of certain other elements; see `ENDS` in open-elements.ts. */
export const ENDABLE = 512
/** Inline, but often put around a text that is unrelated to its neighbors. */
export const SEAMED = 256

const NAMES: readonly (readonly [number, readonly string[]])[] = [
  [INLINE, [...INLINE_ELEMENTS, 'rp', 'rt', 'ruby']],
  [VOID, [...VOID_ELEMENTS]],
  [UNSEEN, 'head noscript template datalist object canvas audio video'.split(' ')],
  [CONTAINER, 'ul ol dl menu table div section td form center p body'.split(' ')],
  [BARRIER, 'ul ol dl table menu select body div section article blockquote form'.split(' ')],
  [APART, 'nav footer aside menu dialog'.split(' ')],
  [CONTENT, 'main article'.split(' ')],
  [SEAMED, 'span small time ins em i b strong data label font'.split(' ')],
  [ENDS_LIKE, 'li dt dd tr td th tbody tfoot option'.split(' ')],
  [ENDABLE, 'li dt dd tr td th tbody thead option'.split(' ')],
]

const traits = new Map<string, number>()
for (const [trait, names] of NAMES)
  for (const name of names) traits.set(name, (traits.get(name) ?? 0) | trait)

export const traitsOf = (name: string): number => traits.get(name) ?? 0

const words = (list: string) => new Set(list.split(/\s+/))

const APART_ROLES = words(
  'navigation banner contentinfo complementary search menu menubar dialog alertdialog toolbar',
)
const CONTENT_ROLES = words('main article')

/** Parts of names used for recommendations and advertisements. A hint for the learner, never a verdict. */
const SUSPECT_NAME =
  /(?:^|[-_ ])(?:ads?|adverts?|advertis\w*|adsby\w*|adslot|adunit|banners?|sponsor\w*|promo\w*|anzeigen?|werbung|publicidad|publicite|related|recommend\w*|reco|similar|also|others?|trending|popular|mostread|most-read|more-stories|suggest\w*|teaserwall|outbrain|taboola|dfp|gpt|partner)(?:$|[-_ ])/i

const MAX_NAME_CHARS = 200
const MAX_SEGMENT_CHARS = 40

/** What a class or an id says about an element. */
export interface NameTraits {
  readonly apart: Apartness
  /** Whether numbers in it count something. */
  readonly counts: boolean
  readonly suspect: boolean
  /** Used in paths: the first word without the parts that contain digits, which name an instance or a build. */
  readonly steady: string
  readonly hash: number
}

const UNNAMED: NameTraits = { apart: Apart.no, counts: false, suspect: false, steady: '', hash: 0 }
const MAX_KNOWN = 2000
const known = new Map<string, NameTraits>()

/** Cached, because a site has a few hundred class names and repeats them everywhere. */
export function nameTraits(value: string | undefined): NameTraits {
  if (value === undefined || value === '') return UNNAMED
  let found = known.get(value)
  if (found === undefined) {
    found = readName(value.slice(0, MAX_NAME_CHARS))
    if (known.size >= MAX_KNOWN) known.clear()
    known.set(value.length > MAX_NAME_CHARS ? value.slice(0, MAX_NAME_CHARS) : value, found)
  }
  return found
}

function readName(value: string): NameTraits {
  const lower = value.toLowerCase()
  const steady = steadyName(value)
  const names = value.split(/\s+/)
  return {
    apart: Math.max(...names.map(apartnessOf)) as Apartness,
    counts: names.some(isCounting),
    suspect: SUSPECT_NAME.test(lower),
    steady,
    hash: steady === '' ? 0 : hashText(steady),
  }
}

function steadyName(value: string): string {
  const first = value.trimStart().split(/\s/, 1)[0]!.slice(0, MAX_SEGMENT_CHARS)
  if (!/\d/.test(first)) return first
  return first
    .split(/[-_]/)
    .filter(part => !/\d/.test(part))
    .join('-')
}

export const nameHash = (id: NameTraits, style: NameTraits): number => mix(id.hash, style.hash)

export type ElementPlace = 'apart' | 'content' | 'as before'

/**
 * Whether an element holds main content. `within` says that an article or main element is open around it, `apart` that a nav, footer or
 * aside is: an article in there is a teaser.
 */
export function placeOf(name: string, bits: number, within: boolean, apart: boolean): ElementPlace {
  if (bits & CONTENT) return name === 'article' && apart ? 'as before' : 'content'
  return bits & APART || (name === 'header' && !within) ? 'apart' : 'as before'
}

export function placeByRole(role: string | undefined, apart: boolean): ElementPlace {
  if (role === undefined || (role === 'article' && apart)) return 'as before'
  if (APART_ROLES.has(role)) return 'apart'
  return CONTENT_ROLES.has(role) ? 'content' : 'as before'
}

/** Whether it is hidden when the page is opened. */
export function isHidden(attributes: Attributes): boolean {
  if (attributes.has('hidden')) return true
  const start = attributes.locate('style')
  if (start < 0 || attributes.valueEnd - start < 12) return false
  return /display\s*:\s*none|visibility\s*:\s*hidden/i.test(attributes.html.slice(start, attributes.valueEnd))
}
