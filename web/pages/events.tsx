/** The engine's journal: what it reported apart from visits. */
import type * as Client from '../../src/client/index.ts'
import { api } from '../api/call.ts'
import type { PageProps } from '../app.tsx'
import { useAsked } from '../asking.ts'
import { Badge, PageHead, Time } from '../components/parts.tsx'
import { Answered, Empty } from '../components/states.tsx'
import { type Column, Table } from '../components/table.tsx'

const columns = (now: string | undefined): readonly Column<Client.Event>[] => [
  { title: 'When', isNarrow: true, show: ({ at }) => <Time at={at} now={now} /> },
  { title: 'Kind', isNarrow: true, show: ({ kind }) => <Badge word={kind} /> },
  {
    title: 'About',
    show: ({ subject }) => (
      <span class="cell-url" title={subject}>
        {subject}
      </span>
    ),
  },
  {
    title: 'What happened',
    show: ({ message }) => (
      <span class="cell-prose" dir="auto">
        {message}
      </span>
    ),
  },
]

const keyOf = (each: Client.Event) => `${each.at} ${each.kind} ${each.subject}`

export function Events({ collection, live }: PageProps) {
  const asked = useAsked(`events ${collection}`, how => api.events(collection, { limit: 1000 }, how))
  return (
    <>
      <PageHead
        title="Events"
        about="What the engine reported: servers that rest, traps, plug-ins that failed, models that were repaired."
      />
      <Answered asked={asked} what="events">
        {earlier => {
          const known = new Set(earlier.map(keyOf))
          const rows = [...live.events.filter(each => !known.has(keyOf(each))), ...earlier]
          return rows.length === 0 ? (
            <Empty title="Nothing was reported">
              <p>That is good news: only what somebody may have to look at is reported here.</p>
            </Empty>
          ) : (
            <Table caption="Events, newest first" columns={columns(live.now?.at)} rows={rows} keyOf={keyOf} />
          )
        }}
      </Answered>
    </>
  )
}
