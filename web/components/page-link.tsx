/** Addresses as links: to what we know about a page, and to the page itself. */
import { addressOf } from '../router.ts'
import { shownUrl } from '../words.ts'

interface PageLinkProps {
  readonly collection: string
  readonly url: string
  readonly title?: string | null
  /** The tab to open. */
  readonly tab?: string
  readonly revision?: number
}

/** A cell with the address of a page, and its title below. */
export const PageLink = ({ collection, url, title = null, tab, revision }: PageLinkProps) => (
  <>
    <a class="cell-url" href={addressOf(collection, 'page', { url, tab, revision })} title={url}>
      {shownUrl(url)}
    </a>
    {title !== null && (
      <span class="cell-title" dir="auto" title={title}>
        {title}
      </span>
    )}
  </>
)

/** Addresses come from untrusted pages, so only web addresses become links. */
export const isWebAddress = (url: string): boolean => /^https?:\/\//i.test(url)

export const OutsideLink = ({ url }: { readonly url: string }) =>
  isWebAddress(url) ? (
    <a href={url} rel="noreferrer noopener" target="_blank">
      {url}
    </a>
  ) : (
    <span>{url}</span>
  )
