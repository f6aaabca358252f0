/** One page: its contents over time, when it changed, and why it is visited when it is. */
import { useEffect, useState } from 'preact/hooks'
import type * as Client from '../../src/client/index.ts'
import { api } from '../api/call.ts'
import type { PageProps } from '../app.tsx'
import { useAsked } from '../asking.ts'
import { putFilters } from '../components/filters.tsx'
import { isWebAddress, OutsideLink, PageLink } from '../components/page-link.tsx'
import { Badge, Figures, NextVisit, PageHead, Tabs, Time } from '../components/parts.tsx'
import { Answered, Empty, Problem } from '../components/states.tsx'
import { Table } from '../components/table.tsx'
import { addressOf } from '../router.ts'
import { shownBytes } from '../words.ts'
import { PageChecks } from './page-checks.tsx'
import { ForgetPage } from './page-forget.tsx'
import { Revisions } from './page-revisions.tsx'
import { Visits } from './page-visits.tsx'
import { Why } from './page-why.tsx'

const TABS = [
  ['visits', 'Visits'],
  ['changes', 'Changes'],
  ['stored', 'Stored page'],
  ['text', 'Text'],
  ['links', 'Links'],
  ['checks', 'Accessibility'],
] as const

export function OnePage({ collection, query, live }: PageProps) {
  const url = query.get('url') ?? ''
  const tab = query.get('tab') ?? 'visits'
  const choose = (chosen: Readonly<Record<string, string>>) => putFilters(collection, 'page', query, chosen)
  const page = useAsked(`page ${collection} ${url}`, how => api.page(collection, { url }, how))
  const history = useAsked(`history ${collection} ${url}`, how => api.history(collection, { url }, how))
  const now = live.now?.at
  const forgotten = () => {
    page.again()
    history.again()
  }
  if (page.problem !== null && page.answer === null)
    return (
      <>
        <PageHead title="Page" about={<OutsideLink url={url} />} />
        <Problem problem={page.problem} again={page.again} />
        {/ is not known in /.test(page.problem) && <NotKnown collection={collection} url={url} />}
      </>
    )
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
              <ForgetPage collection={collection} url={known.url} done={forgotten} />
            </PageHead>
            {known.reason !== null && <p class="note is-warn">{known.reason}</p>}
            <PageFigures page={known} now={now} />
          </>
        )}
      </Answered>
      <Why
        collection={collection}
        url={url}
        status={page.answer?.status}
        estimates={history.answer?.estimates}
      />
      <Tabs label="About this page" tabs={TABS} selected={tab} select={word => choose({ tab: word })} />
      <div role="tabpanel" aria-labelledby={`tab-${tab}`} class="stack">
        {tab === 'checks' ? (
          <PageChecks collection={collection} url={url} />
        ) : tab === 'links' ? (
          <Links collection={collection} url={url} />
        ) : (
          <Answered asked={history} what="history">
            {past =>
              tab === 'visits' ? (
                <Visits visits={past.visits} now={now} />
              ) : (
                <Revisions {...{ collection, url, query, choose, revisions: past.revisions, show: tab }} />
              )
            }
          </Answered>
        )}
      </div>
    </>
  )
}

/** Why an address may be missing, and what to do about it. */
function NotKnown({ collection, url }: { readonly collection: string; readonly url: string }) {
  const [said, setSaid] = useState<string | null>(null)
  const add = () =>
    void api.addSeeds(collection, { urls: [url] }).then(
      () =>
        setSaid('It is among the seeds now: a watch that runs fetches it at once, others when they start.'),
      (error: Error) => setSaid(error.message),
    )
  return (
    <Empty title="Why was it not fetched?">
      <p>
        No page that was read links to it, or not in this spelling.{' '}
        <a href={addressOf(collection, 'pages', { text: lastPart(url), status: 'any' })}>
          Pages with similar addresses
        </a>{' '}
        may show how it is written, <a href={addressOf(collection, 'sites', { tab: 'robots' })}>robots.txt</a>{' '}
        whether it may be fetched, and the <a href={addressOf(collection, 'settings')}>settings</a> whether{' '}
        <code>scope</code> leaves it out.
      </p>
      {isWebAddress(url) && (
        <button type="button" onClick={add}>
          Add it to the seeds
        </button>
      )}
      <p role="status">{said}</p>
    </Empty>
  )
}

/** The last part of the path, or the host if there is none. */
const lastPart = (url: string): string =>
  url
    .replace(/[?#].*$/, '')
    .split('/')
    .findLast(Boolean) ?? url

const LOOK_MS = 1_000

interface VisitNowProps {
  readonly collection: string
  readonly url: string
  readonly visits: readonly Client.PageVisit[]
  /** Requests the visits again. */
  readonly again: () => void
  /** Called when the visit has been recorded. */
  readonly done: () => void
}

/** Requests a visit, says which process makes it, and waits until it is recorded. */
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
      { name: page.revision > 1 ? 'Changed' : 'First stored', value: <Time at={page.changedAt} now={now} /> },
      { name: 'Next visit', value: <NextVisit at={page.dueAt} now={now} /> },
      { name: 'Size', value: page.sizeBytes === null ? '–' : shownBytes(page.sizeBytes) },
      { name: 'Links from a seed', value: page.depth },
    ]}
  />
)

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
