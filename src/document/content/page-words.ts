/** What a page says about itself in its head, its address and its structured data, to find the blocks that say the same. */
import type { Tree, TreeNode } from '../../html/index.ts'
import words from './content-names.json' with { type: 'json' }
import { isLongWord, PHRASE_WORDS, phraseAt, type TextShape, textShape } from './text-shape.ts'

/** Kinds of pages, as declared in structured data (schema.org) or for social networks. */
const KINDS = [
  /Article|BlogPosting|Report/,
  /Product|Offer/,
  /ItemList|CollectionPage|OfferCatalog|SearchResultsPage/,
  /DiscussionForumPosting|QAPage|Question|Comment/,
  /Organization|LocalBusiness|Service|SoftwareApplication/,
  /FAQPage|HowTo|TechArticle|Course|Recipe/,
  /^og:article/,
  /^og:product/,
  /^og:website/,
]
/** Words that publishing systems use in the classes of the whole page, and authors in its address. */
const BODY_PATTERNS = words.kinds.map(each => new RegExp(each, 'i'))
const SCHEME = /^[a-z][a-z0-9+.-]*:/i
const TYPE = /"@type"\s*:\s*(?:\[\s*)?"([\w:/. ]{1,60})"/g
const LONG_TEXT = /"(articleBody|description|text|reviewBody)"\s*:\s*"((?:[^"\\]|\\.){40,})"/g
/** Elements that are counted. */
const COUNTED: ReadonlyMap<string, number> = new Map(
  'h1 h2 h3 pre time form img article table dl code'.split(' ').map((name, i) => [name, i]),
)
const MAX_DATA_CHARS = 200_000
const MAX_PHRASES = 20_000
const MAX_BLOCK_WORDS = 60

export interface PageWords {
  /** Hashes of long words. */
  readonly title: ReadonlySet<number>
  readonly description: ReadonlySet<number>
  /** Phrases of long texts in structured data. */
  readonly phrases: ReadonlySet<number>
  /** Of these, the phrases of what is called the text of an article. */
  readonly body: ReadonlySet<number>
  /** Facts that are the same for every block of the page. */
  readonly facts: readonly number[]
}

const longWords = (text: string): ReadonlySet<number> => new Set(textShape(text).hashes.filter(isLongWord))

/** How much of a text also occurs elsewhere on the page. */
export interface KnownShares {
  /** Share of its words, or of those of the title or description if these are fewer. */
  readonly title: number
  readonly description: number
  /** Share of its phrases in structured data; −1 for a text without any. */
  readonly phrases: number
  /** Share of its phrases in what structured data call the text of an article; −1 if there is none. */
  readonly body: number
}

export function knownShares(
  { hashes }: TextShape,
  { title, description, phrases, body }: PageWords,
): KnownShares {
  const looked = Math.min(hashes.length, MAX_BLOCK_WORDS)
  return {
    title: overlap(hashes, looked, title),
    description: overlap(hashes, looked, description),
    phrases: phraseShare(hashes, looked, phrases),
    body: phraseShare(hashes, looked, body),
  }
}

function overlap(hashes: readonly number[], looked: number, known: ReadonlySet<number>): number {
  if (known.size === 0) return 0
  let long = 0
  let shared = 0
  for (let i = 0; i < looked; i++) {
    const hash = hashes[i]!
    if (!isLongWord(hash)) continue
    long++
    if (known.has(hash)) shared++
  }
  return long === 0 ? 0 : Math.min(1, shared / Math.min(long, known.size))
}

function phraseShare(hashes: readonly number[], looked: number, phrases: ReadonlySet<number>): number {
  const count = looked - PHRASE_WORDS + 1
  if (phrases.size === 0 || count < 1) return -1
  let shared = 0
  for (let i = 0; i < count; i++) if (phrases.has(phraseAt(hashes, i))) shared++
  return shared / count
}

class HeadReader {
  title = ''
  description = ''
  address = ''
  bodyNames = ''
  readonly said: string[] = []
  readonly phrases = new Set<number>()
  readonly body = new Set<number>()
  readonly counts = new Uint32Array(COUNTED.size)
  /** Links, and how many of them lead to a place in the page and to a page by a relative address: programs that make manuals write such ones. */
  links = 0
  inPage = 0
  relative = 0

  read(node: TreeNode): void {
    const { name } = node
    const counted = COUNTED.get(name)
    if (counted !== undefined) this.counts[counted]!++
    if (name === 'a') this.#readLink(node.attribute('href'))
    else if (name === 'title') this.title ||= node.text()
    else if (name === 'meta') this.#readMeta(node)
    else if (name === 'link' && node.attribute('rel') === 'canonical')
      this.address = node.attribute('href') ?? ''
    else if (name === 'html' || name === 'body')
      this.bodyNames += ` ${node.attribute('class') ?? ''} ${node.attribute('id') ?? ''}`
    else if (name === 'script' && /ld\+json/i.test(node.attribute('type') ?? ''))
      this.#readData(node.text().slice(0, MAX_DATA_CHARS))
  }

  #readLink(address: string | undefined): void {
    if (address === undefined || address === '') return
    this.links++
    if (address.startsWith('#')) this.inPage++
    else if (!address.startsWith('/') && !SCHEME.test(address)) this.relative++
  }

  #readMeta(node: TreeNode): void {
    const name = (node.attribute('name') ?? node.attribute('property') ?? '').toLowerCase()
    const content = node.attribute('content') ?? ''
    if (name === 'description' || name === 'og:description') this.description ||= content
    if (name === 'og:url') this.address ||= content
    if (name === 'og:type') this.said.push(`og:${content.toLowerCase()}`)
  }

  #readData(data: string): void {
    for (const [, type = ''] of data.matchAll(TYPE)) this.said.push(type)
    for (const [, name, text = ''] of data.matchAll(LONG_TEXT)) {
      const plain = text.replace(/\\[nrt]|<[^<>]*>/g, ' ').replace(/\\u([0-9a-f]{4})/gi, unescaped)
      const { hashes } = textShape(plain)
      for (let i = 0; i + PHRASE_WORDS <= hashes.length && this.phrases.size < MAX_PHRASES; i++) {
        this.phrases.add(phraseAt(hashes, i))
        if (name === 'articleBody') this.body.add(phraseAt(hashes, i))
      }
    }
  }
}

/** Number of facts about the page as a whole, and where those are among them that only tell manuals. */
export const HEAD_FACTS = KINDS.length + 2 * BODY_PATTERNS.length + 19
export const MANUAL_FACTS = { from: HEAD_FACTS - 6, to: HEAD_FACTS - 2 } as const

const unescaped = (_: string, code: string) => String.fromCharCode(Number.parseInt(code, 16))

export function pageWords(tree: Tree): PageWords {
  const head = new HeadReader()
  for (const node of tree.nodes) if (node.kind === 'element') head.read(node)
  const kinds = KINDS.map(kind => (head.said.some(each => kind.test(each)) ? 1 : 0))
  return {
    title: longWords(head.title),
    description: longWords(head.description),
    phrases: head.phrases,
    body: head.body,
    facts: [
      ...kinds,
      ...BODY_PATTERNS.map(pattern => (pattern.test(head.bodyNames) ? 1 : 0)),
      ...pathFacts(head.address),
      ...Array.from(head.counts, count => Math.log1p(count)),
      head.inPage / Math.max(1, head.links),
      head.relative / Math.max(1, head.links),
      Math.log1p(head.phrases.size),
      Math.log1p(head.body.size),
    ],
  }
}

/** How deep the address is, whether it has a date or a number, how many words its last part has, and which kinds of pages it names. */
function pathFacts(address: string): number[] {
  const path = (address === '' ? null : URL.parse(address, 'http://localhost/'))?.pathname ?? '/'
  const parts = path.split('/').filter(part => part !== '')
  const last = parts.at(-1) ?? ''
  return [
    address === '' ? -1 : parts.length,
    /\/(?:19|20)\d\d(?:\/|-)/.test(path) ? 1 : 0,
    /\d{4,}/.test(last) ? 1 : 0,
    last.split(/[-_]/).length,
    ...BODY_PATTERNS.map(pattern => (pattern.test(path) ? 1 : 0)),
  ]
}
