/**
 * Structured data: what a page says about its subject in machine-readable form: JSON-LD in scripts, microdata, RDFa and microformats in
 * attributes, OpenGraph and other `<meta>`.
 *
 * `structuredOf` reads a tree once and keeps the answer as long as the tree lives. Addresses (field-address.ts) identify a value in one
 * line of text, so that a wrapper can use structured data as it uses XPaths.
 *
 * Invariants: never throws; time and memory are linear in the page, nesting and counts are bounded; texts are as on the page, addresses
 * are not made absolute. Not supported: JSON-LD contexts (neither fetched nor applied); `rev`, lists, datatypes and XML literals of RDFa;
 * the older microformats.
 *
 * Sources: HTML standard section 5 (microdata), RDFa Core 1.1, microformats2, The Open Graph protocol, JSON-LD 1.1; tested with the files
 * of scrapinghub/extruct (`bench/suites/structured.ts`).
 */
import type { Tree } from '../../html/index.ts'
import { type JsonObject, jsonLdOf } from './json-ld.ts'
import { type MetaProperty, metaOf } from './meta.ts'
import { type Item, microdataOf } from './microdata.ts'
import { microformatsOf } from './microformats.ts'
import { rdfaOf } from './rdfa.ts'

export { allStructured, parseAddress, structuredTexts } from './field-address.ts'

export interface StructuredData {
  readonly jsonLd: readonly JsonObject[]
  readonly microdata: readonly Item[]
  readonly rdfa: readonly Item[]
  readonly microformats: readonly Item[]
  readonly meta: readonly MetaProperty[]
}

const known = new WeakMap<Tree, StructuredData>()

export function structuredOf(tree: Tree): StructuredData {
  let data = known.get(tree)
  if (data === undefined) {
    data = {
      jsonLd: jsonLdOf(tree),
      microdata: microdataOf(tree),
      rdfa: rdfaOf(tree),
      microformats: microformatsOf(tree),
      meta: metaOf(tree),
    }
    known.set(tree, data)
  }
  return data
}
