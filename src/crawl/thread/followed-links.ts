/** Which links of a page are followed, where the config names the parts of pages that they stand in (`scope.follow`). */
import { selecting } from '../../html/index.ts'
import type { Canonicalizer, Url } from '../../url/index.ts'

/** The addresses that links in the selected elements lead to. */
export function followedLinks(
  html: string,
  url: string,
  selectors: readonly string[],
  canonicalizer: Canonicalizer,
): ReadonlySet<Url> {
  const select = selecting(() => html, url)
  const followed = new Set<Url>()
  for (const selector of selectors)
    for (const selected of select(selector)) {
      const links = selected.address === null ? selected.select('[href]') : [selected]
      for (const { address } of links) {
        const target = address === null ? undefined : canonicalizer.canonical(address)
        if (target !== undefined) followed.add(target)
      }
    }
  return followed
}
