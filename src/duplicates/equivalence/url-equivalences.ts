import { hashText } from '../../change/text/hash.ts'
import {
  likelyHosts,
  mayBeSpelledOtherwise,
  OPPOSITE,
  onHost,
  originIn,
  placeOf,
  type Rewriting,
  rewritingsOf,
} from './rewritings.ts'
import { RuleBook } from './rule-book.ts'
import type { Sameness, SeenPage, SeenPages } from './seen-pages.ts'
import { confinedTo, isConfined, isProven, supported, testsOneIn, type UrlRule } from './url-rule.ts'

/** How an address is spelled by the rules of its host. */
export interface Spelling {
  readonly url: string
  /** The rules that were applied, the first one first. */
  readonly rules: readonly string[]
}

/** What a page taught: a rule is applied from now on, or not any more. */
export interface RuleTurn {
  readonly rule: UrlRule
  readonly became: 'applied' | 'withdrawn'
}

export interface SavedEquivalences {
  readonly rules: readonly UrlRule[]
  /** Spellings that others were given up for before their first visit, with the rules that say so. */
  readonly awaited: readonly (readonly [url: string, rules: readonly string[]])[]
  /** In how many batches addresses that were given up must still be told to wait again. */
  readonly owed: number
}

const MAX_AWAITED = 200
const MAX_LINKED = 1_000
const MAX_STEPS = 4
/** A rule that found no pair after so many looks is not worth more of them. */
const MAX_IDLE_LOOKS = 200
/** A parameter with so many counter-examples is not looked at on single paths either. */
const MAX_COUNTER_EXAMPLES = 3
/** Batches that may still hold addresses which were given up just before a rule was withdrawn. */
const BATCHES_UNDER_WAY = 2
const ORIGIN = 'origin '

/** What is known about the addresses of one host. */
export class UrlEquivalences {
  readonly #book: RuleBook
  readonly #seen: SeenPages
  /** Plain spellings of addresses that links were found to: worth a look when they come. */
  readonly #linked = new Set<string>()
  readonly #awaited: Map<string, readonly string[]>
  #owed: number

  constructor(seen: SeenPages, saved?: SavedEquivalences) {
    this.#seen = seen
    this.#book = new RuleBook(saved?.rules ?? [])
    this.#awaited = new Map(saved?.awaited ?? [])
    this.#owed = saved?.owed ?? 0
  }

  get rules(): readonly UrlRule[] {
    return this.#book.rules
  }

  get isEmpty(): boolean {
    return this.#book.rules.length === 0
  }

  get sizeBytes(): number {
    return 600 * this.#book.rules.length + 200 * (this.#linked.size + this.#awaited.size)
  }

  toJSON(): SavedEquivalences {
    return { rules: this.rules, awaited: [...this.#awaited], owed: this.#owed }
  }

  /** Did the rules change since this was last asked? */
  takeChanged(): boolean {
    return this.#book.takeChanged()
  }

  /** Must addresses that were given up wait again? Asked once for every batch. */
  takeOwed(): boolean {
    if (this.#owed === 0) return false
    this.#owed--
    this.#book.touch()
    return true
  }

  /** Should this page be looked into? */
  wantsContent(url: string): boolean {
    if (this.#linked.has(url)) return true
    return mayBeSpelledOtherwise(url) && rewritingsOf(url).some(rewriting => this.#isOpen(rewriting))
  }

  /** A link to this address was found. */
  noteLink(url: string): void {
    if (!mayBeSpelledOtherwise(url)) return
    for (const rewriting of rewritingsOf(url)) {
      const { target } = rewriting
      if (this.#linked.has(target) || !this.#isOpen(rewriting)) continue
      if (this.#linked.size >= MAX_LINKED) this.#linked.delete(this.#linked.values().next().value!)
      this.#linked.add(target)
    }
  }

  /** How the rules of the host spell an address; null where it stays as it is, or is to be fetched as a test. */
  spelling(url: string): Spelling | null {
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
    if (spelled === url || rules.some(rule => this.#isTest(rule, url))) return null
    return { url: spelled, rules }
  }

  /** Was a page fetched there lately, and stored? */
  hasStored(url: string): boolean {
    return this.#seen.get(url)?.isStored ?? false
  }

  isAwaited(url: string): boolean {
    return this.#awaited.has(url)
  }

  /** Another address is given up for this one, which is visited soon. False if too many such visits are awaited already. */
  await({ url, rules }: Spelling): boolean {
    if (this.#awaited.size >= MAX_AWAITED) return false
    this.#awaited.set(url, rules)
    this.#book.touch()
    return true
  }

  /** A visit brought no page: if others were given up for it, they have to be visited after all. */
  lost(url: string, nowMs: number): readonly RuleTurn[] {
    const rules = this.#awaited.get(url) ?? []
    if (this.#awaited.delete(url)) this.#book.touch()
    return rules.flatMap(rule => this.#against(rule, [url, url], nowMs))
  }

  /** A page was fetched. */
  saw(page: SeenPage): readonly RuleTurn[] {
    const { at: nowMs } = page
    const lost = page.isStored ? [] : this.lost(page.url, nowMs)
    if (this.#awaited.delete(page.url)) this.#book.touch()
    this.#seen.noteContent(page)
    const turns = [
      ...lost,
      ...this.#asTarget(page, nowMs),
      ...rewritingsOf(page.url).flatMap(each => this.#asSpelling(page, each, nowMs)),
      ...this.#asMirror(page, nowMs),
    ]
    this.#seen.keep(page.url, page)
    return turns
  }

  /** A stored page was fetched again: it says nothing new of addresses, but others may be compared with it. */
  sawAgain(page: SeenPage): void {
    if (this.#seen.get(page.url) !== undefined) this.#seen.keep(page.url, page)
  }

  /** An address sends its visitors elsewhere: to its plain spelling, or to another page. */
  moved(url: string, to: string, nowMs: number): readonly RuleTurn[] {
    const kept = new Set(rewritingsOf(to).map(({ rule }) => rule))
    const told = rewritingsOf(url).filter(({ rule, target }) => target === to || !kept.has(rule))
    return [
      ...this.lost(url, nowMs),
      ...told.flatMap(each => this.#learn(each, url, each.target === to ? 'equal' : 'differs', to, nowMs)),
    ]
  }

  /** The page is the plain spelling of others that were seen before. */
  #asTarget(page: SeenPage, nowMs: number): RuleTurn[] {
    return this.#book.rules.flatMap(({ rule }) => {
      const variant = isConfined(rule) ? undefined : this.#seen.get(classKey(rule, page.url))
      const rewriting = variant && rewritingsOf(variant.url).find(each => each.rule === rule)
      if (!rewriting || variant.url === page.url) return []
      const sameness = this.#seen.compare(variant, page, page.url)
      return this.#learn(rewriting, variant.url, sameness, contentOf(page), nowMs)
    })
  }

  /** The page is one spelling of another: the plain one, or what stands for it. */
  #asSpelling(page: SeenPage, rewriting: Rewriting, nowMs: number): RuleTurn[] {
    const { rule, target } = rewriting
    if (page.content !== null) this.#book.looked(rule)
    const key = classKey(rule, target)
    const first = this.#seen.get(key)
    if (first === undefined || (first.content === null && page.content !== null)) this.#seen.keep(key, page)
    const others = new Set([this.#seen.get(target), first])
    return [...others]
      .filter(other => other !== undefined && other.url !== page.url)
      .flatMap(other =>
        this.#learn(rewriting, page.url, this.#seen.compare(page, other!, target), contentOf(page), nowMs),
      )
  }

  /** The page stands on another host too. That it does not says something only about hosts that have others in common. */
  #asMirror(page: SeenPage, nowMs: number): RuleTurn[] {
    const place = placeOf(page.url)
    const first = this.#seen.get(place)
    if (first === undefined) this.#seen.keep(place, page)
    const hosts = new Set([
      ...likelyHosts(page.url),
      ...this.#mirrors(),
      ...(first ? [originIn(first.url)] : []),
    ])
    return [...hosts].flatMap(origin => {
      const rewriting = onHost(page.url, origin)
      const other = rewriting && this.#seen.get(rewriting.target)
      if (!other) return []
      const sameness = this.#seen.compare(page, other, rewriting.target)
      if (sameness === 'differs' && !this.#book.has(rewriting.rule)) return []
      return this.#learn(rewriting, page.url, sameness, contentOf(page), nowMs)
    })
  }

  #mirrors(): string[] {
    return this.#book.rules
      .filter(({ rule }) => rule.startsWith(ORIGIN))
      .map(({ rule }) => rule.slice(ORIGIN.length))
  }

  #learn(rewriting: Rewriting, url: string, sameness: Sameness, content: string, nowMs: number): RuleTurn[] {
    if (sameness === 'unclear') return []
    const { rule, target, path } = rewriting
    const rules = path === null ? [rule] : [rule, confinedTo(rule, path)]
    const pair = [url, target] as const
    return rules.flatMap(each =>
      sameness === 'equal' ? this.#for(each, pair, content, nowMs) : this.#against(each, pair, nowMs),
    )
  }

  #for(rule: string, pair: readonly [string, string], content: string, nowMs: number): RuleTurn[] {
    const known = this.#book.tracked(rule)
    if (known === null) return []
    const next = supported(known, pair, content, nowMs)
    const isApplied = isProven(next) && this.#book.get(OPPOSITE[rule] ?? '')?.state !== 'applied'
    const settled: UrlRule = isApplied ? { ...next, state: 'applied', learnedAt: nowMs } : next
    this.#book.keep(settled)
    return isApplied ? [{ rule: settled, became: 'applied' }] : []
  }

  #against(rule: string, pair: readonly [string, string], nowMs: number): RuleTurn[] {
    const withdrawn = this.#book.contradict(rule, pair, nowMs)
    if (withdrawn === null) return []
    this.#owed = BATCHES_UNDER_WAY
    return [{ rule: withdrawn, became: 'withdrawn' }]
  }

  /** Is there still something to find out about it? */
  #isOpen({ rule, path }: Rewriting): boolean {
    const known = this.#book.get(rule)
    if (known === undefined || known.state === 'applied') return true
    if (known.state === 'candidate') return known.support > 0 || known.looks < MAX_IDLE_LOOKS
    if (path === null) return false
    const confined = this.#book.get(confinedTo(rule, path))
    if (confined === undefined) return known.counterExamples < MAX_COUNTER_EXAMPLES
    return confined.state === 'applied' || (confined.state === 'candidate' && confined.support > 0)
  }

  #applicable(url: string): { readonly rule: string; readonly target: string } | null {
    for (const { rule, target, path } of rewritingsOf(url)) {
      if (this.#book.get(rule)?.state === 'applied') return { rule, target }
      const confined = path === null ? null : confinedTo(rule, path)
      if (confined !== null && this.#book.get(confined)?.state === 'applied')
        return { rule: confined, target }
    }
    const mirror = this.#book.rules.find(({ rule, state }) => state === 'applied' && rule.startsWith(ORIGIN))
    return mirror ? onHost(url, mirror.rule.slice(ORIGIN.length)) : null
  }

  /** By chance, but always the same for one address until another test has been passed. */
  #isTest(rule: string, url: string): boolean {
    return hashText(url) % testsOneIn(this.#book.get(rule)!) === 0
  }
}

/** Those that a rule would spell alike. */
const classKey = (rule: string, target: string) => `${rule} ${target}`

const contentOf = ({ digest, content }: SeenPage) => content?.hash ?? digest
