/**
 * A site model at work on one page: which class the page has, which of its links and forms lead on and to which class, what its
 * record says, and whether something must be sent before there is anything to read (a log-in, "show more").
 *
 * With a hand-written specification, a page has the class that the link to it promised. With an inferred model, the page's own
 * structure decides, and links are recognized by their place and by the form of their address: two hundred pages never show every
 * place where a link can be. Linear in the page for a fixed model; nothing here fetches.
 */

import { leadsToPage } from '../../document/page-relations.ts'
import { compileXPath, type Tree, type TreeNode, withOneEffort, type XPath } from '../../html/index.ts'
import { canonicalUrl, withQueryIn } from '../../url/index.ts'
import { Assigner } from '../cluster/assign.ts'
import { AddressPredictor } from '../links/address-predictor.ts'
import { type FormXPath, fillText, parseFormXPath } from '../specification/form-xpath.ts'
import { ownPhrases } from '../worth/own-phrases.ts'
import { type GuideData, isFor } from './data.ts'
import { ANY_WORDS } from './form-text.ts'
import { isPosted, postedUrl } from './posted.ts'
import { type GuidedRecord, readRecord } from './record.ts'
import { type Submission, submissionOf } from './submission.ts'
import { UNPLACED_CLASS } from './unplaced.ts'

export interface GuidedLink {
  readonly href: string
  readonly to: string
}

export interface GuidedPage {
  readonly pageClass: string | null
  /** Absolute addresses, each once; those of POST forms as `postedUrl` writes them. */
  readonly links: readonly GuidedLink[]
  /** What must be sent before the page shows its content. */
  readonly action: Submission | null
  readonly record: GuidedRecord | null
  /** Images that fields of the record name. */
  readonly images: readonly string[]
  /** Hashes of what the page says outside of its links (own-phrases.ts), if an inferred model is followed. */
  readonly phrases: Uint32Array | null
}

interface CompiledLink {
  readonly to: string
  readonly select: (root: TreeNode, base: string) => string[]
}

interface CompiledClass {
  readonly links: CompiledLink[]
  readonly actions: FormXPath[]
  /** Form links that are submitted query by query. */
  readonly asks: { readonly to: string; readonly form: FormXPath }[]
}

/** A form on a page that is submitted query by query, with the name of the field that takes words and the class of its answers. */
export interface AskedForm {
  readonly node: TreeNode
  readonly field: string | null
  readonly to: string
}

const MAX_LINKS = 10_000
const MAX_FORMS = 1_000
const MAX_ASKED = 3
const MAX_HREF_CHARS = 8_192
/** Elements that lead to pages. */
const LEADING = new Set(['a', 'area', 'iframe', 'frame'])
const NONE: CompiledClass = { links: [], actions: [], asks: [] }

export class Guide {
  readonly #data: GuideData
  readonly #classes = new Map<string, CompiledClass>()
  readonly #assigner: Assigner | null
  readonly #addresses: AddressPredictor | null

  constructor(data: GuideData) {
    this.#data = data
    this.#assigner = data.inferred && new Assigner(data.inferred.profile)
    this.#addresses = data.inferred && new AddressPredictor(data.inferred)
    for (const line of data.lines) {
      if (line.kind === 'field') continue
      const own = this.#classes.get(line.source) ?? { links: [], actions: [], asks: [] }
      this.#classes.set(line.source, own)
      const asked = line.kind === 'link' && line.type === 'form' ? formsIn(line.xpath).filter(isAsked) : []
      if (line.kind === 'action') own.actions.push(...formsIn(line.xpath))
      else if (asked.length > 0) own.asks.push(...asked.map(form => ({ to: line.destination, form })))
      else own.links.push({ to: line.destination, select: this.#selector(line.xpath, line.type === 'form') })
    }
  }

  get follows(): boolean {
    return this.#data.mode === 'follow'
  }

  isFor(url: string): boolean {
    return isFor(this.#data, url)
  }

  /** The forms on a page of a class that are submitted query by query; null if every search form may be. */
  asks(tree: Tree, pageClass: string | null): readonly AskedForm[] | null {
    if (!this.follows || this.#data.inferred !== null) return null
    const own = (pageClass === null ? undefined : this.#classes.get(pageClass)) ?? NONE
    return own.asks.flatMap(({ to, form: { form, fills } }) =>
      form
        .select(tree.root)
        .filter(({ name }) => name === 'form')
        .slice(0, MAX_ASKED)
        .map(node => ({ node, to, field: askedField(node, fills) })),
    )
  }

  read(tree: Tree, url: string, promised: string | null): GuidedPage {
    return withOneEffort(() => this.#read(tree, url, promised))
  }

  #read(tree: Tree, url: string, promised: string | null): GuidedPage {
    const pageClass = this.#classOf(tree, url, promised)
    const base = baseOf(tree, url)
    const own = (pageClass === null ? undefined : this.#classes.get(pageClass)) ?? NONE
    const record = pageClass === null ? null : readRecord(this.#data.wrappers[pageClass], tree, base)
    return {
      pageClass,
      links: this.follows ? this.#links(own, tree, url, base) : [],
      action: this.follows ? this.#action(own, tree, base) : null,
      record: record?.values ?? null,
      images: record?.images ?? [],
      phrases: this.follows && this.#assigner !== null ? ownPhrases(tree, url) : null,
    }
  }

  #classOf(tree: Tree, url: string, promised: string | null): string | null {
    if (this.#assigner === null) return promised
    const { classIndex } = this.#assigner.assignTree(tree, url)
    if (classIndex !== undefined) return this.#data.inferred!.names[classIndex] ?? null
    return promised === UNPLACED_CLASS ? null : promised
  }

  #links(own: CompiledClass, tree: Tree, url: string, base: string): GuidedLink[] {
    const found = new Map<string, string>()
    for (const { to, select } of own.links)
      for (const href of select(tree.root, base))
        if (!found.has(href) && found.size < MAX_LINKS) found.set(href, to)
    const links = this.#addresses === null ? found : this.#placed(found, tree, base)
    links.delete(url)
    return [...links].map(([href, to]) => ({ href, to }))
  }

  /** All links into the site in their order: placed by the model, placed by their address, or not placed. */
  #placed(found: ReadonlyMap<string, string>, tree: Tree, base: string): Map<string, string> {
    const placed = new Map<string, string>()
    for (const node of tree.nodes) {
      if (!LEADING.has(node.name) && !isPageLink(node)) continue
      const href = addressIn(ownHref(node), base, tree.charset)
      if (href === undefined || placed.has(href) || !this.isFor(href)) continue
      if (placed.size < MAX_LINKS)
        placed.set(href, this.#addresses!.predict(href) ?? found.get(href) ?? UNPLACED_CLASS)
    }
    return placed
  }

  #action(own: CompiledClass, tree: Tree, base: string): Submission | null {
    for (const action of own.actions) {
      const [submission] = this.#submissions(action, tree.root, base)
      if (submission !== undefined) return submission
    }
    return null
  }

  #selector(source: string, isForm: boolean): CompiledLink['select'] {
    if (isForm) {
      const forms = formsIn(source)
      return (root, base) =>
        forms
          .flatMap(form => this.#submissions(form, root, base))
          .map(({ method, url, body }) => (method === 'GET' ? url : postedUrl(url, body)))
    }
    const answer = compileXPath(source)
    if (!answer.ok) return () => []
    return (root, base) => addressesAt(answer.xpath, root, base)
  }

  #submissions({ form, fills }: FormXPath, root: TreeNode, base: string): Submission[] {
    return form
      .select(root)
      .slice(0, MAX_FORMS)
      .flatMap(node => {
        if (node.name !== 'form') return []
        const filled = fills.flatMap(({ field, text }) =>
          field
            .select(node)
            .slice(0, 1)
            .map(input => ({ field: input, text: fillText(text, this.#data.variables).text })),
        )
        return submissionOf(node, filled, base) ?? []
      })
  }
}

const isAsked = ({ fills }: FormXPath) => fills.some(({ text }) => text === ANY_WORDS)

function askedField(node: TreeNode, fills: FormXPath['fills']): string | null {
  const [field] = fills.filter(({ text }) => text === ANY_WORDS).flatMap(fill => fill.field.select(node))
  return field?.attribute('name') ?? null
}

function formsIn(source: string): FormXPath[] {
  const answer = parseFormXPath(source)
  return answer.ok ? [answer.value] : []
}

/** The addresses that a navigation XPath selects: of anchors, of anchors inside the selected elements, or of attributes and texts. */
function addressesAt(xpath: XPath, root: TreeNode, base: string): string[] {
  const found: string[] = []
  // Elements inside two selected elements are examined once: the first address of each counts.
  let walked = -1
  for (const node of xpath.select(root)) {
    const own = ownHref(node)
    const hrefs = own === undefined ? hrefsInside(node, walked) : [own]
    if (own === undefined) walked = Math.max(walked, node.last)
    for (const href of hrefs) {
      const address = addressIn(href, base, root.tree.charset)
      if (address !== undefined) found.push(address)
    }
    if (found.length >= MAX_LINKS) break
  }
  return found
}

const isPageLink = (node: TreeNode): boolean =>
  node.name === 'link' &&
  leadsToPage({
    rel: node.attribute('rel'),
    type: node.attribute('type'),
    hreflang: node.attribute('hreflang'),
  })

function ownHref(node: TreeNode): string | undefined {
  if (node.kind === 'attribute' || node.kind === 'text') return node.text()
  return node.attribute('href') ?? (/^i?frame$/.test(node.name) ? node.attribute('src') : undefined)
}

function hrefsInside({ tree, order, last }: TreeNode, walked: number): (string | undefined)[] {
  return tree.nodes
    .slice(Math.max(order, walked) + 1, last + 1)
    .filter(inner => inner.name === 'a' || inner.name === 'area')
    .map(inner => inner.attribute('href'))
}

function addressIn(href: string | undefined, base: string, charset: string | undefined): string | undefined {
  if (href === undefined || href.trim() === '' || href.trim().startsWith('#')) return undefined
  const url = href.length > MAX_HREF_CHARS ? undefined : canonicalUrl(withQueryIn(charset, href), base)
  return url !== undefined && /^(?:https?|file):/.test(url) && !isPosted(url) ? url : undefined
}

/** The base that relative addresses on a page are resolved against. */
export function baseOf(tree: Tree, url: string): string {
  const node = tree.nodes.find(each => each.name === 'base' && each.attribute('href') !== undefined)
  return node === undefined ? url : (URL.parse(node.attribute('href')!, url)?.href ?? url)
}
