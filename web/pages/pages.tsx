/** All pages, filtered and sorted; the address of this view can be shared. */
import type { TargetedEvent } from 'preact'
import * as api from '../api/client.gen.ts'
import type { PageProps } from '../app.tsx'
import { useAsked, useListed } from '../asking.ts'
import { Badge, PageHead, Time } from '../components/parts.tsx'
import { Empty } from '../components/states.tsx'
import { type Column, ListedTable } from '../components/table.tsx'
import { addressOf, go } from '../router.ts'
import { shown, shownBytes, shownUrl } from '../words.ts'

const STATUSES = ['waiting', 'running', 'completed', 'error', 'gone', 'excluded'] as const

const columns = (collection: string, now: string | undefined): readonly Column<api.Page>[] => [
  {
    title: 'Page',
    show: ({ url, title }) => (
      <>
        <a class="cell-url" href={addressOf(collection, 'page', { url })} title={url}>
          {shownUrl(url)}
        </a>
        {title !== null && (
          <span class="cell-title" dir="auto" title={title}>
            {title}
          </span>
        )}
      </>
    ),
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
    sort: 'size',
    show: ({ sizeBytes }) => (sizeBytes === null ? '–' : shownBytes(sizeBytes)),
  },
  {
    title: 'Fetched',
    isNarrow: true,
    sort: 'fetched',
    show: ({ fetchedAt }) => <Time at={fetchedAt} now={now} />,
  },
  {
    title: 'Changed',
    isNarrow: true,
    sort: 'changed',
    show: ({ changedAt }) => <Time at={changedAt} now={now} />,
  },
  { title: 'Next visit', isNarrow: true, sort: 'due', show: ({ dueAt }) => <Time at={dueAt} now={now} /> },
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
  const classes = useAsked(`classes ${collection}`, how => api.classes(collection, how))
  const change = (name: string) => (event: TargetedEvent<HTMLInputElement | HTMLSelectElement>) =>
    go(addressOf(collection, 'pages', { ...Object.fromEntries(query), [name]: event.currentTarget.value }), {
      replace: true,
    })
  return (
    <>
      <PageHead
        title="Pages"
        about={
          live.now && `${shown(live.now.counts.fetched)} stored, ${shown(live.now.counts.waiting)} waiting`
        }
      />
      <div class="filters">
        <label>
          Status
          <select value={wanted.status ?? ''} onChange={change('status')}>
            <option value="">any</option>
            {STATUSES.map(status => (
              <option key={status} value={status}>
                {status}
              </option>
            ))}
          </select>
        </label>
        <label>
          Host
          <input value={wanted.host ?? ''} onChange={change('host')} placeholder="example.org" />
        </label>
        {(classes.answer?.length ?? 0) > 0 && (
          <label>
            Class
            <select value={wanted.class ?? ''} onChange={change('class')}>
              <option value="">any</option>
              {classes.answer?.map(each => (
                <option key={each.class} value={each.class ?? ''}>
                  {each.class ?? '(pictures)'}
                </option>
              ))}
            </select>
          </label>
        )}
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
