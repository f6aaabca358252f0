/** All pages, filtered and sorted; the view is part of the address, so it can be shared. */
import type * as Client from '../../src/client/index.ts'
import { api } from '../api/call.ts'
import type { PageProps } from '../app.tsx'
import { useCalm, useListed } from '../asking.ts'
import { Choice, ClassFilter, filterOf, HostFilter, putFilters, TextFilter } from '../components/filters.tsx'
import { useTopics } from '../components/harvest.tsx'
import { PageLink } from '../components/page-link.tsx'
import { Badge, NextVisit, PageHead, Time } from '../components/parts.tsx'
import { Empty } from '../components/states.tsx'
import { type Column, ListedTable, type Sorting } from '../components/table.tsx'
import { addressOf } from '../router.ts'
import { shown, shownBytes, shownRate } from '../words.ts'

const STATUSES = ['waiting', 'running', 'completed', 'error', 'gone', 'excluded'] as const

/** Shown only if there are several topics. */
const TOPIC: Column<Client.Page> = { title: 'Topic', isNarrow: true, show: ({ topic }) => topic ?? '–' }
const RELEVANCE: Column<Client.Page> = {
  title: 'Relevance',
  sort: 'relevance',
  isNumber: true,
  show: ({ relevance }) => relevance?.toFixed(2) ?? '–',
}

/** Shown where pages are listed that were not fetched, or not with success. */
const WHY: Column<Client.Page> = {
  title: 'Why',
  show: ({ reason }) => <span class="cell-value cell-prose">{reason ?? '–'}</span>,
}

interface Shown {
  readonly topics: number
  /** Whether reasons are shown. */
  readonly isWhy: boolean
}

const columns = (
  collection: string,
  now: string | undefined,
  { topics, isWhy }: Shown,
): readonly Column<Client.Page>[] => [
  {
    title: 'Page',
    sort: 'url',
    show: ({ url, title }) => <PageLink collection={collection} url={url} title={title} />,
  },
  {
    title: 'Status',
    sort: 'status',
    isNarrow: true,
    show: ({ status, reason }) => <Badge word={status} title={reason ?? undefined} />,
  },
  { title: 'HTTP', isNumber: true, show: ({ httpStatus }) => httpStatus ?? '–' },
  ...(isWhy ? [WHY] : []),
  { title: 'Class', isNarrow: true, show: page => page.class ?? '–' },
  { title: 'Revisions', isNumber: true, show: ({ revision }) => (revision === 0 ? '–' : shown(revision)) },
  ...(topics > 1 ? [TOPIC] : []),
  ...(topics > 0 ? [RELEVANCE] : []),
  {
    title: 'Size',
    sort: 'sizeBytes',
    isNumber: true,
    show: ({ sizeBytes }) => (sizeBytes === null ? '–' : shownBytes(sizeBytes)),
  },
  {
    title: 'Fetched',
    sort: 'fetchedAt',
    isNarrow: true,
    show: ({ fetchedAt }) => <Time at={fetchedAt} now={now} />,
  },
  {
    title: 'Changed',
    sort: 'changedAt',
    isNarrow: true,
    show: ({ changedAt, revision }) =>
      revision > 1 ? (
        <Time at={changedAt} now={now} />
      ) : (
        <span class="quiet" title="stored then, and not seen to change since">
          <Time at={changedAt} now={now} />
        </span>
      ),
  },
  {
    title: 'Changes',
    sort: 'changesPerDay',
    isNarrow: true,
    show: ({ changesPerDay }) => (changesPerDay ? shownRate(changesPerDay) : '–'),
  },
  {
    title: 'Next visit',
    sort: 'dueAt',
    isNarrow: true,
    show: ({ dueAt }) => <NextVisit at={dueAt} now={now} />,
  },
]

/** Enough to fill a screen. */
const ENOUGH = 20
const REFRESH_MS = 2_000
const NOT_WATCHED = 'not-watched'

export function Pages({ collection, query, live }: PageProps) {
  const counts = live.now?.counts
  const topics = useTopics(collection, counts?.visits ?? 0).map(each => each.topic)
  const listed = useListed(
    `pages ${collection} ${query}`,
    (cursor, how) => api.pages(collection, { ...wantedIn(query), limit: 100, cursor }, how),
    { enough: ENOUGH, version: useCalm(counts?.visits ?? 0, REFRESH_MS) },
  )
  const known = counts && STATUSES.reduce((sum, status) => sum + counts[status], 0)
  return (
    <>
      <PageHead
        title="Pages"
        about={
          counts && (
            <>
              {shown(counts.fetched)} stored, {shown(counts.waiting)} waiting,{' '}
              <a href={addressOf(collection, 'pages', { status: NOT_WATCHED })}>
                {shown(counts.gone + counts.excluded)} not watched
              </a>
            </>
          )
        }
      >
        <a class="button" href={addressOf(collection, 'export')}>
          Export…
        </a>
      </PageHead>
      <Filters collection={collection} query={query} topics={topics} />
      <div class="is-dense">
        <ListedTable
          caption="Pages"
          columns={columns(collection, live.now?.at, {
            topics: topics.length,
            isWhy: !/^(?:waiting|running|completed)?$/.test(query.get('status') ?? ''),
          })}
          listed={listed}
          keyOf={page => page.url}
          sorting={sortingIn(collection, query)}
          progress={
            known === undefined || listed.looked === 0
              ? undefined
              : `Looked at ${shown(listed.looked)} of ${shown(known)} pages…`
          }
          empty={
            query.size > 0 ? (
              <Empty title="No such page">
                <p>
                  Nothing fits these filters.{' '}
                  {!query.has('status') && (
                    <a href={addressOf(collection, 'pages', { ...Object.fromEntries(query), status: 'any' })}>
                      Look among pages that are excluded or gone, too.
                    </a>
                  )}
                </p>
              </Empty>
            ) : (
              <Empty title="No page yet">
                <p>
                  Give the collection <a href={addressOf(collection, 'start')}>an address to start from</a>.
                </p>
              </Empty>
            )
          }
        />
      </div>
    </>
  )
}

const SPANS = [
  ['', 'any time'],
  ['1h', 'the last hour'],
  ['1d', 'the last day'],
  ['7d', 'the last week'],
  ['30d', 'the last month'],
] as const

const TYPES = [
  ['', 'any'],
  ['text/html', 'web pages'],
  ['application/pdf', 'PDF'],
  ['image/*', 'pictures'],
  ['text/*', 'all texts'],
  ['application/*', 'applications'],
] as const

const RELEVANCES = [
  ['', 'any'],
  ['0.25', '0.25 or more'],
  ['0.5', '0.5 or more'],
  ['0.75', '0.75 or more'],
] as const

interface FiltersProps extends Pick<PageProps, 'collection' | 'query'> {
  /** Topics of focused crawls; if there are none, the filter is not shown. */
  readonly topics: readonly string[]
}

const Filters = ({ collection, query, topics }: FiltersProps) => {
  const filter = filterOf(collection, 'pages', query)
  return (
    <div class="filters">
      <TextFilter
        label="In address or title"
        value={query.get('text')}
        onText={text => putFilters(collection, 'pages', query, { text })}
      />
      <Choice
        label="Status"
        choices={[
          ['', 'watched'],
          ['any', 'any'],
          ...STATUSES.map(status => [status, status] as const),
          [NOT_WATCHED, 'not watched'],
        ]}
        {...filter('status')}
      />
      <HostFilter {...filter('host')} />
      <ClassFilter collection={collection} {...filter('class')} />
      {topics.length > 0 && (
        <>
          <Choice
            label="Topic"
            choices={[['', 'any'], ...topics.map(topic => [topic, topic] as const)]}
            {...filter('topic')}
          />
          <Choice label="Relevance" choices={RELEVANCES} {...filter('relevance')} />
        </>
      )}
      <Choice label="Type" choices={TYPES} {...filter('type')} />
      <Choice label="Changed" choices={SPANS} {...filter('changed')} />
    </div>
  )
}

/** Pages that are excluded or gone are hidden unless they are selected. */
function wantedIn(query: URLSearchParams) {
  const given = (name: string) => query.get(name) ?? undefined
  const status = given('status')
  const isStatus = STATUSES.some(each => each === status)
  return {
    ...(isStatus ? { status: status as Client.Page['status'] } : {}),
    ...(status === undefined ? { watched: true } : status === NOT_WATCHED ? { watched: false } : {}),
    ...{ host: given('host'), class: given('class'), text: given('text'), type: given('type') },
    changedSince: given('changed'),
    topic: given('topic'),
    ...(query.has('relevance') && { minRelevance: Number(query.get('relevance')) }),
    sort: given('sort') as Sort | undefined,
    order: given('order') as 'ascending' | 'descending' | undefined,
  }
}

type Sort = NonNullable<NonNullable<Parameters<typeof api.pages>[1]>['sort']>

/** A second click reverses the order, a third restores the order of discovery. Numbers and times start with the largest. */
function sortingIn(collection: string, query: URLSearchParams): Sorting {
  const [by, order] = [query.get('sort'), query.get('order')]
  const first = (sort: string) => (sort === 'url' || sort === 'status' ? 'ascending' : 'descending')
  const turned = order === 'descending' ? 'ascending' : 'descending'
  const choose = (sort: string) => {
    if (by !== sort) putFilters(collection, 'pages', query, { sort, order: first(sort) })
    else if (order === first(sort)) putFilters(collection, 'pages', query, { sort, order: turned })
    else putFilters(collection, 'pages', query, { sort: '', order: '' })
  }
  return { by, isDescending: order === 'descending', choose }
}
