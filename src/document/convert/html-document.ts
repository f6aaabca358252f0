/** HTML and XHTML as a document. */
import { parseTree, type Tree, type TreeNode } from '../../html/index.ts'
import { mainContent } from '../content/main-content.ts'
import type { SitePage } from '../content/site-texts.ts'
import { fold } from '../fold.ts'
import { authorsOf } from '../published/page-authors.ts'
import { datesOf } from '../published/page-dates.ts'
import { BlockWriter } from './block-writer.ts'
import { writeBlocks } from './html-blocks.ts'
import { MetadataNotes, type PageDocument } from './page-document.ts'

export const bodyOf = (tree: Tree): TreeNode =>
  tree.nodes.find(({ name, kind }) => kind === 'element' && name === 'body') ?? tree.root

const MAX_TITLE_CHARS = 1000

export interface HtmlOptions {
  readonly type: string
  readonly main?: boolean
  readonly site?: readonly SitePage[]
  readonly url?: string | null
  readonly at?: number | null
}

/** Reads the whole displayed page, or only its main content (`main`). */
export function readHtml(
  html: string,
  { type, main = false, site = [], url = null, at = null }: HtmlOptions,
): PageDocument {
  const tree = parseTree(html)
  const writer = new BlockWriter()
  writeBlocks(bodyOf(tree), writer, main ? inMainContent(tree, site) : undefined)
  const head = headOf(tree)
  const dates = datesOf(tree, { url, language: head.language, before: at })
  const notes = new MetadataNotes()
  for (const [name, value] of head.metas) notes.add(name, value)
  return {
    kind: 'document',
    type,
    title: head.title || (head.metas.get('og:title') ?? null),
    language: head.language,
    authors: authorsOf(tree),
    publishedAt: dates.published?.at ?? null,
    modifiedAt: dates.modified?.at ?? null,
    blocks: writer.blocks,
    links: writer.links,
    base: head.base,
    metadata: notes.values,
    isPartial: writer.isFull,
  }
}

function inMainContent(tree: Tree, site: readonly SitePage[]): (text: TreeNode) => boolean {
  const kept = new Set<number>()
  for (const { first, last } of mainContent(tree, site)) for (let at = first; at <= last; at++) kept.add(at)
  return ({ order }) => kept.has(order)
}

interface Head {
  title: string
  language: string | null
  base: string | null
  /** The first value of each name. */
  readonly metas: Map<string, string>
}

function headOf(tree: Tree): Head {
  const head: Head = { title: '', language: null, base: null, metas: new Map() }
  let drawings = -1
  for (const node of tree.nodes) {
    if (node.kind !== 'element') continue
    switch (node.name) {
      case 'svg':
        drawings = Math.max(drawings, node.last)
        break
      case 'html':
        head.language ??= (node.attribute('lang') ?? node.attribute('xml:lang'))?.trim() || null
        break
      case 'title':
        if (node.order > drawings) head.title ||= fold(node.text(), MAX_TITLE_CHARS)
        break
      case 'base':
        head.base ??= node.attribute('href')?.trim() || null
        break
      case 'meta': {
        const name = (
          node.attribute('name') ??
          node.attribute('property') ??
          node.attribute('itemprop') ??
          ''
        ).trim()
        const content = fold(node.attribute('content') ?? '', MAX_TITLE_CHARS)
        const key = name.toLowerCase()
        if (key !== '' && content !== '' && !head.metas.has(key)) head.metas.set(key, content)
      }
    }
  }
  return head
}
