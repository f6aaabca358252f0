import { Failure } from '../env/index.ts'
import { Canonicalizer, type Url, withoutHash } from '../url/index.ts'

/** Routes are kept, because some collections have pages under them; see `pageAt`. */
const canonicalizer = new Canonicalizer({ hashRoutes: true })

/** The canonical form of an address typed by a person. */
export function addressOf(text: string): Url {
  const url = canonicalizer.canonical(text)
  if (url === undefined) throw new Failure('usage', `"${text}" is not a web address`)
  return url
}

/** Finds the page at an address. A collection whose pages are not rendered knows no routes: there, the page without its route is meant. */
export async function pageAt<T>(url: Url, find: (url: Url) => Promise<T | null>): Promise<T | null> {
  const found = await find(url)
  return found === null && url.includes('#') ? find(withoutHash(url) as Url) : found
}

/** The origin of a host name. `example.org` means `https://example.org`; any other scheme or port must be given. */
export function originNamed(host: string): string {
  const url = URL.parse(host.includes('://') ? host : `https://${host}`)
  if (url) return url.origin
  throw new Failure('usage', `"${host}" is not a host: write example.org or http://example.org:8080`)
}
