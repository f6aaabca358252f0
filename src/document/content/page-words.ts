/** What a page says about itself in its head, its address and its structured data, to find the blocks that say the same. */
import type { Tree, TreeNode } from '../../html/index.ts'
import words from './content-names.json' with { type: 'json' }

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
const WORD = /[\p{L}\p{N}]+/gu
const TYPE = /"@type"\s*:\s*(?:\[\s*)?"([\w:/. ]{1,60})"/g
const LONG_TEXT = /"(articleBody|description|text|reviewBody)"\s*:\s*"((?:[^"\\]|\\.){40,})"/g
const MAX_DATA_CHARS = 200_000
const MAX_PHRASES = 20_000
const MAX_BLOCK_WORDS = 60
const MAX_LOOKED_AT = 600
const PHRASE = 3

export interface PageWords {
  readonly title: ReadonlySet<string>
  readonly description: ReadonlySet<string>
  /** Phrases of long texts in structured data. */
  readonly phrases: ReadonlySet<string>
  /** Facts that are the same for every block of the page. */
  readonly facts: readonly number[]
}

const wordsIn = (text: string): string[] => text.toLowerCase().match(WORD) ?? []
const longWords = (text: string): ReadonlySet<string> =>
  new Set(wordsIn(text).filter(word => word.length > 2))

/** How much of a text also occurs elsewhere on the page. */
export interface KnownShares {
  /** Share of its words, or of those of the title or description if these are fewer. */
  readonly title: number
  readonly description: number
  /** Share of its phrases in structured data; −1 for a text without any. */
  readonly phrases: number
}

const UNKNOWN: KnownShares = { title: 0, description: 0, phrases: -1 }

export function knownShares(text: string, { title, description, phrases }: PageWords): KnownShares {
  if (title.size + description.size + phrases.size === 0) return UNKNOWN
  const found = wordsIn(text.slice(0, MAX_LOOKED_AT))
  const long = new Set<string>()
  for (const word of found) if (word.length > 2) long.add(word)
  return {
    title: overlap(long, title),
    description: overlap(long, description),
    phrases: phraseShare(found, phrases),
  }
}

function overlap(words: ReadonlySet<string>, known: ReadonlySet<string>): number {
  if (known.size === 0 || words.size === 0) return 0
  let shared = 0
  for (const word of words) if (known.has(word)) shared++
  return shared / Math.min(words.size, known.size)
}

function phraseShare(words: readonly string[], phrases: ReadonlySet<string>): number {
  const phraseCount = Math.min(words.length, MAX_BLOCK_WORDS) - PHRASE + 1
  if (phrases.size === 0 || phraseCount < 1) return -1
  let shared = 0
  for (let i = 0; i < phraseCount; i++)
    if (phrases.has(`${words[i]} ${words[i + 1]} ${words[i + 2]}`)) shared++
  return shared / phraseCount
}

class HeadReader {
  title = ''
  description = ''
  address = ''
  bodyNames = ''
  readonly said: string[] = []
  readonly phrases = new Set<string>()
  readonly counts = { h1: 0, h2: 0, h3: 0, pre: 0, time: 0, form: 0, img: 0, article: 0, table: 0 }

  read(node: TreeNode): void {
    const { name } = node
    if (name in this.counts) this.counts[name as keyof HeadReader['counts']]++
    if (name === 'title') this.title ||= node.text()
    else if (name === 'meta') this.#readMeta(node)
    else if (name === 'link' && node.attribute('rel') === 'canonical')
      this.address = node.attribute('href') ?? ''
    else if (name === 'html' || name === 'body')
      this.bodyNames += ` ${node.attribute('class') ?? ''} ${node.attribute('id') ?? ''}`
    else if (name === 'script' && /ld\+json/i.test(node.attribute('type') ?? ''))
      this.#readData(node.text().slice(0, MAX_DATA_CHARS))
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
    for (const [, , text = ''] of data.matchAll(LONG_TEXT)) {
      const found = wordsIn(text.replace(/\\[nrt]|<[^<>]*>/g, ' ').replace(/\\u([0-9a-f]{4})/gi, unescaped))
      for (let i = 0; i + PHRASE <= found.length && this.phrases.size < MAX_PHRASES; i++)
        this.phrases.add(`${found[i]} ${found[i + 1]} ${found[i + 2]}`)
    }
  }
}

const unescaped = (_: string, code: string) => String.fromCharCode(Number.parseInt(code, 16))

export function pageWords(tree: Tree): PageWords {
  const head = new HeadReader()
  for (const node of tree.nodes) if (node.kind === 'element') head.read(node)
  const kinds = KINDS.map(kind => (head.said.some(each => kind.test(each)) ? 1 : 0))
  return {
    title: longWords(head.title),
    description: longWords(head.description),
    phrases: head.phrases,
    facts: [
      ...kinds,
      ...BODY_PATTERNS.map(pattern => (pattern.test(head.bodyNames) ? 1 : 0)),
      ...pathFacts(head.address),
      ...Object.values(head.counts).map(count => Math.log1p(count)),
      Math.log1p(head.phrases.size),
    ],
  }
}

/** How deep the address is, whether it has a date or a number, how many words its last part has, and which kinds of pages it names. */
function pathFacts(address: string): number[] {
  const path = URL.parse(address, 'http://localhost/')?.pathname ?? '/'
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
