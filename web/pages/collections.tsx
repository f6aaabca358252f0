/** All collections of the server, and a form for a new one. */
import { useEffect, useState } from 'preact/hooks'
import type * as Client from '../../src/client/index.ts'
import { api } from '../api/call.ts'
import { useAsked } from '../asking.ts'
import { Badge, PageHead, Time } from '../components/parts.tsx'
import { Answered, Empty, Problem } from '../components/states.tsx'
import { type Column, Table } from '../components/table.tsx'
import { addressOf } from '../router.ts'
import { shown, shownBytes } from '../words.ts'
import { NewCollection } from './new-collection.tsx'

const isOn = (run: Client.Run | null) => run?.state === 'running' || run?.state === 'stopping'

const COLUMNS: readonly Column<Client.Collection>[] = [
  {
    title: 'Collection',
    show: ({ id, name, where }) => (
      <>
        <a href={addressOf(id, 'overview')}>{name}</a>
        <span class="cell-title" title={where}>
          {where}
        </span>
      </>
    ),
  },
  { title: 'State', isNarrow: true, show: each => <State collection={each} /> },
  {
    title: 'Since',
    isNarrow: true,
    show: ({ run, at }) => (isOn(run) ? <Time at={run!.startedAt} now={at} /> : '–'),
  },
  { title: 'Pages', isNumber: true, show: ({ counts }) => (counts ? shown(counts.fetched) : '–') },
  { title: 'Waiting', isNumber: true, show: ({ counts }) => (counts ? shown(counts.waiting) : '–') },
  { title: 'Hosts', isNumber: true, show: ({ counts }) => (counts ? shown(counts.hosts) : '–') },
  { title: 'Size', isNumber: true, show: ({ counts }) => (counts ? shownBytes(counts.bytes) : '–') },
]

/** Adds a column for starting or stopping each collection. */
const columns = (tell: (work: Promise<unknown>) => void): readonly Column<Client.Collection>[] => [
  ...COLUMNS,
  {
    title: 'Job',
    isNarrow: true,
    show: ({ id, name, run }) =>
      isOn(run) ? (
        <button type="button" aria-label={`Stop ${name}`} onClick={() => tell(api.stop(id, {}))}>
          Stop
        </button>
      ) : (
        <a href={addressOf(id, 'start')} aria-label={`Start ${name}`}>
          Start…
        </a>
      ),
  },
]

const REFRESH_MS = 2_000

export function Collections() {
  const asked = useAsked('collections', how => api.collections(how))
  const [problem, setProblem] = useState<string | null>(null)
  const { again } = asked
  useEffect(() => {
    const timer = setInterval(again, REFRESH_MS)
    return () => clearInterval(timer)
  }, [again])
  const tell = (work: Promise<unknown>) =>
    void work.then(
      () => setProblem(null),
      (error: Error) => setProblem(error.message),
    )
  return (
    <>
      <PageHead
        title="Collections"
        about="Sets of pages that are crawled and kept fresh, each with a budget of its own."
      />
      <Answered asked={asked} what="collections">
        {collections =>
          collections.length === 0 ? (
            <Empty title="No collection yet">
              <p>
                A collection holds the pages of a site, or pages that you follow. Type an address below, and
                its pages are fetched, searched for e-mail addresses, and kept up to date.
              </p>
            </Empty>
          ) : (
            <Table caption="Collections" columns={columns(tell)} rows={collections} keyOf={each => each.id} />
          )
        }
      </Answered>
      {problem !== null && <Problem problem={problem} />}
      <NewCollection />
    </>
  )
}

function State({ collection }: { readonly collection: Client.Collection }) {
  const { run, isBusy, problem } = collection
  if (problem !== null) return <Badge word="cannot be read" title={problem} />
  if (run && run.state !== 'ended') return <Badge word={run.state} title={run.message ?? undefined} />
  return <Badge word={isBusy ? 'running' : 'resting'} title={isBusy ? 'by another process' : undefined} />
}
