/**
 * A page reduced to what modeling needs: its links with their paths, the paths of its template, its labels, its forms.
 *
 * A step of a path is the tag with the first word of its class that has no digit (digits are mostly ids of the page
 * itself). Of the path of a feature, only the end that tells its template is kept (template-path.ts).
 * One pass over the tree, linear in the page; the tree is not needed afterward.
 */
import { parseRefresh, redirects } from '../../document/index.ts'
import { parseTree, type Tree, type TreeNode } from '../../html/index.ts'
import { canonicalUrl, hostOf, registrableDomain, withQueryIn } from '../../url/index.ts'
import { formAt, type PageForm } from '../forms/forms.ts'
import type { SourcePage } from '../sample/source.ts'
import type { Interner } from './interner.ts'
import { StepPath } from './step-path.ts'
import { urlTokens } from './url-tokens.ts'

export interface SketchLink {
  readonly path: number
  readonly url: string
  /** What marks a link as pagination: its text and `rel`. */
  readonly text: string
  readonly rel: string
  /** Set if the link is an answer to a form at this path: the name of the form's field that takes words. */
  readonly field?: string
}

export interface SketchForm {
  readonly path: number
  readonly form: PageForm
}

export interface PageSketch {
  readonly url: string
  /** Links into the same site, in order of appearance. */
  readonly links: readonly SketchLink[]
  readonly forms: readonly SketchForm[]
  /** Where texts and links are: their paths down to the last step with a class or an id, each once. */
  readonly places: readonly number[]
  /** The ends of those paths that tell the template (template-path.ts). */
  readonly structure: readonly number[]
  /** The texts of headings, captions and names of values, as far as they may recur on other pages. */
  readonly labels: readonly number[]
  /** Words of class and id of `html` and `body`. */
  readonly frame: readonly number[]
  readonly urlTokens: readonly number[]
  /** About how many characters of text it has. */
  readonly textLength: number
  /** Equal for pages that say the same, whatever their links. */
  readonly fingerprint: number
  /** Where the page redirects its readers at once. */
  readonly moved?: string
}

const MAX_TEXT_CHARS = 64
const MAX_LINKS = 5_000
const MAX_HREF_CHARS = 8_192
const MAX_FORMS = 50
const MAX_FEATURES = 5_000
const NO_PAGE =
  /\.(?:jpe?g|png|gif|svg|webp|ico|css|js|mjs|json|xml|rss|atom|pdf|zip|gz|tgz|bz2|xz|tar|exe|dmg|mp[34]|webm|avi|woff2?|ttf|txt|csv|docx?|xlsx?|pptx?)$/i

/** Their text is not part of what a page says. */
const UNREAD = new Set('script style option'.split(' '))
const LABELED = new Set('h1 h2 h3 h4 h5 h6 th dt legend label button strong b caption summary'.split(' '))
const MAX_LABEL_CHARS = 40
const MAX_LABELS = 300

const CONTAINERS = new Set('div section ul ol table nav header footer main aside article form'.split(' '))

export function sketchPage(page: SourcePage, vocabulary: Interner, domain?: string): PageSketch {
  return sketchTree(parseTree(page.html, page.charset), page.url, vocabulary, domain)
}

/** Links to other hosts are left out, unless they are at the same `domain`. */
export function sketchTree(tree: Tree, url: string, vocabulary: Interner, domain?: string): PageSketch {
  return new Sketcher(tree, url, vocabulary, domain).sketch()
}

class Sketcher {
  private readonly tree: Tree
  private readonly url: string
  private readonly vocabulary: Interner
  private readonly links: SketchLink[] = []
  private readonly forms: SketchForm[] = []
  private readonly places = new Set<number>()
  private readonly structure = new Set<number>()
  private readonly labels = new Set<number>()
  private readonly frame = new Set<number>()
  private readonly paths: StepPath[]
  private readonly root = StepPath.root()
  private base: string
  private textLength = 0
  private fingerprint = 0
  private moved: string | undefined
  private readonly host: string
  private readonly domain: string | undefined

  constructor(tree: Tree, url: string, vocabulary: Interner, domain: string | undefined) {
    this.domain = domain
    this.tree = tree
    this.url = url
    this.base = url
    this.host = hostOf(url)
    this.vocabulary = vocabulary
    this.paths = new Array(tree.nodes.length)
  }

  sketch(): PageSketch {
    for (const node of this.tree.nodes) {
      if (node.kind === 'element') this.element(node)
      else if (node.kind === 'text' && !UNREAD.has(node.parent!.name)) this.textLength += lengthOf(node)
    }
    const tokens = urlTokens(this.url).map(token => this.vocabulary.id(`url ${token}`))
    return {
      url: this.url,
      links: this.links,
      forms: this.forms,
      places: [...this.places],
      structure: [...this.structure],
      labels: [...this.labels],
      frame: [...this.frame],
      urlTokens: [...new Set(tokens)],
      textLength: this.textLength,
      fingerprint: this.fingerprint,
      ...(this.moved !== undefined && { moved: this.moved }),
    }
  }

  private element(node: TreeNode): void {
    const { order, name } = node
    const around = this.paths[node.parent!.order] ?? this.root
    const frame = name === 'html' || name === 'body'
    const path = frame ? this.root : around.step(name, stepWord(node))
    this.paths[order] = path
    if (name === 'base') this.base = canonicalUrl(node.attribute('href') ?? '', this.url) ?? this.base
    if (name === 'a' || name === 'area') this.anchor(node)
    if (name === 'meta') this.refresh(node)
    if (name === 'form' && this.forms.length < MAX_FORMS)
      this.forms.push({ path: path.id(this.vocabulary), form: formAt(node, this.base) })
    if (frame) this.frameWords(node)
    this.text(node)
  }

  private frameWords(node: TreeNode): void {
    for (const word of (node.attribute('class') ?? '').split(/\s+/).slice(0, 20))
      if (word !== '' && !/\d/.test(word)) this.frame.add(this.vocabulary.id(`frame ${word}`))
    const id = node.attribute('id')
    if (id !== undefined && !/\d/.test(id)) this.frame.add(this.vocabulary.id(`frame #${id}`))
  }

  private refresh(node: TreeNode): void {
    if (node.attribute('http-equiv')?.toLowerCase() !== 'refresh') return
    const refresh = parseRefresh(node.attribute('content') ?? '')
    if (refresh === undefined || refresh.url === '' || !redirects(refresh)) return
    const url = canonicalUrl(refresh.url, this.base)
    if (url !== undefined && url !== this.url) this.moved = url
  }

  private anchor(node: TreeNode): void {
    const href = node.attribute('href')
    if (href === undefined || href.startsWith('#') || this.links.length >= MAX_LINKS) return
    this.feature(this.paths[node.order]!)
    const url = href.length > MAX_HREF_CHARS ? undefined : this.address(href)
    if (url === undefined || !this.isInside(url) || url === this.url || isNoPage(url)) return
    const text = shortText(node)
    this.links.push({
      path: this.paths[node.order]!.id(this.vocabulary),
      url,
      text,
      rel: node.attribute('rel') ?? '',
    })
  }

  private isInside(url: string): boolean {
    const host = hostOf(url)
    return host === this.host || (this.domain !== undefined && registrableDomain(host) === this.domain)
  }

  private address(href: string): string | undefined {
    return canonicalUrl(withQueryIn(this.tree.charset, href), this.base)
  }

  private text(node: TreeNode): void {
    const { name, order } = node
    if (UNREAD.has(name) || name === 'html') return
    const text = ownText(node)
    if (text === '') return
    this.fingerprint = mixed(this.fingerprint, text)
    if (LABELED.has(name)) this.label(text)
    this.feature(this.paths[order]!)
  }

  /** Adds a label unless it has digits, which count or date something and so are content. */
  private label(text: string): void {
    if (text.length > MAX_LABEL_CHARS || /\d/.test(text) || this.labels.size >= MAX_LABELS) return
    const words = text.toLowerCase().replace(/[^\p{L}\p{N} ]+/gu, '')
    this.labels.add(this.vocabulary.id(`label ${words.trim()}`))
  }

  private feature({ place }: StepPath): void {
    if (this.places.size >= MAX_FEATURES) return
    this.places.add(place.id(this.vocabulary))
    this.structure.add(place.templateId(this.vocabulary))
  }
}

/** Long texts are not decoded only to be measured. */
function lengthOf(text: TreeNode): number {
  return text.rawLength > 4 * MAX_TEXT_CHARS ? text.rawLength : text.text().trim().length
}

function mixed(hash: number, text: string): number {
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193) | 0
  return hash
}

function isNoPage(url: string): boolean {
  const end = url.search(/[?#]/)
  return NO_PAGE.test(end < 0 ? url : url.slice(0, end))
}

function classWord(value: string | undefined): string | undefined {
  if (value === undefined) return undefined
  for (const word of value.split(/\s+/)) if (word !== '' && !/\d/.test(word)) return word
  return undefined
}

/** The id of a container without a class; ids of headings and anchors name content. */
function idWord(node: TreeNode): string | undefined {
  const id = node.attribute('id')
  return id !== undefined && CONTAINERS.has(node.name) && /^[^\d\s]+$/.test(id) ? `#${id}` : undefined
}

/** The word that distinguishes a step of a path from others of its tag. */
export function stepWord(node: TreeNode): string | undefined {
  return classWord(node.attribute('class')) ?? idWord(node)
}

/** The text directly inside an element, if it is short. */
function ownText(node: TreeNode): string {
  for (let child = node.firstChild; child !== undefined; child = child.nextSibling) {
    if (child.kind !== 'text' || child.rawLength > 4 * MAX_TEXT_CHARS) continue
    const text = child.text().trim()
    if (text !== '') return text.length < MAX_TEXT_CHARS ? text.replace(/\s+/g, ' ') : ''
  }
  return ''
}

function shortText(node: TreeNode): string {
  if (node.last - node.order > 8) return ''
  return node
    .text()
    .slice(0, 4 * MAX_TEXT_CHARS)
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, MAX_TEXT_CHARS)
}
