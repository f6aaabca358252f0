/** Searches the text of pages. */
import type { TargetedSubmitEvent } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import type * as Client from '../../src/client/index.ts'
import { api } from '../api/call.ts'
import type { PageProps } from '../app.tsx'
import { type Listed, useListed } from '../asking.ts'
import { Badge, Card, PageHead, Time } from '../components/parts.tsx'
import { Empty, Loading, Problem } from '../components/states.tsx'
import { TaskButton } from '../components/task.tsx'
import { addressOf, go } from '../router.ts'
import { shownUrl } from '../words.ts'

const SYNTAX = [
  ['tide tables', 'pages that have all the words, in any form'],
  ['"spring tide"', 'the words next to each other, in this order'],
  ['comput*', 'words that begin like this'],
  ['+harbor tide', 'if no page has all words, those with some of them, but always with harbor'],
  ['-museum', 'pages without this word'],
  ['ebb OR flood', 'one of them is enough'],
  ['site:example.org', 'a host and its subdomains'],
  ['class:product', 'pages of a class of the site model'],
  ['topic:boats relevance:0.5', 'pages about a topic of a focused crawl'],
  ['type:pdf  lang:de', 'a kind of document; a language'],
  ['since:30d', 'content that was found since then'],
] as const

export function Search({ collection, query, live }: PageProps) {
  const asked = query.get('q') ?? ''
  const [version, setVersion] = useState(0)
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => box.current?.focus(), [])
  const submit = (event: TargetedSubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const q = String(new FormData(event.currentTarget).get('q')).trim()
    go(addressOf(collection, 'search', { q }))
  }
  return (
    <>
      <PageHead title="Search">
        <TaskButton
          {...{ collection, kind: 'index', label: 'Index stored pages' }}
          work={() => api.buildIndex(collection, {})}
          done={() => setVersion(before => before + 1)}
        />
      </PageHead>
      <search>
        <form class="filters" onSubmit={submit}>
          <label class="is-wide">
            Words
            <input
              ref={box}
              name="q"
              type="search"
              dir="auto"
              maxLength={1000}
              key={asked}
              defaultValue={asked}
            />
          </label>
          <button type="submit" class="is-main">
            Search
          </button>
        </form>
      </search>
      {asked === '' ? <Syntax /> : <Hits {...{ collection, q: asked, now: live.now?.at, version }} />}
    </>
  )
}

const Syntax = () => (
  <Card title="How to ask">
    <dl class="syntax">
      {SYNTAX.map(([words, meaning]) => (
        <div key={words}>
          <dt>
            <code>{words}</code>
          </dt>
          <dd>{meaning}</dd>
        </div>
      ))}
    </dl>
  </Card>
)

interface HitsProps {
  readonly collection: string
  readonly q: string
  readonly now: string | undefined
  /** Changes when the index has been built. */
  readonly version: number
}

function Hits({ collection, q, now, version }: HitsProps) {
  const listed = useListed(`search ${collection} ${q} ${version}`, (cursor, how) =>
    api.search(collection, { q, limit: 20, cursor }, how),
  )
  const { rows, isAsking, problem, more } = listed
  if (problem !== null && /no search index/.test(problem)) return <NoIndex />
  if (problem !== null && rows.length === 0) return <Problem problem={problem} />
  if (rows.length === 0) return isAsking ? <Loading what="hits" /> : <NoHit />
  return (
    <>
      {rows[0]!.isPartial && <p class="note">No page has all of the words; these have some of them.</p>}
      <ol class="hits">
        {rows.map(hit => (
          <Hit key={hit.url} hit={hit} collection={collection} now={now} />
        ))}
      </ol>
      <More more={more} isAsking={isAsking} />
    </>
  )
}

const More = ({ more, isAsking }: Pick<Listed<unknown>, 'more' | 'isAsking'>) =>
  more && (
    <div class="more">
      <button type="button" onClick={more} disabled={isAsking}>
        {isAsking ? 'Loading…' : 'Show more'}
      </button>
    </div>
  )

function Hit({
  hit,
  collection,
  now,
}: Omit<HitsProps, 'q' | 'version'> & { readonly hit: Client.SearchHit }) {
  const { url, title, snippet, language, type, fetchedAt } = hit
  return (
    <li>
      <h2 dir="auto">
        <a href={addressOf(collection, 'page', { url })}>{title ?? shownUrl(url)}</a>
      </h2>
      <p class="cell-title" title={url}>
        {shownUrl(url)}
      </p>
      {snippet && (
        <p dir="auto" lang={language}>
          <Marked {...snippet} />
        </p>
      )}
      <p class="row quiet">
        <Badge word={language} title="language" />
        {hit.class !== null && <Badge word={hit.class} title="class" />}
        {type !== null && <span>{type}</span>}
        <Time at={fetchedAt} now={now} />
      </p>
    </li>
  )
}

type Snippet = NonNullable<Client.SearchHit['snippet']>

/** Highlights the matches. */
function Marked({ text, marks }: Snippet) {
  let at = 0
  const parts = marks.map(([from, to]) => {
    const before = text.slice(at, from)
    at = to
    return (
      <>
        {before}
        <mark>{text.slice(from, to)}</mark>
      </>
    )
  })
  return (
    <>
      {parts}
      {text.slice(at)}
    </>
  )
}

const NoHit = () => (
  <>
    <Empty title="No page says that">
      <p>Try fewer or other words.</p>
    </Empty>
    <Syntax />
  </>
)

const NoIndex = () => (
  <Empty title="This collection has no search index yet">
    <p>
      Press <em>Index stored pages</em> to build it from what is stored, and set <code>search: current</code>{' '}
      in the settings to keep it up to date.
    </p>
  </Empty>
)
