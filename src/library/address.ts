import { Failure } from '../env/index.ts'
import { canonicalUrl, type Url } from '../url/index.ts'

/** The canonical form of an address typed by a person. */
export function addressOf(text: string): Url {
  const url = canonicalUrl(text)
  if (url === undefined) throw new Failure('usage', `"${text}" is not a web address`)
  return url
}

/** The origin of a host name. `example.org` means `https://example.org`; any other scheme or port must be given. */
export function originNamed(host: string): string {
  const url = URL.parse(host.includes('://') ? host : `https://${host}`)
  if (url) return url.origin
  throw new Failure('usage', `"${host}" is not a host: write example.org or http://example.org:8080`)
}
