/**
 * Collects the texts of links to a page from other pages of the collection. Links are stored with the page that holds them, so all links
 * are read once for each chunk of exported pages; memory does not grow with the collection.
 */
import type { PageRow } from '../../store/index.ts'
import type { Visible } from '../visible.ts'
import { linksOn } from './links-on.ts'

/** Link texts by the address of the target page, most frequent first. */
export type IncomingAnchors = ReadonlyMap<string, readonly string[]>

/** Distinct texts kept per page; this many are enough to tell what a page is called, since navigation repeats itself. */
const MAX_TEXTS = 20
const MAX_TEXT_CHARS = 100

export async function anchorsOf(visible: Visible, pages: readonly PageRow[]): Promise<IncomingAnchors> {
  const counts = new Map(pages.map(({ url }) => [url as string, new Map<string, number>()]))
  for await (const row of visible.pages({ stored: true, status: 'completed', withoutReplaced: true }))
    for (const { url, text, kind } of await linksOn(visible, row))
      if (kind === 'a' && url !== row.url) note(counts.get(url), text)
  return new Map([...counts].map(([url, texts]) => [url, byFrequency(texts)]))
}

function note(texts: Map<string, number> | undefined, text: string): void {
  const said = text.slice(0, MAX_TEXT_CHARS)
  if (texts === undefined || said === '') return
  const times = texts.get(said)
  if (times !== undefined || texts.size < MAX_TEXTS) texts.set(said, (times ?? 0) + 1)
}

const byFrequency = (texts: ReadonlyMap<string, number>) =>
  [...texts].sort(([, one], [, other]) => other - one).map(([text]) => text)
