/** Stored pages, served by our server: the page in a frame, or its picture. */
import { api } from '../api/call.ts'
import { useAsked } from '../asking.ts'
import { useTicket } from './ticket.ts'

export interface StoredRevision {
  readonly collection: string
  readonly url: string
  /** The newest revision by default. */
  readonly revision?: number | undefined
}

interface FrameProps extends StoredRevision {
  readonly title: string
  /** Show what the server sent before the page was rendered. */
  readonly as?: 'sent'
}

/** The address of a stored revision; null until it is known whether a ticket is needed. */
function useStoredAddress(
  { collection, url, revision }: StoredRevision,
  as?: 'sent' | 'picture' | 'thumbnail',
): string | null {
  const ticket = useTicket(collection, 'stored')
  if (ticket === null) return null
  const query = new URLSearchParams({
    url,
    ...(revision && { revision: String(revision) }),
    ...(as && { as }),
    ...ticket,
  })
  return `/api/collections/${encodeURIComponent(collection)}/stored?${query}`
}

/** The page without its scripts, in an opaque origin. */
export function StoredFrame({ title, as, ...stored }: FrameProps) {
  const address = useStoredAddress(stored, as)
  return address && <iframe class="stored" title={title} sandbox="" src={address} />
}

export function Picture(stored: StoredRevision) {
  const address = useStoredAddress(stored, 'picture')
  if (address === null) return null
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
    <section class="picture" tabIndex={0} aria-label={`Picture of revision ${stored.revision}`}>
      <a href={address}>
        <img src={address} alt={`What a browser showed of ${stored.url} in revision ${stored.revision}`} />
      </a>
    </section>
  )
}

/** A small view of a page: its thumbnail, its screenshot, or the page itself without its scripts. Hidden from screen readers. */
export function Thumbnail({ collection, url }: StoredRevision) {
  const { answer } = useAsked(`thumbnail ${collection} ${url}`, how =>
    api.pageViews(collection, { url }, how),
  )
  const picture = answer?.thumbnail ? 'thumbnail' : answer?.picture ? 'picture' : undefined
  const address = useStoredAddress({ collection, url }, picture)
  if (answer === null || address === null) return null
  return (
    <div class="thumbnail" aria-hidden="true">
      {picture ? (
        <img loading="lazy" alt="" src={address} />
      ) : (
        <iframe title={`A small view of ${url}`} loading="lazy" tabIndex={-1} sandbox="" src={address} />
      )}
    </div>
  )
}
