/** The hosts of the collection, and the servers they live on. */
import type * as Client from '../../src/client/index.ts'
import { api } from '../api/call.ts'
import type { PageProps } from '../app.tsx'
import { type Listed, useListed } from '../asking.ts'
import { ChangeStrips } from '../components/change-strips.tsx'
import { putFilters } from '../components/filters.tsx'
import { PageHead, Tabs, Time } from '../components/parts.tsx'
import { RenderedKinds } from '../components/rendered-kinds.tsx'
import { RobotsCheck } from '../components/robots-check.tsx'
import { ServerMap } from '../components/server-map.tsx'
import { Empty } from '../components/states.tsx'
import { type Column, ListedTable } from '../components/table.tsx'
import { UrlRules } from '../components/url-rules.tsx'
import { addressOf } from '../router.ts'
import { shown, shownBytes, shownUrl } from '../words.ts'

const ROBOTS: Readonly<Record<string, string>> = {
  allow: 'none: all is allowed',
  obey: 'obeyed',
  deny: 'out of reach: nothing is fetched',
}

const TABS = [
  ['hosts', 'Hosts'],
  ['servers', 'Servers'],
  ['batches', 'When they changed together'],
  ['addresses', 'Same pages'],
  ['browser', 'In the browser'],
  ['robots', 'robots.txt'],
] as const

const columns = (collection: string, now: string | undefined): readonly Column<Client.Host>[] => [
  {
    title: 'Host',
    show: ({ host }) => (
      <a class="cell-url" href={addressOf(collection, 'pages', { host })} title={host}>
        {shownUrl(host)}
      </a>
    ),
  },
  { title: 'Server', isNarrow: true, show: ({ server }) => server ?? '–' },
  { title: 'Addresses', isNumber: true, show: ({ known }) => shown(known) },
  {
    title: 'Stored pages',
    isNumber: true,
    show: ({ pages, host }) => (
      <a href={addressOf(collection, 'pages', { host, status: 'completed' })}>{shown(pages)}</a>
    ),
  },
  {
    title: 'Failed visits',
    isNumber: true,
    show: ({ failed, host }) =>
      failed === 0 ? (
        '0'
      ) : (
        <a href={addressOf(collection, 'pages', { host, status: 'error' })}>{shown(failed)}</a>
      ),
  },
  { title: 'Received', isNumber: true, show: ({ bytes }) => shownBytes(bytes) },
  { title: 'robots.txt', isNarrow: true, show: ({ robots }) => (robots ? (ROBOTS[robots] ?? robots) : '–') },
  { title: 'Last visit', isNarrow: true, show: ({ lastVisitAt }) => <Time at={lastVisitAt} now={now} /> },
]

export function Sites({ collection, query, live }: PageProps) {
  const listed = useListed(`hosts ${collection}`, (cursor, how) =>
    api.hosts(collection, { limit: 200, cursor }, how),
  )
  const shown = query.get('tab') ?? 'hosts'
  const choose = (tab: string) => putFilters(collection, 'sites', query, { tab })
  return (
    <>
      <PageHead
        title="Sites"
        about="Hosts, and the servers that answer for them. Requests to one server keep their distance, however many hosts it has."
      />
      <Tabs label="What is shown" tabs={TABS} selected={shown} select={choose} />
      <div role="tabpanel" aria-labelledby={`tab-${shown}`} class="stack">
        {shown === 'servers' ? (
          <ServerMap collection={collection} hosts={listed.rows} now={live.now?.at} />
        ) : shown === 'batches' ? (
          <ChangeStrips collection={collection} />
        ) : shown === 'addresses' ? (
          <UrlRules hosts={listed.rows} now={live.now?.at} />
        ) : shown === 'browser' ? (
          <RenderedKinds collection={collection} hosts={listed.rows} now={live.now?.at} />
        ) : shown === 'robots' ? (
          <RobotsCheck collection={collection} />
        ) : (
          <Hosts {...{ collection, live, listed }} />
        )}
      </div>
    </>
  )
}

type HostsProps = Pick<PageProps, 'collection' | 'live'> & { readonly listed: Listed<Client.Host> }

const Hosts = ({ collection, live, listed }: HostsProps) => (
  <ListedTable
    caption="Hosts"
    columns={columns(collection, live.now?.at)}
    listed={listed}
    keyOf={each => each.host}
    empty={
      <Empty title="No host yet">
        <p>
          Give the collection <a href={addressOf(collection, 'start')}>an address to start from</a>.
        </p>
      </Empty>
    }
  />
)
