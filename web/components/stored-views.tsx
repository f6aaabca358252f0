/** A stored revision as it is: of one that a browser showed also what its server had sent, beside it, and its picture. */
import { api } from '../api/call.ts'
import { useAsked } from '../asking.ts'
import { Picture, StoredFrame, type StoredRevision } from './stored-frame.tsx'

export function StoredViews({ collection, url, revision }: StoredRevision) {
  const { answer } = useAsked(`views ${collection} ${url} ${revision}`, how =>
    api.pageViews(collection, { url, revision }, how),
  )
  const place = { collection, url, revision }
  if (!answer?.rendered) return <StoredFrame title="The stored page" {...place} />
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
