/** One page: what it said, when it changed, and why it is visited when it is. */
import { useEffect, useState } from 'preact/hooks'
import type * as Client from '../../src/client/index.ts'
import { api } from '../api/call.ts'
import type { PageProps } from '../app.tsx'
import { useAsked } from '../asking.ts'
import { Belief } from '../components/belief.tsx'
import { Diff } from '../components/diff.tsx'
import { OutsideLink, PageLink } from '../components/page-link.tsx'
import { Badge, Card, Figures, PageHead, Tabs, Time } from '../components/parts.tsx'
import { Answered, Empty } from '../components/states.tsx'
import { StoredViews } from '../components/stored-views.tsx'
import { type Column, Table } from '../components/table.tsx'
import { shown, shownBytes, shownDays, shownRate, shownShare } from '../words.ts'

const TABS = [
  ['visits', 'Visits'],
  ['changes', 'Changes'],
  ['stored', 'Stored page'],
  ['text', 'Text'],
  ['links', 'Links'],
] as const

export function OnePage({ collection, query, live }: PageProps) {
  const url = query.get('url') ?? ''
  const [tab, setTab] = useState<string>(query.get('tab') ?? 'visits')
  const page = useAsked(`page ${collection} ${url}`, how => api.page(collection, { url }, how))
  const history = useAsked(`history ${collection} ${url}`, how => api.history(collection, { url }, how))
  const now = live.now?.at
  return (
    <>
      <Answered asked={page} what="page">
        {known => (
          <>
            <PageHead
              title={<span dir="auto">{known.title ?? known.url}</span>}
              about={<OutsideLink url={known.url} />}
            >
              <Badge word={known.status} />
              <VisitNow
                collection={collection}
                url={known.url}
                visits={history.answer?.visits ?? []}
                again={history.again}
                done={page.again}
              />
            </PageHead>
            {known.reason !== null && <p class="note is-warn">{known.reason}</p>}
            <PageFigures page={known} now={now} />
          </>
        )}
      </Answered>
      <Why collection={collection} url={url} />
      <Tabs label="About this page" tabs={TABS} selected={tab} select={setTab} />
      <div role="tabpanel" aria-labelledby={`tab-${tab}`} class="stack">
        {tab === 'links' ? (
          <Links collection={collection} url={url} />
        ) : (
          <Answered asked={history} what="history">
            {past =>
              tab === 'visits' ? (
                <Visits visits={past.visits} now={now} />
              ) : (
                <Revisions
                  {...{ collection, url, revisions: past.revisions, show: tab }}
                  first={Number(query.get('revision')) || undefined}
                />
              )
            }
          </Answered>
        )}
      </div>
    </>
  )
}

const LOOK_MS = 1_000

interface VisitNowProps {
  readonly collection: string
  readonly url: string
  readonly visits: readonly Client.PageVisit[]
  /** Asks for the visits again. */
  readonly again: () => void
  /** The visit is there. */
  readonly done: () => void
}

/** Asks for a visit, says who makes it, and waits until it is recorded. */
function VisitNow({ collection, url, visits, again, done }: VisitNowProps) {
  const [asked, setAsked] = useState<{ readonly message: string; readonly visits: number | null } | null>(
    null,
  )
  const isWaiting = asked !== null && asked.visits !== null && visits.length <= asked.visits
  const isDone = asked !== null && asked.visits !== null && !isWaiting
  useEffect(() => {
    if (!isWaiting) return
    const timer = setInterval(again, LOOK_MS)
    return () => clearInterval(timer)
  }, [isWaiting, again])
  useEffect(() => {
    if (isDone) done()
  }, [isDone, done])
  const visit = () =>
    api
      .visitPage(collection, { url })
      .then(setAsked)
      .catch((error: Error) => setAsked({ message: error.message, visits: null }))
  return (
    <>
      <span role="status">{isDone ? `Visited: ${visits.at(-1)?.outcome}.` : asked?.message}</span>
      <button type="button" disabled={isWaiting} onClick={() => void visit()}>
        Visit now
      </button>
    </>
  )
}

const PageFigures = ({
  page,
  now,
}: {
  readonly page: Client.PageInFull
  readonly now: string | undefined
}) => (
  <Figures
    figures={[
      { name: 'Revisions', value: page.revision },
      { name: 'Fetched', value: <Time at={page.fetchedAt} now={now} /> },
      { name: 'Changed', value: <Time at={page.changedAt} now={now} /> },
      { name: 'Next visit', value: <Time at={page.dueAt} now={now} /> },
      { name: 'Size', value: page.sizeBytes === null ? '–' : shownBytes(page.sizeBytes) },
      { name: 'Links from a seed', value: page.depth },
    ]}
  />
)

/** The answer to "why was this page fetched, and why not that one", in numbers. */
function Why({ collection, url }: { readonly collection: string; readonly url: string }) {
  const asked = useAsked(`explain ${collection} ${url}`, how => api.explain(collection, { url }, how))
  return (
    <Answered asked={asked} what="explanation">
      {({ standing, next }) => (
        <div class="grid">
          <Card title="Why it is visited when it is">
            <ul class="prose">
              {standing.map(sentence => (
                <li key={sentence}>{sentence}</li>
              ))}
            </ul>
            {next && (
              <p>
                It changes about {shownRate(next.rate)} (between {shownRate(next.rateLow)} and{' '}
                {shownRate(next.rateHigh)}
                ). The stored copy is current with a chance of {shownShare(next.fresh)}; a visit now is worth{' '}
                {next.value.toPrecision(3)}, and a fetch has to be worth {next.price.toPrecision(3)}.
              </p>
            )}
            {next?.together && (
              <p>
                {next.together.changes.toFixed(0)} changes of {next.together.group} since its last visit,
                where {next.together.expected.toFixed(1)} were expected: that moves the next visit by{' '}
                {shownDays(Math.abs(next.together.earlierDays))}.
              </p>
            )}
          </Card>
          {next && (
            <Card title="How often it changes" aside="what the policy believes">
              <Belief rate={next.rate} low={next.rateLow} high={next.rateHigh} elapsed={next.elapsed} />
            </Card>
          )}
        </div>
      )}
    </Answered>
  )
}

const VISIT_COLUMNS = (now: string | undefined): readonly Column<Client.PageVisit>[] => [
  { title: 'When', isNarrow: true, show: ({ at }) => <Time at={at} now={now} /> },
  { title: 'Outcome', isNarrow: true, show: ({ outcome }) => <Badge word={outcome} /> },
  { title: 'HTTP', isNumber: true, show: ({ httpStatus }) => httpStatus ?? '–' },
  { title: 'Took', isNumber: true, show: ({ durationMs }) => `${shown(Math.round(durationMs))} ms` },
  {
    title: 'Size',
    isNumber: true,
    show: ({ sizeBytes }) => (sizeBytes === null ? '–' : shownBytes(sizeBytes)),
  },
  { title: 'Revision', isNumber: true, show: ({ revision }) => revision ?? '–' },
  {
    title: 'What was found',
    show: ({ error, change }) =>
      error ?? change?.summary ?? change?.why ?? (change?.changed === false ? 'no change that counts' : ''),
  },
]

const Visits = ({
  visits,
  now,
}: {
  readonly visits: readonly Client.PageVisit[]
  readonly now: string | undefined
}) =>
  visits.length === 0 ? (
    <Empty title="Not visited yet" />
  ) : (
    <Table
      caption="Visits, newest first"
      columns={VISIT_COLUMNS(now)}
      rows={visits.toReversed()}
      keyOf={each => each.at}
    />
  )

function Revisions(props: {
  readonly collection: string
  readonly url: string
  readonly revisions: readonly Client.Revision[]
  readonly show: string
  /** The revision to begin with. */
  readonly first: number | undefined
}) {
  const { collection, url, revisions, show, first } = props
  const newest = revisions.at(-1)?.number ?? 0
  const [chosen, setChosen] = useState(first ?? newest)
  if (revisions.length === 0) return <Empty title="Nothing is stored of this page" />
  const select = (
    <label>
      Revision
      <select value={chosen} onChange={event => setChosen(Number(event.currentTarget.value))}>
        {revisions.toReversed().map(({ number, fetchedAt }) => (
          <option key={number} value={number}>
            {number} · {new Date(fetchedAt).toLocaleString('en')}
          </option>
        ))}
      </select>
    </label>
  )
  return (
    <>
      <div class="filters">{select}</div>
      {show === 'changes' ? (
        <Diff collection={collection} url={url} before={chosen > 1 ? chosen - 1 : undefined} after={chosen} />
      ) : show === 'stored' ? (
        <StoredViews collection={collection} url={url} revision={chosen} />
      ) : (
        <PageText collection={collection} url={url} revision={chosen} />
      )}
    </>
  )
}

interface AtRevision {
  readonly collection: string
  readonly url: string
  readonly revision: number
}

function PageText({ collection, url, revision }: AtRevision) {
  const [as, setAs] = useState<'text' | 'markdown' | 'source'>('markdown')
  const asked = useAsked(`text ${collection} ${url} ${revision} ${as}`, how =>
    api.pageText(collection, { url, revision, as }, how),
  )
  return (
    <>
      <Tabs
        label="Form"
        tabs={[
          ['markdown', 'Markdown'],
          ['text', 'Plain text'],
          ['source', 'Source'],
        ]}
        selected={as}
        select={word => setAs(word as typeof as)}
      />
      <Answered asked={asked} what="text">
        {({ text }) =>
          text === null ? (
            <Empty title="It has no text" />
          ) : (
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
            <pre class="source" dir="auto" tabIndex={0}>
              {text}
            </pre>
          )
        }
      </Answered>
    </>
  )
}

function Links({ collection, url }: { readonly collection: string; readonly url: string }) {
  const asked = useAsked(`links ${collection} ${url}`, how => api.pageLinks(collection, { url }, how))
  return (
    <Answered asked={asked} what="links">
      {links =>
        links.length === 0 ? (
          <Empty title="It links to nothing" />
        ) : (
          <Table
            caption="Links on the page"
            rows={links}
            keyOf={link => `${link.kind} ${link.url} ${link.text}`}
            columns={[
              { title: 'Text', show: link => <span dir="auto">{link.text || '–'}</span> },
              {
                title: 'Address',
                show: link => <PageLink collection={collection} url={link.url} />,
              },
              { title: 'Kind', isNarrow: true, show: link => link.kind },
            ]}
          />
        )
      }
    </Answered>
  )
}
