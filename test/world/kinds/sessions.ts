/** Access controls: a login form with a session cookie, basic and bearer authorization, a page that insists on cookies. */
import { hash32 } from '../chance.ts'
import { frame } from '../layout.ts'
import { leaf, listing } from '../listing.ts'
import { a, el } from '../markup.ts'
import { type Route, routes } from '../routes.ts'
import type { Asked, Page, Site } from '../site.ts'

/** The credentials for all of them. */
export const CREDENTIALS = { user: 'reader', password: 'open sesame', token: 'secret-token-1' } as const

const MEMBER_PAGES = 5

export function sessions(host: string): Site {
  const inside = ['members', 'basic', 'bearer'].flatMap(door =>
    Array.from({ length: MEMBER_PAGES }, (_, n) => `/${door}/${n}`),
  )
  const find = routes({
    '/': ({ seed }) => listing(seed, 'home', 'Doors', ['/login', '/counted', ...inside]),
    '/login': login,
    '/members/:n#': route =>
      guarded(route, asked => cookie(asked, 'session') === sessionOf(route.seed), toLogin),
    '/basic/:n#': route => guarded(route, isBasic, refused('Basic realm="members"')),
    '/bearer/:n#': route =>
      guarded(
        route,
        asked => asked.headers.authorization === `Bearer ${CREDENTIALS.token}`,
        refused('Bearer'),
      ),
    '/counted': counted,
  })
  return { host, kind: 'sessions', entries: ['/'], find }
}

const sessionOf = (seed: number) => `s${hash32('session', seed).toString(16)}`
const tokenOf = (seed: number) => `t${hash32('login', seed).toString(16)}`
const toLogin: Page = { template: 'redirect', status: 302, location: '/login' }
const refused = (scheme: string): Page => ({
  template: 'refused',
  status: 401,
  headers: { 'www-authenticate': scheme },
  bytes: () => 'Who are you?',
})

function guarded(
  { seed, path, number }: Route,
  opens: (asked: Asked) => boolean,
  otherwise: Page,
): Page | undefined {
  if (number('n') >= MEMBER_PAGES) return undefined
  const page = leaf(seed, 'member', path)
  return { ...page, given: asked => (opens(asked) ? page : otherwise) }
}

function isBasic({ headers }: Asked): boolean {
  const expected = Buffer.from(`${CREDENTIALS.user}:${CREDENTIALS.password}`).toString('base64')
  return headers.authorization === `Basic ${expected}`
}

export function cookie({ headers }: Asked, name: string): string | undefined {
  const pairs = (headers.cookie ?? '').split(';').map(pair => pair.trim().split('='))
  return pairs.find(([key]) => key === name)?.[1]
}

/** The form carries a hidden token that must be sent back, as most real ones do. */
function login({ seed }: Route): Page {
  const form = el(
    'form',
    { id: 'login', action: '/login', method: 'post' },
    el('input', { type: 'text', name: 'username' }),
    el('input', { type: 'password', name: 'password' }),
    el('input', { type: 'hidden', name: 'token', value: tokenOf(seed) }),
    el('button', { type: 'submit' }, 'Log in'),
  )
  const page: Page = {
    template: 'login',
    draw: () => frame({ seed, template: 'login', title: 'Log in', main: [form, a('/', 'home')] }),
  }
  const given = (asked: Asked): Page => {
    if (asked.method !== 'POST') return page
    const sent = new URLSearchParams(asked.body)
    const right =
      sent.get('username') === CREDENTIALS.user &&
      sent.get('password') === CREDENTIALS.password &&
      sent.get('token') === tokenOf(seed)
    if (!right) return { ...page, status: 403 }
    return {
      template: 'redirect',
      status: 303,
      location: '/members/0',
      headers: { 'set-cookie': `session=${sessionOf(seed)}; Path=/; HttpOnly` },
    }
  }
  return { ...page, given }
}

/** Redirects to itself until the cookie comes back: an endless loop for clients without cookies. */
function counted({ seed }: Route): Page {
  const inside = leaf(seed, 'counted', 'Counted')
  const again: Page = {
    template: 'redirect',
    status: 302,
    location: '/counted',
    headers: { 'set-cookie': 'seen=1; Path=/' },
  }
  return { ...inside, given: asked => (cookie(asked, 'seen') ? inside : again) }
}
