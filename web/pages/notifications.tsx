/** Notifications of changes: webhooks for programs, mail and feeds for people. */
import type { TargetedSubmitEvent } from 'preact'
import { useState } from 'preact/hooks'
import type * as Client from '../../src/client/index.ts'
import { api } from '../api/call.ts'
import type { PageProps } from '../app.tsx'
import { useAsked } from '../asking.ts'
import { Options } from '../components/filters.tsx'
import { Card, PageHead } from '../components/parts.tsx'
import { Answered, Empty, Problem } from '../components/states.tsx'
import { type Column, Table } from '../components/table.tsx'
import { useTicket } from '../components/ticket.ts'
import { shown, shownDays, shownShare } from '../words.ts'

export function Notifications({ collection }: PageProps) {
  const asked = useAsked(`hooks ${collection}`, how => api.hooks(collection, how))
  const [problem, setProblem] = useState<string | null>(null)
  const [said, setSaid] = useState<string | null>(null)
  const remove = (id: string) =>
    api.removeHook(collection, { id }).then(asked.again, (error: Error) => setProblem(error.message))
  const test = (id: string, target: string) => {
    setSaid(`Sending a test to ${target}…`)
    setProblem(null)
    api
      .testHook(collection, { id })
      .then(({ problem }) =>
        problem === null ? setSaid(`The test has arrived at ${target}.`) : fail(problem),
      )
      .catch((error: Error) => fail(error.message))
  }
  const fail = (words: string) => {
    setSaid(null)
    setProblem(words)
  }
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
              <p>
                Name a mail address below to get digests, or the address of a program or a chat to have each
                change sent there. Feed readers need nothing but an address.
              </p>
            </Empty>
          ) : (
            <Table
              caption="Who is told"
              columns={columns(remove, test)}
              rows={hooks}
              keyOf={each => each.id}
            />
          )
        }
      </Answered>
      <p role="status">{said}</p>
      {problem !== null && <Problem problem={problem} />}
      <NewHook collection={collection} made={asked.again} />
      <Card
        title="Feeds"
        aside="for any feed reader; filters such as host, pattern, appears and below go into the address"
      >
        <p class="row">
          <FeedLink collection={collection} form="changes.atom" title="Atom" />
          <FeedLink collection={collection} form="changes.json" title="JSON Feed" />
        </p>
      </Card>
    </>
  )
}

interface FeedLinkProps {
  readonly collection: string
  readonly form: 'changes.atom' | 'changes.json'
  readonly title: string
}

function FeedLink({ collection, form, title }: FeedLinkProps) {
  const query = new URLSearchParams(useTicket(collection, form) ?? {}).toString()
  const address = `/api/collections/${encodeURIComponent(collection)}/${form}`
  return <a href={query ? `${address}?${query}` : address}>{title}</a>
}

const DAY_MS = 86_400_000

const kindWords = ({ kind, form, everyMs }: Client.Hook): string =>
  kind === 'email'
    ? `mail, of ${shownDays(everyMs / DAY_MS)} each`
    : FORMS.find(([name]) => name === form)![1]

const columns = (
  remove: (id: string) => void,
  test: (id: string, target: string) => void,
): readonly Column<Client.Hook>[] => [
  { title: 'Kind', isNarrow: true, show: kindWords },
  { title: 'Target', show: ({ target }) => <span class="cell-url">{target}</span> },
  { title: 'Only', show: ({ filter }) => wordsOf(filter) },
  { title: 'Sent', isNumber: true, show: ({ sent }) => shown(sent) },
  { title: 'Waiting', isNumber: true, show: ({ pending }) => shown(pending) },
  { title: 'Last problem', show: ({ problem }) => problem ?? '–' },
  {
    title: 'Actions',
    isNarrow: true,
    show: ({ id, target }) => (
      <span class="row">
        <button type="button" aria-label={`Send a test to ${target}`} onClick={() => test(id, target)}>
          Test
        </button>
        <button type="button" aria-label={`Tell ${target} no more`} onClick={() => remove(id)}>
          Remove
        </button>
      </span>
    ),
  },
]

const wordsOf = ({ minDifference, ...filter }: Client.ChangeFilter): string =>
  [
    ...Object.entries(filter).map(([name, value]) => `${name} ${value}`),
    ...(minDifference === undefined ? [] : [`${shownShare(minDifference, 0)} or more`]),
  ].join(', ') || 'all changes'

/** What a webhook gets. */
const FORMS = [
  ['event', 'a program (JSON)'],
  ['slack', 'Slack, Mattermost, Google Chat'],
  ['discord', 'Discord'],
  ['text', 'plain text (ntfy)'],
] as const

const LEVELS = [
  ['', 'any'],
  ['raw', 'bytes'],
  ['tags', 'tags'],
  ['text', 'text'],
  ['content', 'content'],
  ['links', 'links'],
  ['record', 'record'],
  ['accessibility', 'accessibility'],
] as const

/** How long changes are gathered into one mail. */
const SPANS = [
  ['1h', 'an hour'],
  ['1d', 'a day'],
  ['7d', 'a week'],
  ['5m', 'five minutes'],
] as const

/** The filters that are filled in. */
function filterIn(said: (name: string) => string): Client.ChangeFilter {
  const filled = (names: readonly string[]) => names.filter(name => said(name) !== '')
  const words = filled(['pattern', 'except', 'host', 'class', 'level', 'appears', 'disappears'])
  const percent = said('percent')
  return {
    ...Object.fromEntries(words.map(name => [name, said(name)])),
    ...Object.fromEntries(filled(['below', 'above']).map(name => [name, Number(said(name))])),
    ...(percent && { minDifference: Number(percent) / 100 }),
  }
}

/** Fields of the form that restrict notifications. */
const Only = () => (
  <>
    <label>
      Only addresses that hold
      <input name="pattern" placeholder="/products/*" />
    </label>
    <label>
      But none that hold
      <input name="except" placeholder="/products/old/*" />
    </label>
    <label>
      Text that appears
      <input name="appears" placeholder="in stock" dir="auto" />
    </label>
    <label>
      Text that disappears
      <input name="disappears" placeholder="sold out" dir="auto" />
    </label>
    <label>
      Number falls below
      <input name="below" type="number" step="any" placeholder="40" />
    </label>
    <label>
      Number rises above
      <input name="above" type="number" step="any" placeholder="100" />
    </label>
    <label>
      Host
      <input name="host" placeholder="example.org" dir="ltr" />
    </label>
    <label>
      Class
      <input name="class" placeholder="item" />
    </label>
    <label>
      Level
      <select name="level">
        <Options choices={LEVELS} />
      </select>
    </label>
    <label>
      Minimum difference in %
      <input name="percent" type="number" min={0} max={100} step="any" placeholder="0" />
    </label>
  </>
)

type Told = { readonly secret?: string; readonly mailed?: string; readonly problem?: string }

const isMail = (target: string) => target.includes('@') && !target.includes('://')

function NewHook({ collection, made }: { readonly collection: string; readonly made: () => void }) {
  const [told, setTold] = useState<Told>({})
  const [target, setTarget] = useState('')
  const submit = (event: TargetedSubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const said = (name: string) => String(form.get(name) ?? '')
    const filter = filterIn(said)
    const kind = isMail(target) ? 'email' : 'webhook'
    const how = isMail(target) ? { every: said('every') } : { form: said('form') as Client.Hook['form'] }
    api.addHook(collection, { kind, target, filter, ...how }).then(
      ({ secret }) => {
        setTold(kind === 'email' ? { mailed: target } : { secret })
        made()
      },
      (error: Error) => setTold({ problem: error.message }),
    )
  }
  return (
    <Card title="Tell somebody">
      <form class="filters" onSubmit={submit}>
        <label class="is-wide">
          Address of a program or a chat, or a mail address
          <input
            name="target"
            required
            placeholder="you@example.org or https://…/hook"
            onInput={event => setTarget(event.currentTarget.value.trim())}
          />
        </label>
        {!isMail(target) && (
          <label>
            It is
            <select name="form">
              <Options choices={FORMS} />
            </select>
          </label>
        )}
        {isMail(target) && (
          <label>
            One mail for the changes of
            <select name="every">
              <Options choices={SPANS} />
            </select>
          </label>
        )}
        <Only />
        <button type="submit" class="is-main">
          Add
        </button>
      </form>
      {told.secret && (
        <p class="note" role="status">
          What is sent is signed with <code>{told.secret}</code>. Copy it now: it is not shown again.
        </p>
      )}
      {told.mailed && (
        <p class="note" role="status">
          Changes from now on are mailed to {told.mailed}. <em>Test</em> above sends an invented one at once.
        </p>
      )}
      {told.problem && <Problem problem={told.problem} />}
    </Card>
  )
}
