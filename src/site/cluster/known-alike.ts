/**
 * Pages known to be of one class before anything is compared: copies, and the pages of one list. The first page of a list and its second
 * differ in address, in the links that lead to them and in their buttons, which looks like two kinds but never is.
 * The start page is left out, since it often shows more than the list that it begins.
 */
import { listAddress } from '../sample/pagination.ts'
import type { PageSketch } from '../sketch/page-sketch.ts'

/** For each page, the first page that is known to be like it: itself if there is none before it. */
export function firstAlike(pages: readonly PageSketch[]): number[] {
  const firsts = copiesOf(pages)
  join(
    firsts,
    pages.map((page, i) => (i === 0 ? undefined : listAddress(page.url))),
  )
  return firsts.map((_, page) => firstOf(firsts, page))
}

/** For each page, the first page with the same texts: itself if it is not a copy. */
export function copiesOf(pages: readonly PageSketch[]): number[] {
  const firsts = pages.map((_, page) => page)
  join(
    firsts,
    pages.map(page => page.fingerprint),
  )
  return firsts
}

function join(firsts: number[], keys: readonly (string | number | undefined)[]): void {
  const known = new Map<string | number, number>()
  for (const [page, key] of keys.entries()) {
    if (key === undefined) continue
    const other = known.get(key)
    if (other === undefined) known.set(key, page)
    else link(firsts, firstOf(firsts, other), firstOf(firsts, page))
  }
}

function link(firsts: number[], a: number, b: number): void {
  firsts[Math.max(a, b)] = Math.min(a, b)
}

/** Halves the path to the first page, for the next lookup. */
function firstOf(firsts: number[], page: number): number {
  let at = page
  while (firsts[at] !== at) {
    firsts[at] = firsts[firsts[at]!]!
    at = firsts[at]!
  }
  return at
}
