/** Who is told of changes: programs by webhooks, people by mail and feeds. */
import type { TargetedSubmitEvent } from 'preact'
import { useState } from 'preact/hooks'
import type * as Client from '../../src/client/index.ts'
import { api } from '../api/call.ts'
import type { PageProps } from '../app.tsx'
import { useAsked } from '../asking.ts'
import { Card, PageHead } from '../components/parts.tsx'
import { Answered, Empty, Problem } from '../components/states.tsx'
import { type Column, Table } from '../components/table.tsx'
import { shown } from '../words.ts'

export function Notifications({ collection }: PageProps) {
  const asked = useAsked(`hooks ${collection}`, how => api.hooks(collection, how))
  const [problem, setProblem] = useState<string | null>(null)
  const remove = (id: string) =>
    api.removeHook(collection, { id }).then(asked.again, (error: Error) => setProblem(error.message))
  const feed = (form: string) => `/api/collections/${encodeURIComponent(collection)}/changes.${form}`
  return (
    <>
      <PageHead
        title="Notifications"
        about="Changes are told to programs and people, each once and in the order of its page, also after somebody was away."
      />
      <Answered asked={asked} what="notifications">
        {hooks =>
          hooks.length === 0 ? (
            <Empty title="Nobody is told yet">
              <p>Name an address below. What it is sent is signed with a secret that is shown once.</p>
            </Empty>
          ) : (
            <Table caption="Who is told" columns={columns(remove)} rows={hooks} keyOf={each => each.id} />
          )
        }
      </Answered>
      {problem !== null && <Problem problem={problem} />}
      <NewHook collection={collection} made={asked.again} />
      <Card title="Feeds" aside="for any feed reader; the filters of Changes work here too">
        <p class="row">
          <a href={feed('atom')}>Atom</a>
          <a href={feed('json')}>JSON Feed</a>
        </p>
      </Card>
    </>
  )
}

const columns = (remove: (id: string) => void): readonly Column<Client.Hook>[] => [
  { title: 'Kind', isNarrow: true, show: ({ kind }) => kind },
  { title: 'Target', show: ({ target }) => <span class="cell-url">{target}</span> },
  { title: 'Only', show: ({ filter }) => wordsOf(filter) },
  { title: 'Sent', isNumber: true, show: ({ sent }) => shown(sent) },
  { title: 'Waiting', isNumber: true, show: ({ pending }) => shown(pending) },
  { title: 'Last problem', show: ({ problem }) => problem ?? '–' },
  {
    title: 'Actions',
    isNarrow: true,
    show: ({ id, target }) => (
      <button type="button" aria-label={`Tell ${target} no more`} onClick={() => remove(id)}>
        Remove
      </button>
    ),
  },
]

const wordsOf = (filter: Client.ChangeFilter): string =>
  Object.entries(filter)
    .map(([name, value]) => `${name} ${value}`)
    .join(', ') || 'all changes'

function NewHook({ collection, made }: { readonly collection: string; readonly made: () => void }) {
  const [told, setTold] = useState<{ readonly secret?: string; readonly problem?: string }>({})
  const submit = (event: TargetedSubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const said = (name: string) => String(form.get(name) ?? '')
    const filter = { ...(said('pattern') && { pattern: said('pattern') }) }
    const kind = said('target').includes('://') ? 'webhook' : 'email'
    api.addHook(collection, { kind, target: said('target'), filter }).then(
      ({ secret }) => {
        setTold({ secret })
        made()
      },
      (error: Error) => setTold({ problem: error.message }),
    )
  }
  return (
    <Card title="Tell somebody">
      <form class="filters" onSubmit={submit}>
        <label class="is-wide">
          Address of a program, or a mail address
          <input name="target" required placeholder="https://example.org/hook" />
        </label>
        <label>
          Only addresses that hold
          <input name="pattern" placeholder="/products/*" />
        </label>
        <button type="submit" class="is-main">
          Tell it
        </button>
      </form>
      {told.secret && (
        <p class="note" role="status">
          What is sent is signed with <code>{told.secret}</code>. Copy it now: it is not shown again.
        </p>
      )}
      {told.problem && <Problem problem={told.problem} />}
    </Card>
  )
}
