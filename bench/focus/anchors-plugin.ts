/** Best first as one would write it with a plug-in: links come in the order of how many of the words their anchors have. */
import type { Plugin } from '../../src/index.ts'

export function bestByAnchors(words: readonly string[]): Plugin {
  const wanted = new Set(words.map(word => word.toLowerCase()))
  const scores = new Map<string, number>()
  return {
    name: 'best-by-anchors',
    response(visit) {
      for (const { href, text } of visit.links) {
        const said = text.toLowerCase().match(/\p{L}+/gu) ?? []
        const hits = said.filter(word => wanted.has(word)).length
        if (said.length > 0) scores.set(href, Math.max(scores.get(href) ?? 0, hits / Math.sqrt(said.length)))
      }
    },
    queue(page, { setPriority }) {
      setPriority(-(scores.get(page.url.href) ?? 0))
    },
  }
}
