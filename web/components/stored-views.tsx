/** A stored revision; for a rendered page, also what its server sent, side by side, and its picture. */
import { api } from '../api/call.ts'
import { useAsked } from '../asking.ts'
import { Picture, StoredFrame, type StoredRevision } from './stored-frame.tsx'

export function StoredViews({ collection, url, revision }: StoredRevision) {
  const { answer } = useAsked(`views ${collection} ${url} ${revision}`, how =>
    api.pageViews(collection, { url, revision }, how),
  )
  const place = { collection, url, revision }
  if (!answer?.rendered)
    return (
      <>
        <StoredFrame title="The stored page" {...place} />
        <ResponseHeaders {...place} />
      </>
    )
  return (
    <>
      <Views place={place} {...answer} />
      <ResponseHeaders {...place} />
    </>
  )
}

interface ViewsProps {
  readonly place: StoredRevision
  readonly sent: boolean
  readonly picture: boolean
}

function Views({ place, ...answer }: ViewsProps) {
  return (
    <div class="grid is-views">
      <figure>
        <figcaption>As a browser showed it: this is what counts</figcaption>
        <StoredFrame title="The page as a browser showed it" {...place} />
      </figure>
      {answer.sent && (
        <figure>
          <figcaption>As its server sent it</figcaption>
          <StoredFrame title="The page as its server sent it" {...place} as="sent" />
        </figure>
      )}
      {answer.picture && (
        <figure>
          <figcaption>Its picture</figcaption>
          <Picture {...place} />
        </figure>
      )}
    </div>
  )
}

/** The status line and headers of the response. */
function ResponseHeaders({ collection, url, revision }: StoredRevision) {
  const { answer } = useAsked(`response ${collection} ${url} ${revision}`, how =>
    api.pageResponse(collection, { url, revision }, how),
  )
  if (answer === null) return null
  return (
    <details>
      <summary>What its server said: {answer.statusLine}</summary>
      <dl class="syntax">
        {answer.headers.map(([name, value], i) => (
          <div key={i}>
            <dt>
              <code>{name}</code>
            </dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </details>
  )
}
