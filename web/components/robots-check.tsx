/** Checks addresses against robots.txt, which is fetched now. */
import type { TargetedSubmitEvent } from 'preact'
import { useState } from 'preact/hooks'
import type * as Client from '../../src/client/index.ts'
import { api } from '../api/call.ts'
import { shownDuration } from '../words.ts'
import { Badge, Card } from './parts.tsx'
import { Problem } from './states.tsx'
import { type Column, Table } from './table.tsx'

const COLUMNS: readonly Column<Client.UrlPermission>[] = [
  {
    title: 'Verdict',
    isNarrow: true,
    show: ({ allowed }) => <Badge word={allowed ? 'allowed' : 'disallowed'} />,
  },
  { title: 'Address', show: ({ url }) => <span class="cell-value is-wide">{url}</span> },
  {
    title: 'Why',
    show: ({ line, rule }) =>
      line === null ? (
        'no rule applies'
      ) : (
        <span class="cell-prose">
          line {line}: <code>{rule}</code>
        </span>
      ),
  },
  { title: 'To', isNarrow: true, show: ({ agent }) => agent },
  {
    title: 'Crawl delay',
    isNumber: true,
    show: ({ crawlDelayMs }) => (crawlDelayMs === null ? 'none' : shownDuration(crawlDelayMs)),
  },
  { title: 'Sitemaps', isNumber: true, show: ({ sitemaps }) => sitemaps.length },
]

export function RobotsCheck({ collection }: { readonly collection: string }) {
  const [said, setSaid] = useState<readonly Client.UrlPermission[] | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [isAsking, setAsking] = useState(false)
  const submit = (event: TargetedSubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const urls = String(form.get('urls')).split(/\s+/).filter(Boolean)
    const agent = String(form.get('agent')).trim()
    setAsking(true)
    api
      .askRobots(collection, { urls, ...(agent === '' ? {} : { agent }) })
      .then(
        answer => {
          setSaid(answer)
          setProblem(null)
        },
        (error: Error) => setProblem(error.message),
      )
      .finally(() => setAsking(false))
  }
  return (
    <Card title="What robots.txt says" aside="each site's file is fetched when you ask">
      <form class="stack" onSubmit={submit}>
        <label>
          Addresses, one on each line
          <textarea name="urls" rows={3} required dir="ltr" placeholder="https://example.org/page" />
        </label>
        <div class="filters">
          <label>
            Crawler
            <input name="agent" maxLength={200} placeholder="that of the settings" dir="ltr" />
          </label>
          <button type="submit" class="is-main" disabled={isAsking}>
            {isAsking ? 'Asking…' : 'Ask'}
          </button>
        </div>
      </form>
      {problem !== null && <Problem problem={problem} />}
      {said && <Table caption="Verdicts" columns={COLUMNS} rows={said} keyOf={each => each.url} />}
    </Card>
  )
}
