/**
 * A change detector of your own: a page has changed when more than a fifth of its blocks are new, whatever the built-in rules say.
 * The response stage gets the stored revision beside the new one, and its word on `changed` counts.
 */
import { createHash } from 'node:crypto'
import { definePlugin } from '../src/index.ts'

const MIN_SHARE = 0.2

/** The hashes of a page's blocks of text, each with its weight: how many characters it has. */
function blocksOf(html: string): Map<string, number> {
  const text = html.replace(/<(script|style)\b[\s\S]*?<\/\1>/gi, '')
  const blocks = text.split(/<(?:p|div|li|td|h\d|section|article|br)\b[^>]*>/i)
  const words = blocks.map(block =>
    block
      .replace(/<[^>]*>/g, ' ')
      .replace(/\s+/g, ' ')
      .trim(),
  )
  return new Map(
    words.filter(Boolean).map(block => [createHash('sha1').update(block).digest('hex'), block.length]),
  )
}

/** Share of the text, by weight, that the other page does not have. */
function newShare(before: Map<string, number>, after: Map<string, number>): number {
  let all = 0
  let fresh = 0
  for (const [hash, weight] of after) {
    all += weight
    if (!before.has(hash)) fresh += weight
  }
  return all === 0 ? 0 : fresh / all
}

export const blockDiffer = definePlugin({
  name: 'block-differ',
  async response(visit) {
    const before = await visit.previous?.html()
    const after = visit.html()
    if (before == null || after === null) return
    const share = newShare(blocksOf(before), blocksOf(after))
    visit.fields.newShare = Math.round(share * 1000) / 1000
    visit.changed = share > MIN_SHARE
  },
})
