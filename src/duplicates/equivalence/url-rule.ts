/** A rule for the addresses of a host, with what speaks for it and against it. */

/**
 * `candidate`: too little is known; `refuted`: a counter-example came before it was ever applied; `applied`: other spellings are not
 * fetched; `withdrawn`: it was applied until it failed.
 */
type RuleState = 'candidate' | 'refuted' | 'applied' | 'withdrawn'

type Pair = readonly [spelling: string, target: string]

/** What two pages agree on. */
export interface SharedContent {
  /** What both show. */
  readonly content: string
  /** Do they name one canonical address? */
  readonly isDeclared: boolean
}

export interface UrlRule {
  /** What is done: `param sid`, or `param sid @/list` for one path only. */
  readonly rule: string
  readonly state: RuleState
  /** Pairs of spellings that showed the same page. */
  readonly support: number
  /** Those of them whose pages name one canonical address. */
  readonly declared: number
  readonly counterExamples: number
  /** Spellings that were fetched after it was applied, to see whether it still holds. */
  readonly tests: number
  readonly learnedAt: number | null
  readonly testedAt: number | null
  /** For people: the last pair that showed the same page, and the first that did not. */
  readonly example: Pair | null
  readonly counterExample: Pair | null
  /** Up to so many different contents by which its pairs were equal: one content alone may be an error page. */
  readonly contents: readonly string[]
  /** Parts of the site in which a pair was equal. */
  readonly sections: readonly string[]
  /** Pages that were looked into because of it. */
  readonly looks: number
}

/** Pairs that speak for a rule before it is applied, if none speaks against it. */
export const MIN_SUPPORT = 5
/** For all addresses of a host, unless the site itself says so; a rule for one path has one content by nature. */
const MIN_CONTENTS = 3
/** One of so many suppressed addresses is fetched as a test; the number doubles with every test passed. */
const FIRST_TEST_ONE_IN = 32
const MAX_DOUBLINGS = 2

export const newRule = (rule: string): UrlRule => ({
  ...{
    rule,
    state: 'candidate',
    support: 0,
    declared: 0,
    counterExamples: 0,
    tests: 0,
    learnedAt: null,
    testedAt: null,
  },
  ...{ example: null, counterExample: null, contents: [], sections: [], looks: 0 },
})

/** Addresses are as long as outsiders like. */
const MAX_SHOWN_CHARS = 200
const shown = ([one, other]: Pair): Pair => [one.slice(0, MAX_SHOWN_CHARS), other.slice(0, MAX_SHOWN_CHARS)]

/** A pair of spellings showed the same page. */
export function supported(
  rule: UrlRule,
  pair: Pair,
  { content, isDeclared }: SharedContent,
  nowMs: number,
): UrlRule {
  const { contents, sections, declared, support, tests, state } = rule
  const isNew = contents.length < MIN_CONTENTS && !contents.includes(content)
  return {
    ...{ ...rule, support: support + 1, example: shown(pair), testedAt: nowMs },
    sections: withSection(sections, sectionOf(pair[1])),
    contents: isNew ? [...contents, content] : contents,
    declared: declared + Number(isDeclared),
    tests: tests + Number(state === 'applied'),
  }
}

/** A pair showed different pages. */
export function contradicted(rule: UrlRule, pair: Pair, nowMs: number): UrlRule {
  const state = rule.state === 'applied' ? 'withdrawn' : rule.state === 'candidate' ? 'refuted' : rule.state
  return {
    ...{ ...rule, state, counterExamples: rule.counterExamples + 1, testedAt: nowMs },
    counterExample: rule.counterExample ?? shown(pair),
  }
}

/** Has a candidate earned to be applied? */
export function isProven({ rule, state, support, declared, counterExamples, contents }: UrlRule): boolean {
  const isEnough =
    support >= MIN_SUPPORT && (isConfined(rule) || contents.length >= MIN_CONTENTS || declared >= MIN_SUPPORT)
  return state === 'candidate' && counterExamples === 0 && isEnough
}

export const isConfined = (rule: string) => rule.includes(' @')

export const confinedTo = (rule: string, path: string) => `${rule} @${path}`

/** A site may have this many parts that a rule is tried in one by one; what comes after them is left to chance. */
const MAX_SECTIONS = 8

/** The first segment of the path, whatever its numbers. */
const sectionOf = (url: string) =>
  (url.split('/', 4)[3] ?? '').split(/[?;]/, 1)[0]!.replace(/\d+/g, 'N').slice(0, 40)

const withSection = (sections: readonly string[], section: string) =>
  sections.length >= MAX_SECTIONS || sections.includes(section) ? sections : [...sections, section]

/** Does a rule that holds elsewhere have to prove itself in this part of the site? Not where the site itself says that it holds. */
export const isNewTo = ({ sections, declared }: UrlRule, url: string): boolean =>
  declared < MIN_SUPPORT && sections.length < MAX_SECTIONS && !sections.includes(sectionOf(url))

export const testsOneIn = ({ tests }: UrlRule): number =>
  FIRST_TEST_ONE_IN * 2 ** Math.min(tests, MAX_DOUBLINGS)

const WORDS: Readonly<Record<string, (what: string) => string>> = {
  param: name => `parameter ${name} has no effect`,
  pathparam: name => `path parameter ${name} has no effect`,
  copy: name => `${name} is a copy of ${name.replace(/\*|\?.*/g, '')}`,
  index: name => `${name} is the page of its folder`,
  origin: host => `has the same pages as ${host}`,
  slash: way => (way === 'add' ? 'a slash may be added at the end' : 'the slash at the end may go'),
}

/** The rule in words. */
export function ruleWords(rule: string): string {
  const [what = '', path] = rule.split(' @')
  const space = what.indexOf(' ')
  const words = WORDS[what.slice(0, space)]?.(what.slice(space + 1)) ?? what
  return path === undefined ? words : `${words} on ${path}`
}
