/** Email addresses, phone numbers and other values found on pages. */
import { useState } from 'preact/hooks'
import type * as Client from '../../src/client/index.ts'
import { api } from '../api/call.ts'
import type { PageProps } from '../app.tsx'
import { useAsked, useListed } from '../asking.ts'
import { filterOf, HostFilter, written } from '../components/filters.tsx'
import { PageLink } from '../components/page-link.tsx'
import { Badge, PageHead, Time } from '../components/parts.tsx'
import { Empty } from '../components/states.tsx'
import { type Column, ListedTable } from '../components/table.tsx'
import { TaskButton } from '../components/task.tsx'
import { csvOf, download } from '../download.ts'
import { shown } from '../words.ts'

type Pattern = Awaited<ReturnType<typeof api.patterns>>['rows'][number]

const columns = (collection: string, now: string | undefined): readonly Column<Pattern>[] => [
  { title: 'Kind', isNarrow: true, show: ({ kind }) => <Badge word={kind} /> },
  { title: 'Value', show: ({ value }) => <span dir="auto">{value}</span> },
  { title: 'Page', show: ({ url }) => <PageLink collection={collection} url={url} /> },
  { title: 'First seen', isNarrow: true, show: each => <Time at={each.firstSeenAt} now={now} /> },
  {
    title: 'Last seen',
    isNarrow: true,
    show: each => (each.isCurrent ? 'still there' : <Time at={each.lastSeenAt} now={now} />),
  },
]

export function Patterns({ collection, query, live }: PageProps) {
  const filter = filterOf(collection, 'patterns', query)
  const wanted = { kind: query.get('kind') ?? undefined, host: query.get('host') ?? undefined }
  const [version, setVersion] = useState(0)
  const listed = useListed(
    `patterns ${collection} ${query}`,
    (cursor, how) => api.patterns(collection, { ...wanted, limit: 200, cursor }, how),
    { version },
  )
  const config = useAsked(`config ${collection}`, how => api.config(collection, how))
  return (
    <>
      <PageHead title="Patterns" about="E-mail addresses, telephone numbers and other values found on pages.">
        {listed.rows.length > 0 && (
          <button
            type="button"
            onClick={() => download('patterns.csv', 'text/csv', patternsCsv(listed.rows))}
          >
            Download these {shown(listed.rows.length)} as CSV
          </button>
        )}
        <TaskButton
          {...{ collection, kind: 'patterns', label: 'Look in stored pages' }}
          work={() =>
            api.findPatterns(collection, namesPatterns(config.answer) ? {} : { find: ['email', 'phone'] })
          }
          done={() => setVersion(before => before + 1)}
        />
      </PageHead>
      <div class="filters">
        <label>
          Kind
          <input {...written(query.get('kind'))} onChange={filter('kind').onChange} placeholder="email" />
        </label>
        <HostFilter {...filter('host')} />
      </div>
      <ListedTable
        caption="Values found on pages"
        columns={columns(collection, live.now?.at)}
        listed={listed}
        keyOf={each => `${each.kind} ${each.value} ${each.url}`}
        empty={
          <Empty title="Nothing was found">
            <p>
              Say in the settings what to look for: <code>extract: {'{patterns: [email, phone]}'}</code>. In
              pages that are stored already, <em>Look in stored pages</em> finds it without fetching: what the
              settings name, or e-mail addresses and telephone numbers.
            </p>
          </Empty>
        }
      />
    </>
  )
}

const namesPatterns = (config: Client.Config | null): boolean =>
  ((config?.extract as { readonly patterns?: readonly unknown[] } | undefined)?.patterns?.length ?? 0) > 0

const patternsCsv = (rows: readonly Pattern[]): string =>
  csvOf([
    ['kind', 'value', 'url', 'firstSeenAt', 'lastSeenAt', 'isCurrent'],
    ...rows.map(each => [each.kind, each.value, each.url, each.firstSeenAt, each.lastSeenAt, each.isCurrent]),
  ])
