/**
 * Detects pages written for search engines: words repeated far more than in normal text, text that people cannot see, and lists of links
 * to everywhere. Each sign has a weight between 0 and 1; together they make the score. Thresholds are far outside the range of real pages
 * (`bench/spam.ts`), since a false accusation costs more than a miss.
 */
import { FoldedText } from '../document/fold.ts'
import { isSneaky } from '../document/hidden-parts.ts'
import { type Attributes, INLINE_ELEMENTS, type ScanHandler, scan, type TextMode } from '../html/index.ts'
import { hostOf, registrableDomain } from '../url/index.ts'
import functionWords from './function-words.json' with { type: 'json' }

export interface SpamReason {
  readonly kind: 'density' | 'phrase' | 'keywords' | 'hidden' | 'links'
  /** What was found, for display. */
  readonly what: string
  readonly weight: number
}

export interface SpamReport {
  /** 0 for a page without signs, up to 1. */
  readonly score: number
  readonly reasons: readonly SpamReason[]
}

/** Shorter texts may repeat their subject by chance. */
const MIN_WORDS = 150
/** Lists repeat the words of their entries; hardly any real page exceeds this. */
const DENSE_WORD = 0.2
/** Frequency of the most frequent pair of consecutive words, as a share of all words. */
const DENSE_PAIR = 0.12
const MAX_KEYWORDS = 100
const MIN_HIDDEN_CHARS = 600
const MIN_HIDDEN_SHARE = 0.4
const MIN_FARM_DOMAINS = 120
/** Characters of text outside links for each link: directories describe what they list. */
const MAX_FARM_CHARS_PER_LINK = 15
const MAX_CHARS = 1_000_000

const WORD = /\p{L}{3,}/gu
/** Names in programs: `std::vector`, `max_size`, `begin()`. Manuals repeat them on every line, and nobody stuffs a page with them. */
const IDENTIFIER = /\p{L}_\p{L}|\p{L}::|::\p{L}|\p{L}\(\)|->\p{L}/u
const STOP: ReadonlySet<string> = new Set(
  Object.entries(functionWords).flatMap(([name, words]) => (name.startsWith('$') ? [] : words)),
)

export function spamOf(html: string, url: string): SpamReport {
  const page = new SpamReader(html, url)
  scan(html, page)
  const reasons = [
    ...wordSigns(page.shown),
    ...keywordSigns(page.keywords),
    ...hiddenSigns(page),
    ...linkSigns(page),
  ]
  return { score: 1 - reasons.reduce((left, { weight }) => left * (1 - weight), 1), reasons }
}

function wordSigns(text: string): SpamReason[] {
  const words = proseOf(text.toLowerCase()).match(WORD) ?? []
  if (words.length < MIN_WORDS) return []
  const [word, times] = mostFrequent(words.filter(each => !STOP.has(each)))
  const [pair, together] = mostFrequent(words.slice(1).map((next, i) => `${words[i]} ${next}`))
  const share = times / words.length
  const pairShare = together / words.length
  return [
    ...(share > DENSE_WORD
      ? [reason('density', `every ${ordinal(share)} word is "${word}"`, share / (1.6 * DENSE_WORD))]
      : []),
    ...(pairShare > DENSE_PAIR
      ? [
          reason(
            'phrase',
            `"${pair}" ${together} times in ${words.length} words`,
            pairShare / (1.6 * DENSE_PAIR),
          ),
        ]
      : []),
  ]
}

/** The text without names of programs. */
function proseOf(text: string): string {
  const parts = text.split(/\s+/)
  return parts.some(part => IDENTIFIER.test(part))
    ? parts.filter(part => !IDENTIFIER.test(part)).join(' ')
    : text
}

function keywordSigns(keywords: string): SpamReason[] {
  const count = keywords.split(',').filter(each => each.trim() !== '').length
  return count > MAX_KEYWORDS ? [reason('keywords', `${count} keywords`, count / (4 * MAX_KEYWORDS))] : []
}

function hiddenSigns({ hiddenChars, shown }: SpamReader): SpamReason[] {
  const share = hiddenChars / (hiddenChars + shown.length)
  if (hiddenChars < MIN_HIDDEN_CHARS || share < MIN_HIDDEN_SHARE) return []
  return [reason('hidden', `${hiddenChars} characters that people cannot see`, Math.max(0.5, share))]
}

function linkSigns({ domains, links, plainChars }: SpamReader): SpamReason[] {
  if (domains.size < MIN_FARM_DOMAINS || plainChars > MAX_FARM_CHARS_PER_LINK * links) return []
  return [
    reason(
      'links',
      `links to ${domains.size} other sites and hardly any text`,
      domains.size / (3 * MIN_FARM_DOMAINS),
    ),
  ]
}

const reason = (kind: SpamReason['kind'], what: string, weight: number): SpamReason => ({
  kind,
  what,
  weight: Math.min(0.95, weight),
})

const ordinal = (share: number) => {
  const nth = Math.round(1 / share)
  return nth <= 2 ? 'second' : nth === 3 ? 'third' : `${nth}th`
}

function mostFrequent(words: readonly string[]): readonly [word: string, times: number] {
  const counts = new Map<string, number>()
  let best: readonly [string, number] = ['', 0]
  for (const word of words) {
    const times = (counts.get(word) ?? 0) + 1
    counts.set(word, times)
    if (times > best[1]) best = [word, times]
  }
  return best
}

class SpamReader implements ScanHandler {
  readonly #html: string
  readonly #host: string
  readonly #text = new FoldedText(MAX_CHARS)
  readonly #hidden = new FoldedText(MAX_CHARS)
  readonly domains = new Set<string>()
  keywords = ''
  links = 0
  plainChars = 0
  #isLink = false
  /** Target of the open link, as written. */
  #target = ''
  #isUnseen = false
  /** Name of the element that hides its content, and how many of that name are open. */
  #hider = ''
  #depth = 0

  constructor(html: string, url: string) {
    this.#html = html
    this.#host = registrableDomain(hostOf(url))
  }

  get shown(): string {
    return this.#text.toString()
  }

  get hiddenChars(): number {
    return this.#hidden.toString().length
  }

  startTag(name: string, attributes: Attributes): void {
    this.#isUnseen = name === 'title' || name === 'option'
    if (!INLINE_ELEMENTS.has(name)) this.#text.break()
    if (this.#depth > 0 && name === this.#hider) this.#depth++
    else if (this.#depth === 0 && isSneaky(name, attributes.get('style')))
      [this.#hider, this.#depth] = [name, 1]
    if (name === 'a') this.#link(attributes.get('href'))
    if (name === 'meta' && attributes.get('name')?.toLowerCase() === 'keywords')
      this.keywords = attributes.get('content') ?? ''
  }

  endTag(name: string): void {
    this.#isUnseen = false
    if (!INLINE_ELEMENTS.has(name)) this.#text.break()
    if (name === 'a') this.#isLink = false
    if (this.#depth > 0 && name === this.#hider) this.#depth--
  }

  text(start: number, end: number, mode: TextMode): void {
    if (mode === 'raw' || this.#isUnseen) return
    if (this.#depth > 0) this.#hide(start, end, mode)
    else if (!this.#spellsTarget(start, end)) this.#text.add(this.#html, start, end, mode)
    if (!this.#isLink) this.plainChars += this.#html.slice(start, end).trim().length
  }

  /** Lists of files repeat their folders and extensions on every line; that is not written text. */
  #spellsTarget(start: number, end: number): boolean {
    return this.#isLink && this.#target.includes(this.#html.slice(start, end).trim())
  }

  /** Menus that slide in consist of links; stuffing consists of words. */
  #hide(start: number, end: number, mode: TextMode): void {
    if (!this.#isLink) this.#hidden.add(this.#html, start, end, mode)
  }

  #link(href: string | undefined): void {
    if (href === undefined) return
    this.#isLink = true
    this.#target = href
    this.links++
    const host = /^https?:\/\/[^/?#]/i.test(href) && URL.canParse(href) ? hostOf(href) : ''
    const domain = host && registrableDomain(host)
    if (domain && domain !== this.#host) this.domains.add(domain)
  }
}
