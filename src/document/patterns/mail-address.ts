/** Is this an e-mail address that somebody could write to, and not a file name, a package, a handle or code? */
import { parse } from 'tldts'

const MAX_LOCAL_CHARS = 64
const MAX_DOMAIN_CHARS = 253
const LOCAL = /^[\p{L}\p{N}_](?:[\p{L}\p{N}._%+'&~=#/-]*[\p{L}\p{N}_+-])?$/u
const DOMAIN = /^(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?\.)+\p{L}[\p{L}\p{N}-]+$/u
/** Pictures for dense screens: `logo@2x.png`, also where the ending is a domain too. */
const DENSITY = /^\d(?:\.\d+)?x\b/i
/** Domains that are above all endings of files. */
const FILE_ENDINGS = new Set(['zip', 'mov'])
/** What people put into an address so that programs take a wrong one. */
const SPAM_TRAP = /[-_.]?(?:NO[-_.]?SPAM|REMOVE[-_.]?(?:THIS|ME)|DELETE[-_.]?THIS|NOSPAMPLEASE)[-_.]?/g

/** In its usual form, the domain in lower case; undefined if it is none. */
export function addressOf(local: string, domain: string): string | undefined {
  const [name, host] = [local.replace(SPAM_TRAP, ''), domain.replace(SPAM_TRAP, '').toLowerCase()]
  if (name.length > MAX_LOCAL_CHARS || host.length > MAX_DOMAIN_CHARS) return undefined
  if (!LOCAL.test(name) || name.includes('..') || !DOMAIN.test(host) || DENSITY.test(host)) return undefined
  return isMailDomain(host) ? `${name}@${host}` : undefined
}

/** A registered kind of domain, with a name in it. */
export function isMailDomain(host: string): boolean {
  const { isIcann, domain, publicSuffix } = parse(host, { allowPrivateDomains: false, detectIp: true })
  return isIcann === true && domain !== null && !FILE_ENDINGS.has(publicSuffix ?? '')
}
