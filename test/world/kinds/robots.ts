/** Sites that differ only in their robots.txt. What it forbids is linked, and recorded as a violation when fetched. */
import { leaf, listing } from '../listing.ts'
import { type Page, plain, type Site } from '../site.ts'

export type RobotsVariant = keyof typeof VARIANTS

interface Variant {
  readonly robots: (host: string) => Page
  /** Paths that the rules forbid to `tidewatch` (and to `*` unless another group says otherwise). */
  readonly forbids: (path: string) => boolean
}

const nothing = () => false
const everything = () => true
const PATHS = [
  '/open/1',
  '/open/2',
  '/private/1',
  '/private/2',
  '/private/open/1',
  '/files/a.html',
  '/files/a.html?print=1',
  '/deep/x/y/z',
  '/ends/here.gif',
  '/ends/here.gif.html',
  '/caf%C3%A9',
  '/a%2Fb',
]

const rules = (text: string) => () => plain(text, 'robots')
const status = (code: number) => () => ({ template: 'robots', status: code, bytes: () => 'error' })
const hop = (path: string) => () => ({ template: 'robots', status: 301, location: path })
const disallowPrivate = 'User-agent: *\nDisallow: /private/\n'
const isPrivate = (path: string) => path.startsWith('/private/')

const VARIANTS = {
  none: { robots: status(404), forbids: nothing },
  forbidden: { robots: status(403), forbids: nothing },
  /** RFC 9309 section 2.3.1.4: a server error means that everything is disallowed. */
  error: { robots: status(500), forbids: everything },
  unavailable: { robots: status(503), forbids: everything },
  timeout: { robots: () => ({ template: 'robots', act: ({ signal }) => hang(signal) }), forbids: everything },
  redirected: { robots: hop('/hop/4'), forbids: isPrivate },
  /** Six hops: more than the five that section 2.3.1.2 asks for. */
  redirectedTooFar: { robots: hop('/hop/6'), forbids: nothing },
  empty: { robots: rules(''), forbids: nothing },
  html: {
    robots: () => plain('<!DOCTYPE html><title>Home</title>', 'robots', 'text/html'),
    forbids: nothing,
  },
  everything: { robots: rules('User-agent: *\nDisallow: /\n'), forbids: path => path !== '/robots.txt' },
  prefix: { robots: rules(disallowPrivate), forbids: isPrivate },
  /** Section 2.2.2: the longest match wins. */
  longest: {
    robots: rules('User-agent: *\nDisallow: /private\nAllow: /private/open/\n'),
    forbids: path => isPrivate(path) && !path.startsWith('/private/open/'),
  },
  patterns: {
    robots: rules('User-agent: *\nDisallow: /*?print=\nDisallow: /*.gif$\nDisallow: /deep/*/z\n'),
    forbids: path => path.includes('?print=') || path.endsWith('.gif') || /^\/deep\/.*\/z/.test(path),
  },
  encoded: {
    robots: rules('User-agent: *\nDisallow: /café\nDisallow: /a%2Fb\n'),
    forbids: path => path.startsWith('/caf%C3%A9') || path.startsWith('/a%2Fb'),
  },
  /** Section 2.2.1: groups of one agent are merged, and the agent's own group replaces `*`. */
  agents: {
    robots: rules(
      'User-agent: *\nDisallow: /\n\nUser-agent: Tidewatch\nUser-agent: other\nDisallow: /private/1\n\nUser-agent: tidewatch\nDisallow: /private/2\n',
    ),
    forbids: path => path === '/private/1' || path === '/private/2',
  },
  delay: { robots: rules(`${disallowPrivate}Crawl-delay: 2\n`), forbids: isPrivate },
  hugeDelay: { robots: rules('User-agent: *\nCrawl-delay: 86400\n'), forbids: nothing },
  sitemaps: {
    robots: host => plain(`Sitemap: http://${host}/sitemap.txt\n${disallowPrivate}`, 'robots'),
    forbids: isPrivate,
  },
  /** The rule is within the first 500 KiB, the limit that section 2.5 sets; a lot of nothing follows. */
  huge: {
    robots: () => plain(`${disallowPrivate}${'# filler\n'.repeat(200_000)}Disallow: /open/\n`, 'robots'),
    forbids: isPrivate,
  },
  windows: { robots: rules(`\uFEFF${disallowPrivate.replaceAll('\n', '\r\n')}`), forbids: isPrivate },
} as const satisfies Record<string, Variant>

export const ROBOTS_VARIANTS = Object.keys(VARIANTS) as readonly RobotsVariant[]

export function robotsSite(host: string, name: RobotsVariant): Site {
  const variant: Variant = VARIANTS[name]
  const find: Site['find'] = (path, { seed }) => {
    if (path === '/robots.txt') return variant.robots(host)
    const hops = /^\/hop\/(\d)$/.exec(path)
    if (hops) return hops[1] === '1' ? plain(disallowPrivate, 'robots') : hop(`/hop/${Number(hops[1]) - 1}`)()
    const mark = (page: Page) => (variant.forbids(path) ? { ...page, forbidden: true } : page)
    if (path === '/') return mark(listing(seed, 'home', `Robots: ${name}`, PATHS))
    if (path === '/sitemap.txt')
      return plain(`http://${host}/only-in-sitemap\nhttp://${host}/private/1\n`, 'sitemap')
    return PATHS.includes(path) || path === '/only-in-sitemap' ? mark(leaf(seed, 'leaf', path)) : undefined
  }
  return { host, kind: 'robots', entries: ['/'], find }
}

function hang(signal: AbortSignal): Promise<void> {
  return new Promise(resolve => signal.addEventListener('abort', () => resolve(), { once: true }))
}
