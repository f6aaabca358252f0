/** Forms of sites: which search forms are queried, and how much is still hidden behind them. */
import type * as Client from '../../src/client/index.ts'
import { api } from '../api/call.ts'
import type { PageProps } from '../app.tsx'
import { useListed } from '../asking.ts'
import { PageLink } from '../components/page-link.tsx'
import { Badge, Card, PageHead } from '../components/parts.tsx'
import { Empty, Problem } from '../components/states.tsx'
import { type Column, Table } from '../components/table.tsx'
import { counted, shown, shownUrl } from '../words.ts'

type Form = Client.HostForms['forms'][number]

const columns = (collection: string): readonly Column<Form>[] => [
  {
    title: 'Leads to',
    show: ({ action, fields }) => (
      <span class="cell-value is-wide">
        {action} {fields.length > 0 && <span class="quiet">({fields.join(', ')})</span>}
      </span>
    ),
  },
  { title: 'Kind', isNarrow: true, show: ({ kind }) => kind },
  {
    title: 'State',
    isNarrow: true,
    show: ({ state, reason }) => <Badge word={state} title={reason ?? ''} />,
  },
  { title: 'Queries', isNumber: true, show: ({ queries }) => shown(queries) },
  { title: 'New pages', isNumber: true, show: ({ newPages }) => shown(newPages) },
  { title: 'Why not more', show: ({ reason }) => <span class="cell-value is-wide">{reason ?? ''}</span> },
  { title: 'Seen on', show: ({ page }) => <PageLink collection={collection} url={page} /> },
]

const keyOf = (form: Form) => `${form.method} ${form.action} ${form.fields.join()} ${form.page}`

function hiddenWords({ answerPages, estimate, found, hidden }: Client.HostForms): string {
  if (answerPages === 0) return 'no answer was read'
  if (estimate === null || hidden === null)
    return `${counted(found, 'page')} found; too early to tell how many there are`
  return `${counted(found, 'page')} found of at least ${shown(estimate)}: about ${shown(hidden)} still hidden`
}

/** The queries of a form, collapsed, because there may be hundreds. */
const Asked = ({ action, asked, queries }: Form) => (
  <details class="asked">
    <summary>
      {counted(queries, 'query', 'queries')} to {shownUrl(action)}
    </summary>
    <ul>
      {asked.map(query => (
        <li key={query}>{query}</li>
      ))}
    </ul>
  </details>
)

export function Forms({ collection }: PageProps) {
  const { rows, isAsking, problem, more } = useListed(`forms ${collection}`, (cursor, how) =>
    api.forms(collection, { limit: 20, cursor }, how),
  )
  return (
    <>
      <PageHead
        title="Forms"
        about="Search forms that were asked for pages no link leads to, and forms that are left alone, with the reason."
      />
      {problem !== null && <Problem problem={problem} />}
      {rows.map(host => (
        <Card key={host.host} title={shownUrl(host.host)} aside={hiddenWords(host)}>
          <Table
            caption={`Forms of ${host.host}`}
            columns={columns(collection)}
            rows={host.forms}
            keyOf={keyOf}
          />
          {host.forms.map(form => form.queries > 0 && <Asked key={keyOf(form)} {...form} />)}
        </Card>
      ))}
      {rows.length === 0 && !isAsking && problem === null && (
        <Empty title="No form was asked">
          <p>
            Search forms are asked, and others looked at, with <code>forms: {'{search: true}'}</code> in the
            settings.
          </p>
        </Empty>
      )}
      {more && (
        <div class="more">
          <button type="button" disabled={isAsking} onClick={more}>
            More hosts
          </button>
        </div>
      )}
    </>
  )
}
