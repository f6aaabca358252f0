/** All pages, filtered and sorted; the address of this view can be shared. */
import * as api from '../api/client.gen.ts'
import type { PageProps } from '../app.tsx'
import { useListed } from '../asking.ts'
import { Choice, ClassFilter, filterOf, HostFilter } from '../components/filters.tsx'
import { PageLink } from '../components/page-link.tsx'
import { Badge, PageHead, Time } from '../components/parts.tsx'
import { Empty } from '../components/states.tsx'
import { type Column, ListedTable } from '../components/table.tsx'
import { shown, shownBytes } from '../words.ts'

const STATUSES = ['waiting', 'running', 'completed', 'error', 'gone', 'excluded'] as const

const columns = (collection: string, now: string | undefined): readonly Column<api.Page>[] => [
  {
    title: 'Page',
    show: ({ url, title }) => <PageLink collection={collection} url={url} title={title} />,
  },
  {
    title: 'Status',
    isNarrow: true,
    show: ({ status, reason }) => <Badge word={status} title={reason ?? undefined} />,
  },
  { title: 'HTTP', isNumber: true, show: ({ httpStatus }) => httpStatus ?? '–' },
  { title: 'Class', isNarrow: true, show: page => page.class ?? '–' },
  { title: 'Revisions', isNumber: true, show: ({ revision }) => (revision === 0 ? '–' : shown(revision)) },
  {
    title: 'Size',
    isNumber: true,
    show: ({ sizeBytes }) => (sizeBytes === null ? '–' : shownBytes(sizeBytes)),
  },
  {
    title: 'Fetched',
    isNarrow: true,
    show: ({ fetchedAt }) => <Time at={fetchedAt} now={now} />,
  },
  {
    title: 'Changed',
    isNarrow: true,
    show: ({ changedAt }) => <Time at={changedAt} now={now} />,
  },
  { title: 'Next visit', isNarrow: true, show: ({ dueAt }) => <Time at={dueAt} now={now} /> },
]

export function Pages({ collection, query, live }: PageProps) {
  const wanted = {
    status: (query.get('status') ?? undefined) as api.Page['status'] | undefined,
    host: query.get('host') ?? undefined,
    class: query.get('class') ?? undefined,
  }
  const key = `pages ${collection} ${query}`
  const listed = useListed(key, (cursor, how) =>
    api.pages(collection, { ...wanted, limit: 100, cursor }, how),
  )
  const filter = filterOf(collection, 'pages', query)
  return (
    <>
      <PageHead
        title="Pages"
        about={
          live.now && `${shown(live.now.counts.fetched)} stored, ${shown(live.now.counts.waiting)} waiting`
        }
      />
      <div class="filters">
        <Choice
          label="Status"
          choices={[['', 'any'], ...STATUSES.map(status => [status, status] as const)]}
          {...filter('status')}
        />
        <HostFilter {...filter('host')} />
        <ClassFilter collection={collection} {...filter('class')} />
      </div>
      <ListedTable
        caption="Pages"
        columns={columns(collection, live.now?.at)}
        listed={listed}
        keyOf={page => page.url}
        empty={
          <Empty title="No such page">
            <p>{query.size > 0 ? 'Nothing fits these filters.' : 'Nothing was crawled yet.'}</p>
          </Empty>
        }
      />
    </>
  )
}
