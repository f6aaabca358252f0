/** Addresses of pages: `/c/COLLECTION/PAGE?query`. The address describes the whole view, so that it can be shared and bookmarked. */
import { useEffect, useState } from 'preact/hooks'

export interface Place {
  /** Null on pages about the whole server. */
  readonly collection: string | null
  /** `overview`, `pages`, …; '' for the first page. */
  readonly page: string
  readonly query: URLSearchParams
}

export function placeOf({ pathname, search }: Pick<Location, 'pathname' | 'search'>): Place {
  const [, first, collection, page = ''] = pathname.split('/')
  const query = new URLSearchParams(search)
  if (first === 'c' && collection) return { collection: decoded(collection), page, query }
  return { collection: null, page: first ?? '', query }
}

/** An address that somebody cut off in the middle of a letter names no collection, but must not stop the dashboard. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

export function addressOf(
  collection: string | null,
  page: string,
  query: Readonly<Record<string, string | number | undefined | null>> = {},
): string {
  const path = collection === null ? `/${page}` : `/c/${encodeURIComponent(collection)}/${page}`
  const given = Object.entries(query).filter(
    ([, value]) => value !== undefined && value !== null && value !== '',
  )
  return given.length === 0
    ? path
    : `${path}?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`
}

const MOVED = 'tidewatch-moved'

/** Goes to another page without reloading; `replace` does not add an entry to the history. */
export function go(address: string, { replace = false } = {}): void {
  if (replace) history.replaceState(null, '', address)
  else history.pushState(null, '', address)
  dispatchEvent(new Event(MOVED))
  if (!replace) scrollTo(0, 0)
}

/** The current place, updated whenever it changes. Clicks on our own links navigate without reloading. */
export function usePlace(): Place {
  const [place, setPlace] = useState(placeOf(location))
  useEffect(() => {
    const moved = () => setPlace(placeOf(location))
    addEventListener('popstate', moved)
    addEventListener(MOVED, moved)
    document.addEventListener('click', follow)
    return () => {
      removeEventListener('popstate', moved)
      removeEventListener(MOVED, moved)
      document.removeEventListener('click', follow)
    }
  }, [])
  return place
}

function follow(event: MouseEvent): void {
  const link = (event.target as Element | null)?.closest('a')
  const isPlain = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
  if (!link || !isPlain || link.target || link.hasAttribute('download')) return
  const url = new URL(link.href)
  if (url.origin !== location.origin || url.pathname.startsWith('/api/') || url.pathname.endsWith('.json'))
    return
  // A fragment of the current page is left to the browser.
  if (url.hash !== '' && url.pathname + url.search === location.pathname + location.search) return
  event.preventDefault()
  go(url.pathname + url.search)
}
