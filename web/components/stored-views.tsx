/** A stored revision as it is: of one that a browser showed also what its server had sent, beside it, and its picture. */
import { api } from '../api/call.ts'
import { useAsked } from '../asking.ts'

interface StoredViewsProps {
  readonly collection: string
  readonly url: string
  readonly revision: number
}

export function StoredViews({ collection, url, revision }: StoredViewsProps) {
  const { answer } = useAsked(`views ${collection} ${url} ${revision}`, how =>
    api.pageViews(collection, { url, revision }, how),
  )
  const address = (as?: string) =>
    `/api/collections/${encodeURIComponent(collection)}/stored?${new URLSearchParams({ url, revision: String(revision), ...(as && { as }) })}`
  if (!answer?.rendered) return <StoredFrame title="The stored page" address={address()} />
  return (
    <div class="grid is-views">
      <figure>
        <figcaption>As a browser showed it: this is what counts</figcaption>
        <StoredFrame title="The page as a browser showed it" address={address()} />
      </figure>
      {answer.sent && (
        <figure>
          <figcaption>As its server sent it</figcaption>
          <StoredFrame title="The page as its server sent it" address={address('sent')} />
        </figure>
      )}
      {answer.picture && (
        <figure>
          <figcaption>Its picture</figcaption>
          <a class="picture" href={address('picture')}>
            <img src={address('picture')} alt={`What a browser showed of ${url}`} />
          </a>
        </figure>
      )}
    </div>
  )
}

/** The page without its scripts, in an origin of its own. */
const StoredFrame = ({ title, address }: { readonly title: string; readonly address: string }) => (
  <iframe class="stored" title={title} sandbox="" src={address} />
)
