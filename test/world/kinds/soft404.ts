/** A site that never says 404: every address answers 200 with an apology, or leads home. */
import { frame } from '../layout.ts'
import { leaf, listing } from '../listing.ts'
import { a, el } from '../markup.ts'
import { routes } from '../routes.ts'
import type { Page, Site } from '../site.ts'

export interface Soft404Options {
  readonly pages?: number
  /** Number of linked addresses that have no page. */
  readonly dead?: number
  readonly answer?: 'apology' | 'home'
}

export function soft404(host: string, options: Soft404Options = {}): Site {
  const { pages = 10, dead = 10, answer = 'apology' } = options
  const links = [
    ...Array.from({ length: pages }, (_, n) => `/page/${n}`),
    ...Array.from({ length: dead }, (_, n) => `/lost/${n}`),
  ]
  const lost = (seed: number): Page =>
    answer === 'home' ? { template: 'soft404', status: 302, location: '/' } : apology(seed)
  const find = routes({
    '/': ({ seed }) => listing(seed, 'home', 'Home', links),
    '/robots.txt': () => undefined,
    '/page/:n#': ({ seed, path, number }) => (number('n') < pages ? leaf(seed, 'leaf', path, 4) : lost(seed)),
    '/*': ({ seed }) => lost(seed),
  })
  return { host, kind: 'soft404', entries: ['/'], find }
}

function apology(seed: number): Page {
  const main = [
    el('h1', {}, 'Sorry'),
    el('p', {}, 'The page you are looking for has moved or never was here.'),
    a('/', 'home'),
  ]
  return { template: 'soft404', draw: () => frame({ seed, template: 'soft404', title: 'Sorry', main }) }
}
