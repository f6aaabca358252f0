import { hashText } from '../../change/text/hash.ts'
import { type AddressPair, asMirror, asSpelling, asTarget } from './pairs.ts'
import {
  likelyHosts,
  mayBeSpelledOtherwise,
  OPPOSITE,
  onHost,
  type Rewriting,
  rewritingsOf,
} from './rewritings.ts'
import { ORIGIN, RuleBook } from './rule-book.ts'
import type { SeenPage, SeenPages } from './seen-pages.ts'
import { StandIns } from './stand-ins.ts'
import { confinedTo, isNewTo, isProven, supported, testsOneIn, type UrlRule } from './url-rule.ts'

/** The spelling of an address under the rules of its host. */
export interface Spelling {
  readonly url: string
  /** The rules applied, in order. */
  readonly rules: readonly string[]
}

/** What a page taught: a rule is applied from now on, or no longer. */
export interface RuleTurn {
  readonly rule: UrlRule
  readonly became: 'applied' | 'withdrawn'
}

export interface SavedEquivalences {
  readonly rules: readonly UrlRule[]
  /** Plain spellings that have not been visited yet but for which others were given up, with the rules responsible. */
  readonly awaited: readonly (readonly [url: string, rules: readonly string[]])[]
  /** Plain spellings that turned out not to be pages. */
  readonly dead: readonly string[]
  /** For how many more batches the addresses that were given up must be queued again. */
  readonly owed: number
}

const MAX_AWAITED = 200
/** With more plain spellings that lead nowhere, rules are not worth the trouble. */
const MAX_DEAD = 100
const MAX_LINKED = 1_000
const MAX_STEPS = 4
/** A rule that found no pair after this many pages were read is not worth more of them. */
const MAX_IDLE_LOOKS = 200
/** A parameter with this many counterexamples is not tried on single paths either. */
const MAX_COUNTER_EXAMPLES = 3
/** Batches in progress that may still contain addresses given up just before a rule was withdrawn. */
const BATCHES_UNDER_WAY = 2
const INDEX = 'index '

/** What is known about the addresses of one host. */
export class UrlEquivalences {
  readonly #origin: string
  readonly #book: RuleBook
  readonly #seen: SeenPages
  /** Plain spellings of linked addresses, with the first such address; null once there are several. */
  readonly #linked = new Map<string, string | null>()
  readonly #awaited: Map<string, readonly string[]>
  readonly #dead: Set<string>
  readonly #standIns = new StandIns()
  readonly #likelyHosts: readonly string[]
  #owed: number

  constructor(origin: string, seen: SeenPages, saved?: Partial<SavedEquivalences>) {
    this.#origin = origin
    this.#seen = seen
    this.#likelyHosts = likelyHosts(origin)
    this.#book = new RuleBook(saved?.rules ?? [])
    this.#awaited = new Map(saved?.awaited ?? [])
    this.#dead = new Set(saved?.dead ?? [])
    this.#owed = saved?.owed ?? 0
  }

  get rules(): readonly UrlRule[] {
    return this.#book.rules
  }

  get isEmpty(): boolean {
    return this.#book.rules.length === 0
  }

  get sizeBytes(): number {
    const addresses = this.#linked.size + this.#awaited.size + this.#dead.size + this.#standIns.size
    return 600 * this.#book.rules.length + 200 * addresses
  }

  toJSON(): SavedEquivalences {
    return { rules: this.rules, awaited: [...this.#awaited], dead: [...this.#dead], owed: this.#owed }
  }

  /** Whether anything changed since the last call. */
  takeChanged(): boolean {
    return this.#book.takeChanged()
  }

  /** Whether addresses that were given up must be queued again. Called once for each batch. */
  takeOwed(): boolean {
    if (this.#owed === 0) return false
    this.#owed--
    this.#book.touch()
    return true
  }

  /** Whether the content of this page should be read. */
  wantsContent(url: string): boolean {
    if (this.#linked.has(url)) return true
    return (
      mayBeSpelledOtherwise(url) &&
      rewritingsOf(url).some(each => isWorthALook(each) && this.#isOpen(each) && this.#hasOther(each))
    )
  }

  /** Index files are everywhere, and reading content is the costliest step: there must be another page to compare with. */
  #hasOther({ rule, target }: Rewriting): boolean {
    if (!rule.startsWith(INDEX) || (this.#book.get(rule)?.support ?? 0) > 0) return true
    return this.#linked.get(target) === null || this.#seen.get(target) !== undefined
  }

  /** Records that a link to this address was found. */
  noteLink(url: string): void {
    if (!mayBeSpelledOtherwise(url)) return
    for (const rewriting of rewritingsOf(url)) {
      const { target } = rewriting
      const first = this.#linked.get(target)
      if (first === null || first === url || !isWorthALook(rewriting) || !this.#isOpen(rewriting)) continue
      if (this.#linked.size >= MAX_LINKED) this.#linked.delete(this.#linked.keys().next().value!)
      this.#linked.set(target, first === undefined ? url : null)
    }
  }

  /** The spelling of an address under the host's rules; null if it is unchanged or should be fetched as a test. */
  spelling(url: string): Spelling | null {
    const spelling = this.#plain(url)
    return spelling?.rules.some(rule => this.#isTest(rule, url)) ? null : spelling
  }

  /** The recently stored page that stands in for all with this plain spelling. */
  storedFor(plain: string): string | null {
    return this.#seen.get(plain)?.isStored ? plain : (this.#standIns.get(plain) ?? null)
  }

  isAwaited(url: string): boolean {
    return this.#awaited.has(url)
  }

  /**
   * Records that another address is given up for this one, which is visited soon. Returns false if too many such visits are awaited
   * already.
   */
  await({ url, rules }: Spelling): boolean {
    if (this.#awaited.size >= MAX_AWAITED) return false
    this.#awaited.set(url, rules)
    this.#book.touch()
    return true
  }

  /** Records that a visit brought no page: addresses given up for it are visited after all. */
  lost(url: string, nowMs: number): readonly RuleTurn[] {
    const rules = this.#awaited.get(url)
    if (rules === undefined) return []
    this.#awaited.delete(url)
    this.#dead.add(url)
    this.#owed = BATCHES_UNDER_WAY
    this.#book.touch()
    if (this.#dead.size < MAX_DEAD) return []
    this.#dead.clear()
    return rules.flatMap(rule => this.#against(rule, [url, url], nowMs))
  }

  /** Learns from a page fetched for the first time, or an address that redirects. */
  saw(page: SeenPage): readonly RuleTurn[] {
    const lost = page.isStored ? [] : this.lost(page.url, page.at)
    if (this.#awaited.delete(page.url)) this.#book.touch()
    this.#seen.noteContent(page)
    const turns = [...lost, ...this.#pairs(page).flatMap(pair => this.#learn(pair, page.at))]
    this.#seen.keep(page.url, page)
    if (turns.length > 0) this.#standIns.replace(this.#standing())
    else if (page.isStored) this.#standFor(page.url)
    return turns
  }

  /** Records that a stored page was fetched again: it teaches nothing new about addresses, but others may be compared with it. */
  sawAgain(page: SeenPage): void {
    if (this.#seen.get(page.url) !== undefined) this.#seen.keep(page.url, page)
  }

  #pairs(page: SeenPage): AddressPair[] {
    const { spellings, mirrors } = this.#book.toTry
    const rewritings = rewritingsOf(page.url)
    if (page.content !== null) for (const { rule } of rewritings.filter(isWorthALook)) this.#book.looked(rule)
    return [
      ...asTarget(page, this.#seen, spellings),
      ...rewritings.flatMap(each => asSpelling(page, each, this.#seen)),
      ...asMirror(page, this.#seen, { known: mirrors, likely: this.#likelyHosts }),
    ]
  }

  #learn(pair: AddressPair, nowMs: number): RuleTurn[] {
    const { rewriting, url, sameness } = pair
    if (sameness === 'unclear') return []
    const { rule, target, path } = rewriting
    const isOneForAll = path === null || (sameness === 'equal' && this.#book.isApplied(rule))
    const rules = isOneForAll ? [rule] : [rule, confinedTo(rule, path)]
    return rules.flatMap(each =>
      sameness === 'equal' ? this.#for(each, pair, nowMs) : this.#against(each, [url, target], nowMs),
    )
  }

  #for(rule: string, pair: AddressPair, nowMs: number): RuleTurn[] {
    const known = this.#book.tracked(rule)
    if (known === null) return []
    const next = supported(known, [pair.url, pair.rewriting.target], pair, nowMs)
    if (!isProven(next) || this.#book.isApplied(OPPOSITE[rule] ?? '')) {
      this.#book.keep(next)
      return []
    }
    const applied = { ...next, state: 'applied', learnedAt: nowMs } as const
    this.#book.keep(applied)
    this.#book.forgetConfined(rule)
    return [{ rule: applied, became: 'applied' }]
  }

  #against(rule: string, pair: readonly [string, string], nowMs: number): RuleTurn[] {
    const withdrawn = this.#book.contradict(rule, pair, nowMs)
    if (withdrawn === null) return []
    this.#owed = BATCHES_UNDER_WAY
    return [{ rule: withdrawn, became: 'withdrawn' }]
  }

  /** Whether there is still something to learn about it. */
  #isOpen({ rule, path }: Rewriting): boolean {
    const known = this.#book.get(rule)
    if (known === undefined || known.state === 'applied') return true
    if (known.state === 'candidate') return known.support > 0 || known.looks < MAX_IDLE_LOOKS
    if (path === null) return false
    const confined = this.#book.get(confinedTo(rule, path))
    if (confined === undefined) return known.counterExamples < MAX_COUNTER_EXAMPLES
    return confined.state === 'applied' || (confined.state === 'candidate' && confined.support > 0)
  }

  #plain(url: string): Spelling | null {
    if (!this.#book.hasApplied) return null
    const rules: string[] = []
    let spelled = url
    for (let step = 0; step < MAX_STEPS; step++) {
      const found = this.#applicable(spelled)
      if (found === null) break
      if (this.#seen.get(found.target)?.canonical === url) return null
      rules.push(found.rule)
      spelled = found.target
    }
    return spelled === url || this.#dead.has(spelled) ? null : { url: spelled, rules }
  }

  #applicable(url: string): { readonly rule: string; readonly target: string } | null {
    for (const { rule, target, path } of rewritingsOf(url)) {
      if (this.#book.isApplied(rule)) return { rule, target }
      const confined = path === null ? null : confinedTo(rule, path)
      if (confined !== null && this.#book.isApplied(confined)) return { rule: confined, target }
    }
    const mirror = this.#book.rules.find(({ rule, state }) => state === 'applied' && rule.startsWith(ORIGIN))
    return mirror ? onHost(url, mirror.rule.slice(ORIGIN.length)) : null
  }

  /** Chosen pseudo-randomly, but the same for an address until another test has been passed. */
  #isTest(rule: string, url: string): boolean {
    const known = this.#book.get(rule)!
    return isNewTo(known, url) || hashText(url) % testsOneIn(known) === 0
  }

  #standFor(url: string): void {
    const plain = this.#plain(url)
    if (plain !== null) this.#standIns.add(plain.url, url)
  }

  /** The stand-ins after the rules have changed. */
  *#standing(): Generator<readonly [plain: string, url: string]> {
    for (const { url } of this.#seen.storedOn(this.#origin)) {
      const plain = this.#plain(url)
      if (plain !== null) yield [plain.url, url]
    }
  }
}

/** Slashes are settled by redirects or identical bytes: nearly every address could have one more. */
const isWorthALook = ({ rule }: Rewriting) => !(rule in OPPOSITE)
