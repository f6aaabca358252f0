import { seedUrl } from '../config/seed-address.ts'
import { Failure } from '../env/index.ts'
import { asUrl, Canonicalizer, type Url, withoutHash } from '../url/index.ts'

/** Routes are kept, because some collections have pages under them; see `pageAt`. */
const canonicalizer = new Canonicalizer({ hashRoutes: true })

/** The canonical form of an address typed by a person; https is assumed if it has no scheme. */
export function addressOf(text: string): Url {
  const url = canonicalizer.canonical(text) ?? seedUrl(text, canonicalizer)
  if (url === undefined) throw new Failure('usage', `"${text}" is not a web address`)
  return url
}

/**
 * Finds the page that a person means. A collection whose pages are not rendered knows no routes, so there the page without its route is
 * meant; and an address without a scheme may be that of an http page.
 */
export async function pageAt<T>(text: string, find: (url: Url) => Promise<T | null>): Promise<T | null> {
  const url = addressOf(text)
  const schemes = text.includes('://') ? [url] : [url, url.replace(/^https:/, 'http:')]
  for (const each of new Set(schemes.flatMap(known => [known, withoutHash(known)]))) {
    const found = await find(asUrl(each))
    if (found !== null) return found
  }
  return null
}

/** The origin of a host name. `example.org` means `https://example.org`; any other scheme or port must be given. */
export function originNamed(host: string): string {
  const url = URL.parse(host.includes('://') ? host : `https://${host}`)
  if (url) return url.origin
  throw new Failure('usage', `"${host}" is not a host: write example.org or http://example.org:8080`)
}
