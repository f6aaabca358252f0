/** A crawl in one view: where to start, how far to go, and what it has found so far. */
import type { TargetedSubmitEvent } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import type * as Client from '../../src/client/index.ts'
import { api } from '../api/call.ts'
import type { PageProps } from '../app.tsx'
import { useAsked } from '../asking.ts'
import { EmptyButton } from '../components/empty-button.tsx'
import { PageLink } from '../components/page-link.tsx'
import { Badge, Card, Figures, PageHead } from '../components/parts.tsx'
import { Answered, Empty, Problem } from '../components/states.tsx'
import { type Column, Table } from '../components/table.tsx'
import { csvOf, download } from '../download.ts'
import type { Now } from '../live.ts'
import { addressOf } from '../router.ts'
import { shown } from '../words.ts'
import { type CrawlOrder, collectsEmails, configFor, delayIn, orderIn, seedsIn } from './start-order.ts'

export function Start({ collection, live }: PageProps) {
  const asked = useAsked(`config ${collection}`, async how => ({ config: await api.config(collection, how) }))
  const state = live.now?.run?.state
  const isRunning = state === 'running' || state === 'stopping'
  return (
    <>
      <PageHead title="Start" about="Crawl a site, and collect the e-mail addresses on its pages.">
        {live.now && <Badge word={isRunning ? state : live.now.isBusy ? 'running' : (state ?? 'resting')} />}
      </PageHead>
      <Answered asked={asked} what="settings">
        {({ config }) => (
          <Order
            collection={collection}
            config={config ?? {}}
            isRunning={isRunning}
            pages={live.now?.counts.fetched ?? 0}
          />
        )}
      </Answered>
      {state === 'failed' && <Problem problem={live.now?.run?.message ?? 'The run failed.'} />}
      <Finds
        collection={collection}
        now={live.now}
        isRunning={isRunning || (live.now?.isBusy ?? false)}
        isCollecting={collectsEmails(asked.answer?.config ?? {})}
      />
    </>
  )
}

interface OrderProps {
  readonly collection: string
  readonly config: Client.Config
  readonly isRunning: boolean
  readonly pages: number
}

function Order({ collection, config, isRunning, pages }: OrderProps) {
  const [problem, setProblem] = useState<string | null>(null)
  const tell = (work: Promise<unknown>) =>
    work.then(
      () => setProblem(null),
      (error: Error) => setProblem(error.message),
    )
  const submit = (event: TargetedSubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const order = {
      address: String(form.get('address')),
      isLocal: form.get('local') === 'on',
      connections: Number(form.get('connections')),
      delay: String(form.get('delay')).trim(),
      pages: Number(form.get('pages')),
      topic: String(form.get('topic')).trim(),
    }
    void tell(
      api
        .setConfig(collection, configFor(order, config))
        .then(() => api.start(collection, { kind: 'crawl' })),
    )
  }
  const before = orderIn(config)
  return (
    <Card title="What to crawl">
      <form class="stack" onSubmit={submit}>
        <Fields before={before} isRunning={isRunning} />
        <div class="row">
          <button type="submit" class="is-main" disabled={isRunning}>
            Start
          </button>
          <button type="button" disabled={!isRunning} onClick={() => void tell(api.stop(collection, {}))}>
            Stop
          </button>
          <span class="quiet">{delayIn(config)}</span>
        </div>
        {seedsIn(config) > 1 && (
          <p class="quiet">
            This is the first of {seedsIn(config)} addresses that the collection starts from; another address
            here replaces all of them. <a href={addressOf(collection, 'settings')}>Settings</a> has the
            others.
          </p>
        )}
      </form>
      {!isRunning && pages > 0 && (
        <div class="row">
          <EmptyButton collection={collection} pages={pages} />
        </div>
      )}
      {problem !== null && <Problem problem={problem} />}
    </Card>
  )
}

const Fields = ({ before, isRunning }: { readonly before: CrawlOrder; readonly isRunning: boolean }) => (
  <fieldset class="filters" disabled={isRunning}>
    <label class="is-wide">
      Address
      <input
        name="address"
        type="url"
        required
        dir="ltr"
        defaultValue={before.address}
        placeholder="https://example.org/"
      />
    </label>
    <label class="is-wide">
      Topic (optional)
      <input name="topic" defaultValue={before.topic} placeholder="words: such pages come first" />
    </label>
    <label>
      Parallel fetches
      <input
        name="connections"
        type="number"
        min={1}
        max={65535}
        required
        defaultValue={String(before.connections)}
      />
    </label>
    <label>
      Pause per server
      <input name="delay" required defaultValue={before.delay} placeholder="1s" size={6} dir="ltr" />
    </label>
    <label>
      Pages at most
      <input name="pages" type="number" min={1} required defaultValue={String(before.pages)} />
    </label>
    <label class="is-inline">
      <input name="local" type="checkbox" defaultChecked={before.isLocal} />
      This site only
    </label>
  </fieldset>
)

interface FindsProps {
  readonly collection: string
  readonly now: Now | null
  readonly isRunning: boolean
  /** Whether pages that are read are searched for addresses. */
  readonly isCollecting: boolean
}

function Finds({ collection, now, isRunning, isCollecting }: FindsProps) {
  const asked = useEmails(collection, isRunning)
  const found = foundIn(asked.answer?.rows ?? [])
  const more = asked.answer?.next === null || asked.answer === null ? '' : '+'
  const counts = now?.counts
  const known = counts && counts.waiting + counts.running + counts.completed + counts.error + counts.gone
  return (
    <>
      <Figures
        figures={[
          { name: 'E-mail addresses', value: `${shown(found.length)}${more}` },
          { name: 'Their domains', value: `${shown(new Set(found.map(each => each.domain)).size)}${more}` },
          { name: 'Links found', value: known === undefined ? '–' : shown(known) },
          { name: 'Pages done', value: counts ? shown(counts.fetched) : '–' },
          { name: 'Pages a second', value: now ? now.visitsPerSecond.toFixed(1) : '–' },
        ]}
      />
      <Card
        title="Addresses found"
        aside={
          found.length > 0 && (
            <button type="button" onClick={() => download('addresses.csv', 'text/csv', addressesCsv(found))}>
              Download as CSV
            </button>
          )
        }
      >
        <Answered asked={asked} what="addresses">
          {() => (
            <Addresses
              {...{ collection, found, isRunning, isCollecting }}
              hasPages={(now?.counts.fetched ?? 0) > 0}
            />
          )}
        </Answered>
      </Card>
    </>
  )
}

const MAX_ASKED = 1_000
const POLL_MS = 2_000

/** Requests the addresses every two seconds while the crawl runs, and once when it has ended. */
function useEmails(collection: string, isRunning: boolean) {
  const asked = useAsked(`emails ${collection}`, how =>
    api.patternValues(collection, { kind: 'email', limit: MAX_ASKED }, how),
  )
  const { again } = asked
  useEffect(() => {
    if (!isRunning) return
    const timer = setInterval(again, POLL_MS)
    return () => {
      clearInterval(timer)
      again()
    }
  }, [isRunning, again])
  return asked
}

interface Found {
  readonly address: string
  readonly domain: string
  /** `3`, or `100+` if they were not all counted. */
  readonly pages: string
  /** The page that was found first. */
  readonly url: string
}

const foundIn = (rows: readonly Client.PatternValue[]): readonly Found[] =>
  rows.map(({ value, pages, hasMorePages, url }) => ({
    address: value,
    domain: value.slice(value.lastIndexOf('@') + 1),
    pages: `${shown(pages)}${hasMorePages ? '+' : ''}`,
    url,
  }))

const addressesCsv = (found: readonly Found[]): string =>
  csvOf([
    ['address', 'domain', 'pages', 'firstPage'],
    ...found.map(({ address, domain, pages, url }) => [address, domain, pages, url]),
  ])

const columns = (collection: string): readonly Column<Found>[] => [
  { title: 'Address', show: ({ address }) => address },
  { title: 'Domain', show: ({ domain }) => domain },
  { title: 'Pages', isNumber: true, show: ({ pages }) => pages },
  { title: 'First of them', show: ({ url }) => <PageLink collection={collection} url={url} /> },
]

const Addresses = ({
  collection,
  found,
  isRunning,
  isCollecting,
  hasPages,
}: {
  readonly collection: string
  readonly found: readonly Found[]
  readonly isRunning: boolean
  readonly isCollecting: boolean
  readonly hasPages: boolean
}) =>
  found.length === 0 ? (
    <Empty title="No address yet">
      <p>
        {isRunning && isCollecting ? (
          'They appear here as pages are read.'
        ) : isRunning ? (
          'This crawl was not started here and does not collect them: press Stop, then Start.'
        ) : hasPages ? (
          <>
            None is known from the stored pages. <a href={addressOf(collection, 'patterns')}>Patterns</a> can
            look in them again.
          </>
        ) : (
          'Press Start, and they appear here as pages are read.'
        )}
      </p>
    </Empty>
  ) : (
    <Table
      caption="E-mail addresses found"
      columns={columns(collection)}
      rows={found}
      keyOf={each => each.address}
    />
  )
