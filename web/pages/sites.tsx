/** The hosts of the collection, and who answers for them. */
import * as api from '../api/client.gen.ts'
import type { PageProps } from '../app.tsx'
import { useListed } from '../asking.ts'
import { PageHead, Time } from '../components/parts.tsx'
import { Empty } from '../components/states.tsx'
import { type Column, ListedTable } from '../components/table.tsx'
import { addressOf } from '../router.ts'
import { shown, shownBytes, shownUrl } from '../words.ts'

const ROBOTS: Readonly<Record<string, string>> = {
  allow: 'none: all is allowed',
  obey: 'obeyed',
  deny: 'out of reach: nothing is fetched',
}

const columns = (collection: string, now: string | undefined): readonly Column<api.Host>[] => [
  {
    title: 'Host',
    show: ({ host }) => (
      <a class="cell-url" href={addressOf(collection, 'pages', { host })} title={host}>
        {shownUrl(host)}
      </a>
    ),
  },
  { title: 'Server', isNarrow: true, show: ({ server }) => server ?? '–' },
  { title: 'Known', isNumber: true, show: ({ known }) => shown(known) },
  { title: 'Stored', isNumber: true, show: ({ pages }) => shown(pages) },
  {
    title: 'Failed',
    isNumber: true,
    show: ({ failed, host }) =>
      failed === 0 ? (
        '0'
      ) : (
        <a href={addressOf(collection, 'pages', { host, status: 'error' })}>{shown(failed)}</a>
      ),
  },
  { title: 'Size', isNumber: true, show: ({ bytes }) => shownBytes(bytes) },
  { title: 'robots.txt', isNarrow: true, show: ({ robots }) => (robots ? (ROBOTS[robots] ?? robots) : '–') },
  { title: 'Last visit', isNarrow: true, show: ({ lastVisitAt }) => <Time at={lastVisitAt} now={now} /> },
]

export function Sites({ collection, live }: PageProps) {
  const listed = useListed(`hosts ${collection}`, (cursor, how) =>
    api.hosts(collection, { limit: 200, cursor }, how),
  )
  return (
    <>
      <PageHead
        title="Sites"
        about="Hosts, and the servers that answer for them. Requests to one server keep their distance, however many hosts it has."
      />
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
    </>
  )
}
