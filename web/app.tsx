import type { TargetedEvent } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import type * as Client from '../src/client/index.ts'
import { api } from './api/call.ts'
import { useAsked } from './asking.ts'
import { PageHead } from './components/parts.tsx'
import { Empty, Problem } from './components/states.tsx'
import { Help, useKeys } from './keys.tsx'
import { type Live, useLive } from './live.ts'
import { PAGES, SERVER_PAGES } from './pages.ts'
import { addressOf, go, type Place, usePlace } from './router.ts'
import { setTheme, type Theme, theme } from './theme.ts'

/** Props of every page about a collection. */
export interface PageProps {
  readonly collection: string
  readonly query: URLSearchParams
  readonly live: Live
}

export function App() {
  const place = usePlace()
  const collections = useAsked('collections', how => api.collections(how))
  const isMissing = useMissing(place.collection, collections.answer)
  const live = useLive(isMissing ? null : place.collection)
  const { again } = collections
  useEffect(() => {
    const timer = setInterval(again, JOBS_EVERY_MS)
    return () => clearInterval(timer)
  }, [again])
  const [isOpen, setOpen] = useState(false)
  const main = useRef<HTMLElement>(null)
  const help = useKeys(place.collection)
  const known = collections.answer ?? []
  const { collection, page } = place
  useEffect(() => {
    setOpen(false)
    // A page may already have focused what people use next, such as a search box.
    if (!main.current?.contains(document.activeElement)) main.current?.focus({ preventScroll: true })
    document.title = `${titleOf(place)} – Tidewatch`
  }, [collection, page])
  useEffect(() => {
    if (collection === null && page === '' && known.length === 1)
      go(addressOf(known[0]!.id, 'overview'), { replace: true })
  }, [collection, page, known])
  return (
    <div class="shell">
      <div class="topbar">
        <Brand />
        <button type="button" aria-expanded={isOpen} aria-controls="sidebar" onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Close' : 'Menu'}
        </button>
      </div>
      <aside id="sidebar" class={`sidebar ${isOpen ? 'is-open' : ''}`}>
        <Brand />
        <Choice place={place} known={known} />
        <Jobs known={known} />
        {collection !== null && !isMissing && <Navigation collection={collection} page={page} />}
        <Foot live={live} isOnCollection={collection !== null && !isMissing} />
      </aside>
      <main ref={main} tabIndex={-1}>
        {collections.problem !== null && <Problem problem={collections.problem} again={collections.again} />}
        {isMissing ? <Missing collection={collection!} /> : <Shown place={place} live={live} />}
      </main>
      <Help {...help} />
    </div>
  )
}

type Known = readonly Client.Collection[]

/** Whether the server has no such collection: it was removed, or the address is of another server. One that was just made may not be listed yet. */
function useMissing(collection: string | null, listed: Known | null): boolean {
  const has = (known: Known) => known.some(({ id }) => id === collection)
  const asked = useAsked(
    `has ${collection}`,
    async how => collection === null || has(await api.collections(how)),
  )
  return asked.answer === false && !has(listed ?? [])
}

const Missing = ({ collection }: { readonly collection: string }) => (
  <>
    <PageHead title="No such collection" />
    <Empty title={`There is no collection "${collection}" on this server`}>
      <p>
        It may have been removed, or the server was started without it.{' '}
        <a href="/collections">All collections</a>
      </p>
    </Empty>
  </>
)

const Brand = () => (
  <a class="brand" href="/collections">
    <img src="/icon.svg" alt="" />
    Tidewatch
  </a>
)

function Choice({ place, known }: { readonly place: Place; readonly known: readonly Client.Collection[] }) {
  const choose = (event: TargetedEvent<HTMLSelectElement>) => {
    const id = event.currentTarget.value
    go(id === '' ? '/collections' : addressOf(id, place.page === 'page' ? 'pages' : place.page || 'overview'))
  }
  return (
    <label>
      Collection
      <select value={place.collection ?? ''} onChange={choose}>
        <option value="">All collections</option>
        {known.map(({ id, name }) => (
          <option key={id} value={id}>
            {name === id ? id : `${name} (${id})`}
          </option>
        ))}
      </select>
    </label>
  )
}

/** The collections with running work, shown on every page. */
function Jobs({ known }: { readonly known: readonly Client.Collection[] }) {
  const jobs = known.filter(
    ({ isBusy, run, tasks }) => isBusy || run?.state === 'running' || tasks.length > 0,
  )
  if (jobs.length === 0) return null
  return (
    <nav aria-label="Running now">
      <section>
        <h2>Running now</h2>
        <ul>
          {jobs.map(({ id, name, run, tasks }) => (
            <li key={id}>
              <a href={addressOf(id, 'overview')}>
                {name}:{' '}
                {[...(run?.state === 'running' ? [run.kind] : []), ...tasks].join(', ') || 'another process'}
              </a>
            </li>
          ))}
        </ul>
      </section>
    </nav>
  )
}

const JOBS_EVERY_MS = 5_000

const GROUPS = ['Watch', 'Read', 'Understand', 'Run'] as const

const Navigation = ({ collection, page }: { readonly collection: string; readonly page: string }) => (
  <nav aria-label="Pages of the collection">
    {GROUPS.map(group => (
      <section key={group}>
        <h2>{group}</h2>
        <ul>
          {PAGES.filter(each => each.group === group).map(({ word, title }) => (
            <li key={word}>
              <a href={addressOf(collection, word)} aria-current={page === word ? 'page' : undefined}>
                {title}
              </a>
            </li>
          ))}
        </ul>
      </section>
    ))}
  </nav>
)

function Foot({ live, isOnCollection }: { readonly live: Live; readonly isOnCollection: boolean }) {
  const [now, setNow] = useState(theme())
  const choose = (event: TargetedEvent<HTMLSelectElement>) => {
    const next = event.currentTarget.value as Theme
    setTheme(next)
    setNow(next)
  }
  return (
    <footer>
      {isOnCollection && (
        <span role="status">{live.isConnected ? '● live' : '○ the server does not answer'}</span>
      )}
      <label class="is-inline">
        Theme
        <select value={now} onChange={choose}>
          <option value="system">system</option>
          <option value="light">light</option>
          <option value="dark">dark</option>
        </select>
      </label>
      <a href="/api-docs">API</a>
    </footer>
  )
}

function Shown({ place, live }: { readonly place: Place; readonly live: Live }) {
  const { collection, page, query } = place
  if (collection === null) {
    const Found = SERVER_PAGES[page] ?? SERVER_PAGES['']!
    return <Found query={query} />
  }
  const found = PAGES.find(each => each.word === (page || 'overview'))
  if (!found) return <Problem problem={`There is no page "${page}".`} />
  return <found.Shown key={`${collection} ${page}`} collection={collection} query={query} live={live} />
}

const SERVER_TITLES: Readonly<Record<string, string>> = {
  '': 'Collections',
  collections: 'Collections',
  'api-docs': 'API',
}

const titleOf = ({ collection, page }: Place): string => {
  const title = collection === null ? SERVER_TITLES[page] : PAGES.find(each => each.word === page)?.title
  return [title ?? page, collection].filter(Boolean).join(' · ')
}
