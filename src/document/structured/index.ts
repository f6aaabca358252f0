/**
 * What a page says about its subject in a form meant for machines: JSON-LD in scripts, microdata, RDFa and microformats in attributes, OpenGraph
 * and other `<meta>`.
 *
 * `structuredOf` reads a tree once and keeps the answer as long as the tree lives. Addresses (address.ts) name a value in a text of one
 * line, so that a wrapper can lean on structured data as it leans on XPaths.
 *
 * Invariants: never throws; time and memory are linear in the page, nesting and counts are bounded; texts are as the page has them,
 * addresses are not made absolute. Not done: JSON-LD contexts are not fetched or applied, of RDFa neither `rev`, lists,
 * datatypes nor XML literals are read, of microformats not the older ones.
 *
 * Sources: HTML standard section 5 (microdata), RDFa Core 1.1, microformats2, The Open Graph protocol, JSON-LD 1.1; judged by the files of
 * scrapinghub/extruct (`bench/suites/structured.ts`).
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
