/** Redirects of every kind: by status, chains, loops, to other hosts, to private addresses, by meta, broken. */
import { leaf, listing } from '../listing.ts'
import { el } from '../markup.ts'
import { routes } from '../routes.ts'
import type { Page, Site } from '../site.ts'

export interface RedirectOptions {
  /** Another host of the world to send visitors to. */
  readonly otherHost?: string
}

/** Private addresses in forms that guards forget. */
export const PRIVATE_TARGETS = [
  'http://127.0.0.1/',
  'http://10.0.0.1/admin',
  'http://169.254.169.254/latest/meta-data/',
  'http://192.168.1.1/',
  'http://172.16.5.5/',
  'http://[::1]/',
  'http://[::ffff:127.0.0.1]/',
  'http://[fd00::1]/',
  'http://2130706433/',
  'http://0x7f000001/',
  'http://0177.0.0.1/',
  'http://localhost/',
  'http://0.0.0.0/',
] as const

/** Locations that lead nowhere. */
export const BROKEN_TARGETS = [
  'http://[',
  'http://',
  '',
  'javascript:alert(1)',
  'ftp://files.test/x',
  'data:text/html,x',
  '//',
] as const

const STATUSES = [301, 302, 303, 307, 308]
const CHAINS = [1, 3, 9, 10, 11, 25]

const to = (location: string, status = 302): Page => ({ template: 'redirect', status, location })

export function redirects(host: string, options: RedirectOptions = {}): Site {
  const paths = [
    ...STATUSES.map(code => `/status/${code}`),
    ...CHAINS.map(n => `/chain/${n}`),
    '/loop/a',
    '/self',
    '/endless/0',
    '/relative/here',
    '/fragment',
    '/upper',
    '/meta',
    '/meta-slow',
    '/header-refresh',
    '/missing-location',
    ...PRIVATE_TARGETS.map((_, n) => `/private/${n}`),
    ...BROKEN_TARGETS.map((_, n) => `/broken/${n}`),
    ...(options.otherHost ? ['/away'] : []),
  ]
  const find = routes({
    '/': ({ seed }) => listing(seed, 'home', 'Redirects', paths),
    '/target': ({ seed }) => leaf(seed, 'target', 'Target'),
    '/status/:code#': ({ number }) =>
      STATUSES.includes(number('code')) ? to('/target', number('code')) : undefined,
    '/chain/:n#': ({ seed, number }) =>
      number('n') === 0 ? leaf(seed, 'chain-end', 'End') : to(`/chain/${number('n') - 1}`),
    '/loop/a': () => to('/loop/b'),
    '/loop/b': () => to('/loop/a'),
    '/self': () => to('/self'),
    '/endless/:n#': ({ number }) => ({
      ...to(`/endless/${number('n') + 1}`),
      ...(number('n') > 25 ? { trap: true } : {}),
    }),
    '/relative/here': () => to('../target'),
    '/fragment': () => to('/target#part'),
    '/upper': () => to(`HTTP://${host.toUpperCase()}/target`),
    '/meta': ({ seed }) => meta(seed, 0),
    '/meta-slow': ({ seed }) => meta(seed, 300),
    '/header-refresh': ({ seed }) => ({
      ...leaf(seed, 'redirect', 'Refresh'),
      headers: { refresh: '0; url=/target' },
      location: '/target',
    }),
    '/missing-location': () => ({ template: 'redirect', status: 302 }),
    '/private/:n#': ({ number }) => inward(PRIVATE_TARGETS[number('n')]),
    '/broken/:n#': ({ number }) => inward(BROKEN_TARGETS[number('n')]),
    '/away': () => (options.otherHost ? to(`http://${options.otherHost}/`) : undefined),
  })
  return { host, kind: 'redirects', entries: ['/'], find }
}

const inward = (location: string | undefined) => (location === undefined ? undefined : to(location))

function meta(seed: number, seconds: number): Page {
  const refresh = el('meta', { 'http-equiv': 'refresh', content: `${seconds}; url=/target` })
  const draw = () =>
    el('html', {}, el('head', {}, el('title', {}, String(seed)), refresh), el('body', {}, 'Wait'))
  return { template: 'redirect', location: '/target', draw }
}
