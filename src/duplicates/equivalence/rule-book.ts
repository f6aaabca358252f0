import { OPPOSITE } from './rewritings.ts'
import { confinedTo, contradicted, isConfined, newRule, type UrlRule } from './url-rule.ts'

/** Most rules tracked for a host: for the whole host, and for single paths. */
const MAX_OF_HOST = 64
const MAX_OF_PATHS = 64

/** Prefix of rules that replace one host by another. */
export const ORIGIN = 'origin '
/** Redirects that add a slash are met before their targets, so these rules are tried even if nothing is known about them. */
const SLASHES = Object.keys(OPPOSITE)

/** Rules for the whole host that a new page may confirm or refute. */
interface RulesToTry {
  readonly spellings: readonly string[]
  /** Other hosts. */
  readonly mirrors: readonly string[]
}

/** The rules of a host, a bounded number of them. */
export class RuleBook {
  readonly #rules: Map<string, UrlRule>
  #applied = 0
  #isChanged = false
  #toTry: RulesToTry | null = null

  constructor(saved: readonly UrlRule[]) {
    this.#rules = new Map(saved.map(rule => [rule.rule, rule]))
    this.#applied = saved.filter(({ state }) => state === 'applied').length
  }

  get rules(): readonly UrlRule[] {
    return [...this.#rules.values()]
  }

  /** Used with every page; rebuilt only when the set of rules changes. */
  get toTry(): RulesToTry {
    this.#toTry ??= rulesToTry([...this.#rules.keys()].filter(name => !isConfined(name)))
    return this.#toTry
  }

  get hasApplied(): boolean {
    return this.#applied > 0
  }

  isApplied(rule: string): boolean {
    return this.#rules.get(rule)?.state === 'applied'
  }

  get(rule: string): UrlRule | undefined {
    return this.#rules.get(rule)
  }

  keep(rule: UrlRule): void {
    const before = this.#rules.get(rule.rule)
    this.#applied += Number(rule.state === 'applied') - Number(before?.state === 'applied')
    if (before === undefined) this.#toTry = null
    this.#rules.set(rule.rule, rule)
    this.#isChanged = true
  }

  /** Counts a page whose content was read because of this rule. */
  looked(rule: string): void {
    const known = this.tracked(rule)
    if (known !== null && known.support === 0) this.keep({ ...known, looks: known.looks + 1 })
  }

  /** Records a counterexample; returns the rule if this withdraws it. */
  contradict(rule: string, pair: readonly [string, string], nowMs: number): UrlRule | null {
    const known = this.tracked(rule)
    if (known === null) return null
    const next = contradicted(known, pair, nowMs)
    this.keep(next)
    return known.state === 'applied' ? next : null
  }

  /** The rule as known, or a new one; null if there are too many already. */
  tracked(rule: string): UrlRule | null {
    const known = this.#rules.get(rule)
    if (known !== undefined) return known
    const alike = this.rules.filter(other => isConfined(other.rule) === isConfined(rule))
    if (alike.length < (isConfined(rule) ? MAX_OF_PATHS : MAX_OF_HOST)) return newRule(rule)
    const spare = alike.find(isSpare)
    if (spare === undefined) return null
    this.#rules.delete(spare.rule)
    this.#toTry = null
    return newRule(rule)
  }

  /** A rule for the whole host makes those for single paths superfluous. */
  forgetConfined(rule: string): void {
    for (const [name, { state }] of this.#rules)
      if (name.startsWith(confinedTo(rule, '')) && state !== 'withdrawn') {
        if (state === 'applied') this.#applied--
        this.#rules.delete(name)
      }
  }

  touch(): void {
    this.#isChanged = true
  }

  takeChanged(): boolean {
    const changed = this.#isChanged
    this.#isChanged = false
    return changed
  }
}

const rulesToTry = (names: readonly string[]): RulesToTry => ({
  spellings: [...new Set([...names, ...SLASHES])],
  mirrors: names.filter(name => name.startsWith(ORIGIN)).map(name => name.slice(ORIGIN.length)),
})

/** Whether it may be forgotten without loss. A refuted rule for the whole host is kept: otherwise it would have to be refuted again. */
const isSpare = ({ rule, state, support }: UrlRule) =>
  (state === 'refuted' && isConfined(rule)) || (state === 'candidate' && support === 0)
