/** Pages with the same content under several addresses. */
import { useState } from 'preact/hooks'
import { api } from '../api/call.ts'
import type { PageProps } from '../app.tsx'
import { useListed } from '../asking.ts'
import { Choice, filterOf } from '../components/filters.tsx'
import { PageLink } from '../components/page-link.tsx'
import { PageHead } from '../components/parts.tsx'
import { Empty } from '../components/states.tsx'
import { type Column, ListedTable } from '../components/table.tsx'
import { TaskButton } from '../components/task.tsx'
import { shown } from '../words.ts'

type Group = Awaited<ReturnType<typeof api.duplicates>>['rows'][number]

const KINDS = [
  ['', 'they say nearly the same'],
  ['payload', 'they are the same bytes'],
] as const

/** Number of copies listed in a row, which also says how many there are. */
const MAX_NAMED = 5

const columns = (collection: string): readonly Column<Group>[] => [
  { title: 'Original', show: ({ original }) => <PageLink collection={collection} url={original} /> },
  { title: 'Copies', isNumber: true, show: ({ copies }) => shown(copies.length) },
  {
    title: 'Where they are',
    show: ({ copies }) => (
      <>
        {copies.slice(0, MAX_NAMED).map(url => (
          <PageLink key={url} collection={collection} url={url} />
        ))}
        {copies.length > MAX_NAMED && <span class="quiet">and {shown(copies.length - MAX_NAMED)} more</span>}
      </>
    ),
  },
]

export function Duplicates({ collection, query }: PageProps) {
  const by = query.get('by') === 'payload' ? 'payload' : 'content'
  const [version, setVersion] = useState(0)
  const listed = useListed(
    `duplicates ${collection} ${by}`,
    (cursor, how) => api.duplicates(collection, { by, limit: 50, cursor }, how),
    { version },
  )
  return (
    <>
      <PageHead
        title="Duplicates"
        about="Groups of pages with the same content. Copies are visited less often than their original."
      >
        <TaskButton
          {...{ collection, kind: 'duplicates', label: 'Compare stored pages' }}
          work={() => api.findDuplicates(collection, {})}
          done={() => setVersion(before => before + 1)}
        />
      </PageHead>
      <div class="filters">
        <Choice label="Alike because" choices={KINDS} {...filterOf(collection, 'duplicates', query)('by')} />
      </div>
      <ListedTable
        caption="Groups of duplicates"
        columns={columns(collection)}
        listed={listed}
        keyOf={each => each.original}
        empty={
          <Empty title="No duplicates">
            <p>
              No two of the pages that were compared say the same. Pages are compared as they arrive with{' '}
              <code>duplicates: {'{find: near}'}</code> in the settings; those that are stored already, when
              you press <em>Compare stored pages</em>.
            </p>
          </Empty>
        }
      />
    </>
  )
}
