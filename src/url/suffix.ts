import { createRequire } from 'node:module'

const SUFFIX_RULES = { allowPrivateDomains: true, extractHostname: false }

/** Asked for first when a name is looked up: the table of suffixes takes 8 MB in each thread, and most never need it. */
let table: typeof import('tldts') | undefined
function suffixes(): typeof import('tldts') {
  table ??= createRequire(import.meta.url)('tldts') as typeof import('tldts')
  return table
}

/** What somebody registered (`example.co.uk`, `me.github.io`); an address, a bare name or a suffix is its own. */
export function registrableDomain(host: string): string {
  return suffixes().getDomain(host, SUFFIX_RULES) ?? host
}

/** Do strangers register names directly below it (`co.uk`, `github.io`)? */
export function isPublicSuffix(host: string): boolean {
  return suffixes().getPublicSuffix(host, SUFFIX_RULES) === host
}
