/** Learned rules about addresses that show the same page, so that only one of them is fetched. */
import type * as Client from '../../src/client/index.ts'
import { counted, shown, shownUrl } from '../words.ts'
import { Badge, Time } from './parts.tsx'
import { Empty } from './states.tsx'
import { type Column, Table } from './table.tsx'

interface HostRule {
  readonly host: string
  readonly rule: Client.LearnedUrlRule
}

const MEANINGS: Readonly<Record<string, string>> = {
  applied: 'only one of these addresses is fetched',
  candidate: 'too little is known yet',
  refuted: 'it never held',
  withdrawn: 'it was applied, and failed',
}

const columns = (now: string | undefined): readonly Column<HostRule>[] => [
  { title: 'Host', isNarrow: true, show: ({ host }) => shownUrl(host) },
  {
    title: 'State',
    isNarrow: true,
    show: ({ rule }) => <Badge word={rule.state} title={MEANINGS[rule.state]} />,
  },
  {
    title: 'Rule',
    show: ({ rule }) => (
      <>
        {rule.words}
        <span class="cell-title">{pairOf(rule)}</span>
      </>
    ),
  },
  { title: 'Same', isNumber: true, show: ({ rule }) => shown(rule.support) },
  { title: 'Different', isNumber: true, show: ({ rule }) => shown(rule.counterExamples) },
  { title: 'Applied', isNarrow: true, show: ({ rule }) => <Time at={rule.learnedAt} now={now} /> },
]

/** A pair of addresses that contradicts the rule or, if there is none, one that supports it. */
function pairOf({ example, counterExample }: Client.LearnedUrlRule): string {
  const pair = counterExample ?? example
  return pair === null ? '' : `${pair[0]} ${counterExample === null ? 'is like' : 'is unlike'} ${pair[1]}`
}

export function UrlRules({ hosts, now }: UrlRulesProps) {
  const rows = hosts.flatMap(({ host, urlRules }) => urlRules.map(rule => ({ host, rule })))
  if (rows.length === 0)
    return (
      <Empty title="Nothing was learned of addresses">
        <p>
          Where several addresses of a site show the same page, the rule behind it is found while it is
          crawled. None of {counted(hosts.length, 'host')} has one.
        </p>
      </Empty>
    )
  return (
    <Table
      caption="Addresses that show the same page"
      columns={columns(now)}
      rows={rows}
      keyOf={({ host, rule }) => `${host} ${rule.words}`}
    />
  )
}

interface UrlRulesProps {
  readonly hosts: readonly Client.Host[]
  readonly now: string | undefined
}
