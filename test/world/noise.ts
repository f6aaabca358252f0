/**
 * What differs on every fetch although nothing happened. Each kind is in a separate element, so that the truth
 * can say where the noise is; none of it adds or removes a link from the page's set of links.
 */
import { chance, pick, share } from './chance.ts'
import { a, type Child, type Element, el, linksOf } from './markup.ts'

export const NOISE_KINDS = ['clock', 'advert', 'token', 'counter', 'related', 'comment', 'script'] as const
export type NoiseKind = (typeof NOISE_KINDS)[number]

/** Where each kind is (as CSS selectors); comments have no element. */
export const NOISE_PLACES: Readonly<Record<NoiseKind, string>> = {
  clock: 'p.clock-now',
  advert: 'div.advert',
  token: 'form.session-form',
  counter: 'span.view-counter',
  related: 'ul.seen-by-others',
  comment: '',
  script: 'script.page-state',
}

const ADVERTS = [
  'Fly to the sun',
  'Cheap tyres',
  'Learn the piano in a week',
  'Better coffee',
  'Loans today',
  'New mattress',
]

interface Fetching {
  readonly serial: number
  readonly seed: number
  readonly nowMs: number
  readonly pageUrl: string
}

type Draw = (root: Element, fetching: Fetching) => Child

const DRAW: Readonly<Record<NoiseKind, Draw>> = {
  clock: (_, { nowMs }) => el('p', { class: 'clock-now' }, `Now: ${new Date(nowMs).toUTCString()}`),
  advert: (_, { serial, seed }) => {
    const random = chance('advert', seed, serial)
    const slogan = `${pick(random, ADVERTS)} ${random.token(6)}`
    return el(
      'div',
      { class: 'advert' },
      el('img', { src: `/ads/${random.token(8)}.png`, alt: slogan }),
      slogan,
    )
  },
  token: (_, { serial, seed }) =>
    el(
      'form',
      { class: 'session-form', method: 'post', action: '/subscribe' },
      el('input', { type: 'hidden', name: 'csrf', value: chance('token', seed, serial).token(32) }),
    ),
  counter: (_, { serial }) => el('span', { class: 'view-counter' }, `${1000 + serial} views`),
  related: (root, fetching) => {
    const own = linksOf(root, fetching.pageUrl).filter(link => !link.nofollow)
    const order = (url: string) => share('related', fetching.serial, url)
    const shown = [...own].sort((x, y) => order(x.url) - order(y.url)).slice(0, 4)
    return el('ul', { class: 'seen-by-others' }, ...shown.map(link => el('li', {}, a(link.url, link.text))))
  },
  comment: (_, { serial, nowMs }) => ({
    raw: `<!-- served ${nowMs} by node ${serial % 7}, request ${serial} -->`,
  }),
  script: (_, { serial, seed }) =>
    el(
      'script',
      { class: 'page-state', nonce: chance('nonce', seed, serial).token(16) },
      {
        raw: `window.state={"request":${serial},"t":"${chance('state', seed, serial).token(20)}"}`,
      },
    ),
}

/** The same page with its noise at the end of BODY. */
export function addNoise(root: Element, kinds: readonly NoiseKind[], fetching: Fetching): Element {
  if (kinds.length === 0) return root
  const noise = kinds.map(kind => DRAW[kind](root, fetching))
  const children = root.children.map(child =>
    typeof child !== 'string' && 'tag' in child && child.tag === 'body'
      ? { ...child, children: [...child.children, ...noise] }
      : child,
  )
  return { ...root, children }
}
