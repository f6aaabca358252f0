/** Pages that have changed, newest first; new changes appear at the top as they are found. */
import type * as Client from '../../src/client/index.ts'
import { api } from '../api/call.ts'
import type { PageProps } from '../app.tsx'
import { useListed } from '../asking.ts'
import { ChangeSaid } from '../components/change-said.tsx'
import { Choice, ClassFilter, filterOf, HostFilter } from '../components/filters.tsx'
import { PageLink } from '../components/page-link.tsx'
import { PageHead, Time } from '../components/parts.tsx'
import { Empty } from '../components/states.tsx'
import { type Column, ListedTable } from '../components/table.tsx'
import { shown, shownShare } from '../words.ts'

const SPANS = [
  ['', 'all'],
  ['1h', 'the last hour'],
  ['1d', 'the last day'],
  ['7d', 'the last week'],
  ['30d', 'the last month'],
] as const

const columns = (collection: string, now: string | undefined): readonly Column<Client.PageChange>[] => [
  { title: 'When', isNarrow: true, show: ({ at }) => <Time at={at} now={now} /> },
  {
    title: 'Page',
    show: ({ url, revision }) => (
      <PageLink collection={collection} url={url} tab="changes" revision={revision} />
    ),
  },
  {
    title: 'What changed',
    show: ({ change }) => <ChangeSaid change={change} />,
  },
  { title: 'Class', isNarrow: true, show: each => each.class ?? '–' },
  {
    title: 'Difference',
    isNumber: true,
    show: ({ change }) => (change ? shownShare(change.difference) : '–'),
  },
  { title: 'Revision', isNumber: true, show: ({ revision }) => shown(revision) },
]

export function Changes({ collection, query, live }: PageProps) {
  const filter = filterOf(collection, 'changes', query)
  const wanted = {
    host: query.get('host') ?? undefined,
    class: query.get('class') ?? undefined,
    since: query.get('since') ?? undefined,
  }
  const listed = useListed(`changes ${collection} ${query}`, (cursor, how) =>
    api.changes(collection, { ...wanted, order: 'newest', limit: 100, cursor }, how),
  )
  return (
    <>
      <PageHead title="Changes" about="What was found to be different, the newest first." />
      <div class="filters">
        <HostFilter {...filter('host')} />
        <ClassFilter collection={collection} {...filter('class')} />
        <Choice label="Found within" choices={SPANS} {...filter('since')} />
      </div>
      <div class="is-dense">
        <ListedTable
          caption="Changes, newest first"
          columns={columns(collection, live.now?.at)}
          listed={{ ...listed, rows: withNews(listed.rows, live.changes, wanted) }}
          keyOf={each => `${each.url} ${each.revision}`}
          empty={<NoChanges isFiltered={query.size > 0} />}
        />
      </div>
    </>
  )
}

const NoChanges = ({ isFiltered }: { readonly isFiltered: boolean }) => (
  <Empty title="No change">
    {isFiltered ? (
      <p>Nothing fits these filters.</p>
    ) : (
      <p>
        A change is found when a page is visited again: press Start on the overview, or run{' '}
        <code>tidewatch watch</code> or <code>tidewatch recrawl</code>.
      </p>
    )}
  </Empty>
)

/** Puts changes that arrived since the list was requested and pass its filters in front of the others, without duplicates. */
function withNews(
  rows: readonly Client.PageChange[],
  news: readonly Client.PageChange[],
  wanted: { readonly host: string | undefined; readonly class: string | undefined },
): readonly Client.PageChange[] {
  const known = new Set(rows.map(each => `${each.url} ${each.revision}`))
  const isHost = (host: string) =>
    wanted.host === undefined || host === wanted.host || host.replace(/^https?:\/\//, '') === wanted.host
  const isNew = (each: Client.PageChange) => !known.has(`${each.url} ${each.revision}`) && isHost(each.host)
  const isClass = (each: Client.PageChange) => wanted.class === undefined || each.class === wanted.class
  return [...news.filter(each => isNew(each) && isClass(each)), ...rows]
}
