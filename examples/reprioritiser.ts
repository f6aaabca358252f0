/**
 * Queue stage: what looks like news is fetched first, print views not at all, and a page that was just visited and talks
 * about the wanted words is visited again tomorrow instead of at its usual time.
 *
 * Smaller priorities come first; pages queue by their depth (0, 1, 2, …) unless something says otherwise.
 */
import { definePlugin, type Plugin } from '../src/index.ts'

const DAY_MS = 24 * 3_600_000

export interface Wishes {
  /** Paths that come before everything else. */
  readonly first: RegExp
  readonly words: RegExp
}

export function reprioritiser(
  { first, words }: Wishes = { first: /\/(news|article)/, words: /urgent/i },
): Plugin {
  return definePlugin({
    name: 'reprioritiser',
    queue(page, context) {
      if (page.url.searchParams.has('print')) return context.exclude('print view')
      if (first.test(page.url.pathname)) context.setPriority(-1)
      if (page.visit?.text && words.test(page.visit.text)) context.visitAt(context.now() + DAY_MS)
    },
  })
}

export default reprioritiser()
