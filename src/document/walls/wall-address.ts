/** Addresses of log-in pages and the like, and redirects to them. */
import signs from './wall-signs.json' with { type: 'json' }
import type { WallSign } from './walls.ts'

const WORDS: ReadonlySet<string> = new Set(signs.loginAddresses)
const RETURNS: ReadonlySet<string> = new Set(signs.returnParameters)
/** Matched inside longer words too: `userlogin.aspx`, `dologin`. */
const SURELY = /(?<!b)login|signin|passw|(?<![a-z])(?:log[-_]?(?:in|on)|sign[-_]?(?:in|on))(?![a-z])/i

/** Whether it is the address of a page to log in, register or manage an account: such a page is what it promises, not a wall. */
export function isDoor(url: string): boolean {
  const parsed = URL.canParse(url) ? new URL(url) : null
  if (!parsed) return false
  const { hostname, pathname, search } = parsed
  if (SURELY.test(pathname) || SURELY.test(search) || SURELY.test(hostname)) return true
  const names = [...pathname.toLowerCase().split(/[/.]/), ...hostname.split('.').slice(0, -2)]
  return names.some(name => WORDS.has(name))
}

/** The wall that a redirect puts before the page: a log-in or a consent page that promises to lead back. */
export function wallOfRedirect(from: string, to: string): Pick<WallSign, 'kind' | 'holds'> | null {
  const [page, target] = [from, to].map(url => (URL.canParse(url) ? new URL(url) : null))
  if (!page || !target || isDoor(from)) return null
  const isConsent = signs.consentHosts.some(name => target.hostname.startsWith(name))
  if (!isConsent && !isDoor(to)) return null
  const holds = leadsBack(page, target) ? 'always' : 'instead'
  if (isConsent) return holds === 'always' ? { kind: 'consent', holds } : null
  return { kind: 'login', holds }
}

/** Whether a parameter of the address names the page. */
function leadsBack(page: URL, { searchParams }: URL): boolean {
  for (const [name, value] of searchParams) {
    if (!RETURNS.has(name.toLowerCase())) continue
    const back = URL.canParse(value, page.href) ? new URL(value, page.href) : null
    if (back?.hostname === page.hostname && back.pathname === page.pathname) return true
  }
  return false
}
