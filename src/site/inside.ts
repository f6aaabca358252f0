/** Which addresses a site model is for: one origin, or all hosts of a registered domain (`www.`, `docs.`, `blog.`). */
import { hostOf, originOf, registrableDomain } from '../url/index.ts'

export interface SiteBounds {
  readonly origin: string
  readonly domain?: string | undefined
}

/** Hosts at one domain use the same one or two schemes and ports; their names are what matters. */
export function isInside(url: string, { origin, domain }: SiteBounds): boolean {
  return originOf(url) === origin || (domain !== undefined && registrableDomain(hostOf(url)) === domain)
}
