/** A rule for the addresses of a host, with the evidence for and against it. */

/**
 * `candidate`: too little is known; `refuted`: a counterexample came before it was applied; `applied`: other spellings are not fetched;
 * `withdrawn`: it was applied until it failed.
 */
type RuleState = 'candidate' | 'refuted' | 'applied' | 'withdrawn'

type Pair = readonly [spelling: string, target: string]

/** What two pages agree on. */
export interface SharedContent {
  /** What both show. */
  readonly content: string
  /** Whether they name the same canonical address. */
  readonly isDeclared: boolean
}

export interface UrlRule {
  /** The operation: `param sid`, or `param sid @/list` for one path only. */
  readonly rule: string
  readonly state: RuleState
  /** Pairs of spellings that showed the same page. */
  readonly support: number
  /** How many of them have pages that name the same canonical address. */
  readonly declared: number
  readonly counterExamples: number
  /** Spellings fetched after it was applied, to check that it still holds. */
  readonly tests: number
  readonly learnedAt: number | null
  readonly testedAt: number | null
  /** For display: the last pair that showed the same page, and the first that did not. */
  readonly example: Pair | null
  readonly counterExample: Pair | null
  /** Up to `MIN_CONTENTS` different contents of its equal pairs: a single content may be an error page. */
  readonly contents: readonly string[]
  /** Parts of the site in which a pair was equal. */
  readonly sections: readonly string[]
  /** Pages whose content was read because of it. */
  readonly looks: number
}

/** Pairs that must support a rule before it is applied; none may contradict it. */
export const MIN_SUPPORT = 5
/**
 * Different contents needed by a rule for the whole host, unless the site itself declares it; a rule for one path naturally has one
 * content.
 */
const MIN_CONTENTS = 3
/** One in this many suppressed addresses is fetched as a test; the number doubles with each of the first tests passed. */
const FIRST_TEST_ONE_IN = 32
const MAX_DOUBLINGS = 2

export const newRule = (rule: string): UrlRule => ({
  rule,
  state: 'candidate',
  support: 0,
  declared: 0,
  counterExamples: 0,
  tests: 0,
  learnedAt: null,
  testedAt: null,
  example: null,
  counterExample: null,
  contents: [],
  sections: [],
  looks: 0,
})

/** Addresses can be as long as outsiders make them. */
const MAX_SHOWN_CHARS = 200
const shown = ([one, other]: Pair): Pair => [one.slice(0, MAX_SHOWN_CHARS), other.slice(0, MAX_SHOWN_CHARS)]

/** The rule after a pair of spellings showed the same page. */
export function supported(
  rule: UrlRule,
  pair: Pair,
  { content, isDeclared }: SharedContent,
  nowMs: number,
): UrlRule {
  const { contents, sections, declared, support, tests, state } = rule
  const isNew = contents.length < MIN_CONTENTS && !contents.includes(content)
  return {
    ...rule,
    support: support + 1,
    example: shown(pair),
    testedAt: nowMs,
    sections: withSection(sections, sectionOf(pair[1])),
    contents: isNew ? [...contents, content] : contents,
    declared: declared + Number(isDeclared),
    tests: tests + Number(state === 'applied'),
  }
}

/** The rule after a pair showed different pages. */
export function contradicted(rule: UrlRule, pair: Pair, nowMs: number): UrlRule {
  const state = rule.state === 'applied' ? 'withdrawn' : rule.state === 'candidate' ? 'refuted' : rule.state
  return {
    ...rule,
    state,
    counterExamples: rule.counterExamples + 1,
    testedAt: nowMs,
    counterExample: rule.counterExample ?? shown(pair),
  }
}

/** Whether a candidate has enough support to be applied. */
export function isProven({ rule, state, support, declared, counterExamples, contents }: UrlRule): boolean {
  const isEnough =
    support >= MIN_SUPPORT && (isConfined(rule) || contents.length >= MIN_CONTENTS || declared >= MIN_SUPPORT)
  return state === 'candidate' && counterExamples === 0 && isEnough
}

export const isConfined = (rule: string) => rule.includes(' @')

export const confinedTo = (rule: string, path: string) => `${rule} @${path}`

/** Parts of a site in which a rule is tested one by one; beyond these, tests are random. */
const MAX_SECTIONS = 8

/** The first segment of the path, with its numbers replaced. */
const sectionOf = (url: string) =>
  (url.split('/', 4)[3] ?? '').split(/[?;]/, 1)[0]!.replace(/\d+/g, 'N').slice(0, 40)

const withSection = (sections: readonly string[], section: string) =>
  sections.length >= MAX_SECTIONS || sections.includes(section) ? sections : [...sections, section]

/** Whether a rule that holds elsewhere must first be tested in this part of the site; not if the site itself declares it. */
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

/** The rule as a readable phrase. */
export function ruleWords(rule: string): string {
  const [what = '', path] = rule.split(' @')
  const space = what.indexOf(' ')
  const words = WORDS[what.slice(0, space)]?.(what.slice(space + 1)) ?? what
  return path === undefined ? words : `${words} on ${path}`
}
