/** The latest changes and failures, as short lists with links to the full lists. */
import type * as Client from '../../src/client/index.ts'
import { api } from '../api/call.ts'
import type { PageProps } from '../app.tsx'
import { useAsked } from '../asking.ts'
import { changeSaid } from '../components/change-words.ts'
import { Card, Time } from '../components/parts.tsx'
import { Answered, Empty } from '../components/states.tsx'
import type { Now } from '../live.ts'
import { addressOf } from '../router.ts'
import { shown, shownUrl } from '../words.ts'

const MAX_SHOWN = 8

export function LatestChanges({ collection, live }: Pick<PageProps, 'collection' | 'live'>) {
  const asked = useAsked(`latest ${collection}`, how =>
    api.changes(collection, { order: 'newest', limit: MAX_SHOWN }, how),
  )
  const earlier = asked.answer?.rows ?? []
  const isNew = (each: Client.PageChange) =>
    !live.changes.some(one => one.url === each.url && one.revision === each.revision)
  const rows = [...live.changes, ...earlier.filter(isNew)].slice(0, MAX_SHOWN)
  return (
    <Card title="Latest changes" aside={<a href={addressOf(collection, 'changes')}>All changes</a>}>
      {rows.length === 0 ? (
        <p class="quiet">No page has been seen to change yet.</p>
      ) : (
        <ol class="timeline">
          {rows.map(({ url, revision, at, change }) => (
            <li key={`${url} ${revision}`}>
              <a href={addressOf(collection, 'page', { url, tab: 'changes', revision })} title={url}>
                {shownUrl(url)}
              </a>
              <span class="quiet" dir="auto" title={change?.summary}>
                <Time at={at} now={live.now?.at} /> · {changeSaid(change)}
              </span>
            </li>
          ))}
        </ol>
      )}
    </Card>
  )
}

/** Whether addresses were tried, none is left, and nothing came of any of them. */
export const isFruitless = ({ counts }: Now): boolean =>
  counts.fetched === 0 && counts.waiting === 0 && counts.excluded + counts.error + counts.gone > 0

const MAX_REASONS = 3

/** Says why a crawl has brought nothing, which people would otherwise have to look for among excluded pages. */
export function WhyNothing({ collection, visits }: { readonly collection: string; readonly visits: number }) {
  const asked = useAsked(`fruitless ${collection} ${visits}`, how =>
    api.pages(collection, { limit: MAX_REASONS }, how),
  )
  return (
    <Empty title="Nothing could be fetched">
      {asked.answer?.rows.map(({ url, reason }) => (
        <p key={url}>
          <a href={addressOf(collection, 'page', { url })} title={url}>
            {shownUrl(url)}
          </a>
          : {reason ?? 'no answer yet'}
        </p>
      ))}
      <p>
        Correct the address under <a href={addressOf(collection, 'start')}>Start</a>, or what stands in its
        way in the <a href={addressOf(collection, 'settings')}>settings</a>.
      </p>
    </Empty>
  )
}

export function Failures({ collection }: { readonly collection: string }) {
  const asked = useAsked(`errors ${collection}`, how => api.errors(collection, how))
  return (
    <Card
      title="What failed"
      aside={<a href={addressOf(collection, 'pages', { status: 'error' })}>All pages that failed</a>}
    >
      <Answered asked={asked} what="errors">
        {groups =>
          groups.length === 0 ? (
            <p class="quiet">Nothing failed.</p>
          ) : (
            <ol class="timeline is-counted">
              {groups.slice(0, MAX_SHOWN).map(({ reason, count, example }) => (
                <li key={reason}>
                  <strong>{shown(count)}</strong>
                  <span>
                    {reason}
                    <a
                      class="cell-url quiet"
                      href={addressOf(collection, 'page', { url: example })}
                      title={example}
                    >
                      for example {shownUrl(example)}
                    </a>
                  </span>
                </li>
              ))}
            </ol>
          )
        }
      </Answered>
    </Card>
  )
}
