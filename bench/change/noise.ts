/**
 * Noise: what a server prints anew on every visit although nobody wrote anything. A kind chooses its place, its element and its
 * manner once for a page, and is then drawn again for each visit.
 */
import type { Chance } from './chance.ts'
import { inventedTimes } from './invented.ts'
import { type Times, timesOf } from './times.ts'
import {
  allElements,
  attribute,
  bodyOf,
  type Document,
  type Element,
  escaped,
  insertAt,
  isText,
  placesOf,
  setAttribute,
  type Text,
} from './tree.ts'

export interface Visit {
  readonly at: Date
  readonly serial: number
  /** Of this page and this visit. */
  readonly chance: Chance
}

/** Finds its place in a fresh copy of the page; called again, after the page was edited or not, puts this visit's noise there. */
export type Noise = (tree: Document) => (visit: Visit) => void

export interface Surroundings {
  readonly chance: Chance
  readonly heldOut: boolean
  /** Times and counters in languages that do not exist. */
  readonly invented: boolean
  /** Sentences and titles of other pages. */
  readonly sentences: readonly string[]
}

const timesIn = ({ chance, heldOut, invented }: Surroundings): Times =>
  invented ? inventedTimes(chance) : timesOf(chance, heldOut)

type Make = (tree: Document, surroundings: Surroundings) => Noise

export const NOISES: Readonly<Record<string, Make>> = {
  date: (tree, around) => {
    const times = timesIn(around)
    return inPlace(tree, around, visit => times.date(visit.at))
  },
  clock: (tree, around) => {
    const times = timesIn(around)
    return inPlace(tree, around, visit => times.clock(visit.at))
  },
  ago: (tree, around) => {
    const times = timesIn(around)
    return inPlace(tree, around, ({ chance }) => times.ago(chance.between(1, chance.pick([59, 300, 5000]))))
  },
  counter: (tree, around) => {
    const times = timesIn(around)
    const start = around.chance.between(1, 50_000)
    return inPlace(tree, around, ({ serial, chance }) =>
      times.counter(start + serial * 40 + chance.below(30)),
    )
  },
  advert,
  related,
  token,
  'attribute order':
    () =>
    tree =>
    ({ chance }) => {
      for (const element of allElements(tree))
        element.attrs = chance.some(element.attrs, element.attrs.length)
    },
  comment: (tree, around) => {
    const where = placer(tree, around, false)
    return placed(
      where,
      ({ at, chance }) =>
        `<!-- served ${at.toISOString()} by node${chance.below(9)} in ${chance.below(900)}ms -->`,
    )
  },
}

const HOLDERS = ['p', 'div', 'span', 'small', 'li', 'em', 'time', 'b']
const CLASSES = ['', '', 'meta', 'info', 'date', 'c-8f3a', 'x', 'byline', 'entry-meta', 'css-1x9k2p']
const HELD_OUT_CLASSES = ['', 'm-stamp', 'sc-fzXfQV', 'u-small', 'published', 'post__details', 'text-muted']

/** A short text, in an element of its own or inside somebody's paragraph. */
function inPlace(tree: Document, around: Surroundings, draw: (visit: Visit) => string): Noise {
  const { chance } = around
  const name = chance.pick(HOLDERS)
  const style = chance.pick(around.heldOut ? HELD_OUT_CLASSES : CLASSES)
  const inline = ['span', 'small', 'em', 'time', 'b'].includes(name)
  const where = inline && chance.share() < 0.5 ? insideText(tree, around) : placer(tree, around, true)
  return placed(where, visit => `<${name}${style && ` class="${style}"`}>${escaped(draw(visit))}</${name}>`)
}

const placed =
  (where: Placer, draw: (visit: Visit) => string): Noise =>
  tree => {
    const put = where(tree)
    return visit => put(draw(visit))
  }

type Placer = (tree: Document) => (markup: string) => void
const BLOCKS = new Set(
  'p div ul ol table section article h1 h2 h3 h4 dl blockquote pre main li td dd figure'.split(' '),
)

/** Before a block somewhere on the page, the same on each visit; `seen` keeps to visible places. */
function placer(tree: Document, { chance }: Surroundings, seen: boolean): Placer {
  const blocks = (tree: Document) =>
    placesOf(tree, seen).elements.filter(element => BLOCKS.has(element.tagName))
  const index = chance.below(Math.max(1, blocks(tree).length))
  const inside = chance.share() < 0.3
  return tree => {
    const block = blocks(tree)[index] ?? bodyOf(tree)!
    return markup => {
      if (inside || block.tagName === 'body') return insertAt(block, 0, markup)
      const parent = block.parentNode as Element
      const at = parent.childNodes.indexOf(block)
      if (at >= 0) insertAt(parent, at, markup)
    }
  }
}

/** Behind a piece of running text. */
function insideText(tree: Document, around: Surroundings): Placer {
  const long = (tree: Document) => placesOf(tree, true).texts.filter(text => text.value.length > 60)
  const index = around.chance.below(Math.max(1, long(tree).length))
  const fallback = placer(tree, around, true)
  return tree => {
    const text: Text | undefined = long(tree)[index]
    if (text === undefined) return fallback(tree)
    return markup => {
      const parent = text.parentNode as Element
      const at = parent.childNodes.indexOf(text)
      if (at >= 0) insertAt(parent, at + 1, ` ${markup} `)
    }
  }
}

const AD_CLASSES = [
  'ad',
  'advert',
  'ad-slot',
  'sponsored',
  'banner',
  'promo-box',
  'box',
  'module',
  'teaser',
  'w-full p-4',
  '',
  'adsbygoogle',
]
const HELD_OUT_AD_CLASSES = [
  '',
  'row-3',
  'sc-abXyz',
  'mpu',
  'leaderboard',
  'pub',
  'reklama',
  'container',
  'block-block',
  'OUTBRAIN',
  'highlight',
  'card',
]

function advert(tree: Document, around: Surroundings): Noise {
  const { chance, sentences } = around
  const style = chance.pick(around.heldOut ? HELD_OUT_AD_CLASSES : AD_CLASSES)
  const name = chance.pick(['div', 'section', 'ins', 'p', 'aside', 'figure'])
  const label = chance.pick(['', '', '<small>Advertisement</small>', '<span>Anzeige</span>'])
  const randomId = chance.share() < 0.4
  const where = placer(tree, around, true)
  const campaigns = chance.some(sentences, chance.pick([3, 6, 200]))
  return placed(where, ({ chance }) => {
    const slogan = escaped(chance.pick(campaigns).slice(0, 120))
    const id = randomId ? ` id="ad-${chance.token(8)}"` : ''
    const target = `https://ads.example.net/click?c=${chance.hex(12)}&u=${chance.token(20)}`
    const picture = `<img src="/i/${chance.token(8)}.jpg" alt="">`
    return `<${name}${style && ` class="${style}"`}${id}>${label}<a href="${target}">${picture} ${slogan}</a></${name}>`
  })
}

const LIST_CLASSES = [
  'related',
  'recommendations',
  'you-may-like',
  'more',
  'list',
  '',
  'sidebar-box',
  'popular',
  'teasers',
]
const HELD_OUT_LIST_CLASSES = [
  '',
  'grid',
  'sc-kPvuk',
  'carousel',
  'mehr-zum-thema',
  'lire-aussi',
  'discover',
  'upnext',
  'cards',
]
const HEADINGS = [
  'Related articles',
  'You may also like',
  'Mehr zum Thema',
  'A lire aussi',
  '',
  'Most read',
  'Recommended for you',
  'Ver también',
]

function related(tree: Document, around: Surroundings): Noise {
  const { chance, sentences, heldOut } = around
  const pool = chance
    .some(sentences, chance.pick([6, 10, 30, 100]))
    .map(text => ({ text: escaped(text.slice(0, 90)), href: `/${chance.token(6)}/${chance.below(9999)}` }))
  const shown = chance.between(3, 6)
  const style = chance.pick(heldOut ? HELD_OUT_LIST_CLASSES : LIST_CLASSES)
  const heading = chance.pick(HEADINGS)
  const cards = chance.share() < 0.4
  const where = placer(tree, around, true)
  return placed(where, ({ chance }) => {
    const items = chance
      .some(pool, shown)
      .map(({ text, href }) =>
        cards
          ? `<div><h4><a href="${href}">${text.slice(0, 50)}</a></h4><p>${text}</p></div>`
          : `<li><a href="${href}">${text}</a></li>`,
      )
    const list = cards ? items.join('') : `<ul>${items.join('')}</ul>`
    return `<div${style && ` class="${style}"`}>${heading && `<h3>${heading}</h3>`}${list}</div>`
  })
}

const PARAMETERS = ['_', 'v', 'cb', 't', 'rnd', 'nocache', 'ts']
const HELD_OUT_PARAMETERS = ['build', 'x', 'bust', 'r', 'version', 'hash', 'd']
const SESSIONS = ['sid', 'PHPSESSID', 'sessionid', 'token']

/** CSRF fields, nonces, cache busters and session ids, in forms, scripts, resources and links. */
function token(tree: Document, around: Surroundings): Noise {
  const { chance, heldOut } = around
  const where = placer(tree, around, false)
  const parameter = chance.pick(heldOut ? HELD_OUT_PARAMETERS : PARAMETERS)
  const session = chance.pick(SESSIONS)
  const kinds = chance.some(['form', 'script', 'resources', 'links', 'data', 'visible'], 3)
  const length = chance.between(20, 40)
  return tree => {
    const put = where(tree)
    return ({ chance, at }) => {
      const secret = chance.token(length)
      const has = (kind: string) => kinds.includes(kind)
      if (has('form'))
        put(
          `<form method="post" action="/go"><input type="hidden" name="csrf_token" value="${secret}"></form>`,
        )
      if (has('script'))
        put(`<script nonce="${secret}">window.page={"t":${at.getTime()},"id":"${secret}"}</script>`)
      if (has('visible')) put(`<p class="debug">Request ID: ${uuid(chance)}</p>`)
      for (const element of allElements(tree)) {
        if (has('resources')) bust(element, parameter, chance.hex(10))
        if (has('data') && element.tagName === 'div' && element.attrs.length > 0)
          setAttribute(element, 'data-token', secret)
        if (has('links') && element.tagName === 'a') addToQuery(element, 'href', session, secret)
      }
    }
  }
}

const uuid = (chance: Chance) =>
  `${chance.hex(8)}-${chance.hex(4)}-4${chance.hex(3)}-a${chance.hex(3)}-${chance.hex(12)}`

function bust(element: Element, parameter: string, value: string): void {
  if (element.tagName === 'link') addToQuery(element, 'href', parameter, value)
  if (element.tagName === 'script' || element.tagName === 'img') addToQuery(element, 'src', parameter, value)
}

function addToQuery(element: Element, name: string, parameter: string, value: string): void {
  const address = attribute(element, name)
  if (!address || /^(?:#|data:|javascript:|mailto:)/.test(address)) return
  const [path, fragment] = address.split('#', 2) as [string, string | undefined]
  const joined = `${path}${path.includes('?') ? '&' : '?'}${parameter}=${value}`
  setAttribute(element, name, fragment === undefined ? joined : `${joined}#${fragment}`)
}

export const sentencesOf = (tree: Document): string[] =>
  placesOf(tree, true)
    .texts.filter(isText)
    .map(text => text.value.replace(/\s+/g, ' ').trim())
    .filter(text => text.length > 30 && text.includes(' '))
