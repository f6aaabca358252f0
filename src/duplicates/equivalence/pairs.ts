/** Finds the pages that a page is compared with, and the results. */
import { onHost, originIn, placeOf, type Rewriting, rewritingsOf } from './rewritings.ts'
import { isDeclared, type Sameness, type SeenPage, type SeenPages } from './seen-pages.ts'
import type { SharedContent } from './url-rule.ts'

/** Two addresses that a rewriting makes equal. */
export interface AddressPair extends SharedContent {
  readonly rewriting: Rewriting
  readonly url: string
  readonly sameness: Sameness
}

/** Pairs in which the page is the plain spelling of others seen before. */
export function asTarget(page: SeenPage, seen: SeenPages, rules: readonly string[]): AddressPair[] {
  return rules.flatMap(rule => {
    const variant = seen.get(classKey(rule, page.url))
    const rewriting = variant && rewritingsOf(variant.url).find(each => each.rule === rule)
    if (!rewriting || variant.url === page.url) return []
    return [pairOf(rewriting, variant, page, seen)]
  })
}

/** Pairs in which the page is another spelling: of the plain address, or of the page that stands in for it. */
export function asSpelling(page: SeenPage, rewriting: Rewriting, seen: SeenPages): AddressPair[] {
  const { rule, target } = rewriting
  const key = classKey(rule, target)
  const first = seen.get(key)
  if (first === undefined || (first.content === null && page.content !== null)) seen.keep(key, page)
  return [...new Set([seen.get(target), first])]
    .filter(other => other !== undefined && other.url !== page.url)
    .map(other => pairOf(rewriting, page, other!, seen))
}

/** Pairs with the same path on other hosts. A difference counts only for hosts already known to share other pages. */
export function asMirror(
  page: SeenPage,
  seen: SeenPages,
  { known, likely }: { readonly known: readonly string[]; readonly likely: readonly string[] },
): AddressPair[] {
  const place = placeOf(page.url)
  const first = seen.get(place)
  if (first === undefined) seen.keep(place, page)
  const hosts = new Set([...likely, ...known, ...(first ? [originIn(first.url)] : [])])
  return [...hosts].flatMap(origin => {
    const rewriting = onHost(page.url, origin)
    const other = rewriting && seen.get(rewriting.target)
    if (!other) return []
    const pair = pairOf(rewriting, page, other, seen)
    return pair.sameness === 'differs' && !known.includes(origin) ? [] : [pair]
  })
}

const pairOf = (rewriting: Rewriting, page: SeenPage, other: SeenPage, seen: SeenPages): AddressPair => ({
  rewriting,
  url: page.url,
  sameness: seen.compare(page, other, rewriting.target),
  isDeclared: isDeclared(page, other, rewriting.target),
  content: page.movedTo ?? page.content?.hash ?? page.digest,
})

/** Key of the spellings that a rule makes equal. */
const classKey = (rule: string, target: string) => `${rule} ${target}`
