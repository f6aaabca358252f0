/** Decides whether this is an e-mail address that someone could write to, rather than a file name, a package, a handle or code. */
import { parse } from 'tldts'

const MAX_LOCAL_CHARS = 64
const MAX_DOMAIN_CHARS = 253
const LOCAL = /^[\p{L}\p{N}_](?:[\p{L}\p{N}._%+'&~=#/-]*[\p{L}\p{N}_+-])?$/u
const DOMAIN = /^(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?\.)+\p{L}[\p{L}\p{N}-]+$/u
/** Pictures for high-density screens: `logo@2x.png`, even if the ending is also a domain. */
const DENSITY = /^\d(?:\.\d+)?x\b/i
/** Top-level domains that are mostly file endings. */
const FILE_ENDINGS = new Set(['zip', 'mov'])
/** What people insert into an address to mislead programs. */
const SPAM_TRAP = /[-_.]?(?:NO[-_.]?SPAM|REMOVE[-_.]?(?:THIS|ME)|DELETE[-_.]?THIS|NOSPAMPLEASE)[-_.]?/g

/** The address in its usual form, with the domain in lower case; undefined if it is not one. */
export function addressOf(local: string, domain: string): string | undefined {
  const [name, host] = [local.replace(SPAM_TRAP, ''), domain.replace(SPAM_TRAP, '').toLowerCase()]
  if (name.length > MAX_LOCAL_CHARS || host.length > MAX_DOMAIN_CHARS) return undefined
  if (!LOCAL.test(name) || name.includes('..') || !DOMAIN.test(host) || DENSITY.test(host)) return undefined
  return isMailDomain(host) ? `${name}@${host}` : undefined
}

/** Whether it is a name under a registered public suffix. */
export function isMailDomain(host: string): boolean {
  const { isIcann, domain, publicSuffix } = parse(host, { allowPrivateDomains: false, detectIp: true })
  return isIcann === true && domain !== null && !FILE_ENDINGS.has(publicSuffix ?? '')
}
