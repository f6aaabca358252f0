/** Settings for groups of pages (a class, a host, similar addresses) in the lists of the config. Everything else in the config is kept. */
import type { Config } from '../../src/client/index.ts'

/** Lists of the config whose entries apply to groups of pages, by what they set. */
const LISTS = {
  weight: ['weights'],
  bounds: ['refresh', 'rules'],
  goal: ['refresh', 'goals'],
  delay: ['request', 'delays'],
  change: ['change', 'rules'],
} as const

export type RuleKind = keyof typeof LISTS
export const RULE_KINDS = Object.keys(LISTS) as readonly RuleKind[]
export type GroupKind = 'class' | 'host' | 'exact' | 'prefix' | 'regexp'

/** An entry of one of the lists, in words. */
export interface GroupRule {
  readonly kind: RuleKind
  readonly index: number
  readonly group: string
  readonly setting: string
}

type Entry = Readonly<Record<string, unknown>>

export const rulesIn = (config: Config): readonly GroupRule[] =>
  RULE_KINDS.flatMap(kind =>
    entriesIn(config, kind).map((entry, index) => ({
      ...{ kind, index },
      group: groupWords(entry),
      setting: settingWords(kind, entry),
    })),
  )

/** Adds an entry at the beginning, because the first entry that matches applies. Invalid entries are kept for the server to report. */
export function withRule(config: Config, kind: RuleKind, entry: Entry): Config {
  return withEntries(config, kind, [entry, ...entriesIn(config, kind)])
}

export function withoutRule(config: Config, { kind, index }: Pick<GroupRule, 'kind' | 'index'>): Config {
  return withEntries(config, kind, entriesIn(config, kind).toSpliced(index, 1))
}

/** The part of an entry that selects its pages. */
export function groupEntry(kind: GroupKind, value: string): Entry {
  if (kind === 'class') return { class: value }
  return { url: kind === 'host' ? { exact: value, on: 'host' } : { [kind]: value } }
}

function entriesIn(config: Config, kind: RuleKind): readonly Entry[] {
  const found = LISTS[kind].reduce<unknown>((part, name) => (part as Entry | undefined)?.[name], config)
  return Array.isArray(found) ? (found as Entry[]) : []
}

function withEntries(config: Config, kind: RuleKind, entries: readonly Entry[]): Config {
  const [first, second] = LISTS[kind]
  if (second === undefined) return { ...config, [first]: entries }
  return { ...config, [first]: { ...(config[first] as Entry | undefined), [second]: entries } }
}

function groupWords({ url, class: pageClass, table, accessibility }: Entry): string {
  const parts = [
    ...(pageClass === undefined ? [] : [`class ${pageClass}`]),
    ...(url === undefined ? [] : [patternWords(url)]),
    ...(table === undefined ? [] : [`addresses in ${table}`]),
    ...(accessibility === undefined ? [] : [`accessibility ${accessibility}`]),
  ]
  return parts.length === 0 ? 'all pages' : parts.join(', ')
}

const PATTERN_WORDS: Readonly<Record<string, string>> = {
  exact: 'is',
  prefix: 'begins with',
  suffix: 'ends with',
  regexp: 'matches',
}

function patternWords(pattern: unknown): string {
  if (typeof pattern !== 'object' || pattern === null) return String(pattern)
  const { on = 'url', ...rest } = pattern as Entry
  const [[kind, value] = ['', '']] = Object.entries(rest)
  return `${on === 'host' ? 'host' : 'address'} ${PATTERN_WORDS[kind] ?? kind} ${value}`
}

function settingWords(kind: RuleKind, entry: Entry): string {
  switch (kind) {
    case 'weight':
      return entry.weight === undefined ? 'weights of their own' : `counts ${entry.weight} times`
    case 'bounds': {
      const [shortest, longest] = (entry.bounds as readonly unknown[] | undefined) ?? []
      return `visited at least every ${longest ?? '–'}, at most every ${shortest ?? '–'}`
    }
    case 'goal':
      return `${entry.share ?? '95%'} at most ${entry.age} old`
    case 'delay':
      return `pause of ${entry.delay} after each`
    case 'change':
      return [
        ...(entry.level === undefined ? [] : [`compared by ${entry.level}`]),
        ...(entry.threshold === undefined ? [] : [`changes from ${entry.threshold} on`]),
        ...(entry.select === undefined ? [] : [`only ${listWords(entry.select)}`]),
        ...(entry.leaveOut === undefined ? [] : [`without ${listWords(entry.leaveOut)}`]),
        ...(entry.ignoreText === undefined ? [] : [`without texts like ${listWords(entry.ignoreText)}`]),
      ].join(', ')
  }
}

const listWords = (value: unknown): string => [value].flat().join(' and ')
