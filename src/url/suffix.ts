import { createRequire } from 'node:module'

const SUFFIX_RULES = { allowPrivateDomains: true, extractHostname: false }

/** Loaded when the first name is looked up: the table of suffixes takes 8 MB in each thread, and most threads never need it. */
let table: typeof import('tldts') | undefined
function suffixes(): typeof import('tldts') {
  table ??= createRequire(import.meta.url)('tldts') as typeof import('tldts')
  return table
}

/** The domain that was registered (`example.co.uk`, `me.github.io`); an address, a bare name or a suffix is its own. */
export function registrableDomain(host: string): string {
  return suffixes().getDomain(host, SUFFIX_RULES) ?? host
}

/** Whether strangers can register names directly below it (`co.uk`, `github.io`). */
export function isPublicSuffix(host: string): boolean {
  return suffixes().getPublicSuffix(host, SUFFIX_RULES) === host
}
