/** Answers that depend on Accept, Accept-Language and User-Agent, for request profiles. */
import { leaf, listing } from '../listing.ts'
import { routes } from '../routes.ts'
import { type Asked, type Page, plain, type Site } from '../site.ts'
import { type Language, sentence } from '../words.ts'

const PAGES = 3
const LANGUAGES: readonly Language[] = ['en', 'de', 'no', 'fr']
const json = plain('{"answer":"not for people"}', 'json', 'application/json')
const turnedAway: Page = { template: 'refused', status: 403, bytes: () => 'No robots please' }
const notAcceptable: Page = { template: 'refused', status: 406, bytes: () => 'Not acceptable' }

type Choose = (asked: Asked, html: Page, seed: number) => Page

const DOORS: Readonly<Record<string, Choose>> = {
  /** HTML only for clients that name it; JSON otherwise. */
  accept: ({ headers }, html) => (headers.accept?.includes('text/html') ? html : json),
  /** HTML only for clients that name XHTML; status 406 otherwise. */
  strict: ({ headers }, html) => (headers.accept?.includes('application/xhtml+xml') ? html : notAcceptable),
  /** HTML only for browsers. */
  browser: ({ headers }, html) => (/^Mozilla\//.test(headers['user-agent'] ?? '') ? html : turnedAway),
  /** HTML for everyone whose name does not say that it is a robot. */
  'no-bots': ({ headers }, html) =>
    /bot|crawl|spider|tidewatch/i.test(headers['user-agent'] ?? '') ? turnedAway : html,
  language: ({ headers }, html, seed) => inLanguage(html, headers['accept-language'], seed),
}

export function negotiated(host: string): Site {
  const paths = Object.keys(DOORS).flatMap(door => Array.from({ length: PAGES }, (_, n) => `/${door}/${n}`))
  const find = routes({
    '/': ({ seed }) => listing(seed, 'home', 'Negotiated', paths),
    '/:door/:n#': ({ seed, path, part, number }) => {
      const choose = DOORS[part('door')]
      if (!choose || number('n') >= PAGES) return undefined
      const html: Page = {
        ...leaf(seed, part('door'), path),
        headers: { vary: 'accept, accept-language, user-agent' },
      }
      return { ...html, given: asked => choose(asked, html, seed) }
    },
  })
  return { host, kind: 'negotiated', entries: ['/'], find }
}

function inLanguage(html: Page, wanted: string | undefined, seed: number): Page {
  const first = (wanted ?? '').slice(0, 2).toLowerCase()
  const language = LANGUAGES.find(known => known === first) ?? 'en'
  return {
    ...html,
    ...leaf(seed, 'language', sentence(language, seed)),
    headers: { 'content-language': language, vary: 'accept-language' },
  }
}
