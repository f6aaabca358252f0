/** The addresses that a site model applies to: one origin, or all hosts of a registered domain (`www.`, `docs.`, `blog.`). */
import { hostOf, originOf, registrableDomain } from '../url/index.ts'

export interface SiteBounds {
  readonly origin: string
  readonly domain?: string | undefined
}

/** Hosts of a domain rarely differ in scheme or port, so only their names are compared. */
export function isInside(url: string, { origin, domain }: SiteBounds): boolean {
  return originOf(url) === origin || (domain !== undefined && registrableDomain(hostOf(url)) === domain)
}
