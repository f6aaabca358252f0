/** The revisions of a page: what differs between two of them, one of them as stored, or its text. */
import { useState } from 'preact/hooks'
import type * as Client from '../../src/client/index.ts'
import { api } from '../api/call.ts'
import { useAsked } from '../asking.ts'
import { Choice } from '../components/filters.tsx'
import { Tabs } from '../components/parts.tsx'
import { Answered, Empty } from '../components/states.tsx'
import { StoredViews } from '../components/stored-views.tsx'
import { PageComparison } from './page-comparison.tsx'

export interface RevisionsProps {
  readonly collection: string
  readonly url: string
  readonly revisions: readonly Client.Revision[]
  readonly query: URLSearchParams
  /** Stores the choice in the address. */
  readonly choose: (chosen: Readonly<Record<string, string>>) => void
}

export function Revisions({ show, ...props }: RevisionsProps & { readonly show: string }) {
  const { collection, url, revisions, query, choose } = props
  if (revisions.length === 0) return <Empty title="Nothing is stored of this page" />
  if (show === 'changes') return <PageComparison {...props} />
  const revision = Number(query.get('revision')) || revisions.at(-1)!.number
  return (
    <>
      <div class="filters">
        <Choice
          label="Revision"
          choices={revisionChoices(revisions)}
          value={String(revision)}
          onChange={event => choose({ revision: event.currentTarget.value })}
        />
      </div>
      {show === 'stored' ? (
        <StoredViews collection={collection} url={url} revision={revision} />
      ) : (
        <PageText collection={collection} url={url} revision={revision} />
      )}
    </>
  )
}

/** Choices for a revision, newest first. */
export const revisionChoices = (
  revisions: readonly Client.Revision[],
): readonly (readonly [string, string])[] =>
  revisions
    .toReversed()
    .map(({ number, fetchedAt }) => [
      String(number),
      `${number} · ${new Date(fetchedAt).toLocaleString('en')}`,
    ])

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
