import type { DocumentBlock, PageDocument } from './page-document.ts'

/** A document with absolute links, so that it can be moved elsewhere. */
export function withAbsoluteLinks(document: PageDocument, url: string): PageDocument {
  const base = URL.parse(document.base ?? '', url)?.href ?? url
  const absolute = <T extends { readonly href: string }>(link: T): T => ({
    ...link,
    href: URL.parse(link.href, base)?.href ?? link.href,
  })
  const moved = (block: DocumentBlock): DocumentBlock =>
    block.kind === 'table' || !block.links ? block : { ...block, links: block.links.map(absolute) }
  return { ...document, base: null, blocks: document.blocks.map(moved), links: document.links.map(absolute) }
}
