/** Sentences that say why a page was fetched before others: what was known about it then, and what it turned out to be. */
import type { Expectation } from '../crawl/index.ts'
import type { PageRow } from '../store/index.ts'
import { shownNumber } from './shown.ts'

export function expectationOf({ expected }: PageRow): Expectation | null {
  return expected === null ? null : (JSON.parse(expected) as Expectation)
}

export function expectedWords(page: PageRow): string[] {
  const expected = expectationOf(page)
  if (expected === null) return []
  switch (expected.by) {
    case 'links':
      return page.via === null ? [] : [importanceWords(expected.links, expected.share)]
    case 'topic':
      return [topicWords(expected, page)]
  }
}

function importanceWords(links: number, share: number): string {
  const pages = links === 1 ? 'one page' : `${shownNumber(links)} pages`
  return `its place in the queue: ${pages} linked to it when it was fetched, and of readers who follow links at random from the seeds, ${smallShare(share)} come by`
}

/** Two significant digits, because most shares are far below one percent. */
const smallShare = (share: number) => `${Number((100 * Math.min(1, share)).toPrecision(2))} %`

function topicWords(
  { relevance, clues }: Extract<Expectation, { by: 'topic' }>,
  page: Pick<PageRow, 'relevance' | 'topic'>,
): string {
  const reasons = clues.map(
    ({ clue, weight }) => `${clueWords(clue)} (${weight > 0 ? '+' : '−'}${Math.abs(weight).toFixed(1)})`,
  )
  const because = reasons.length > 0 ? `, by ${reasons.join(', ')}` : ''
  const turned = page.relevance === null ? '' : `; it is ${page.relevance.toFixed(2)} about ${page.topic}`
  return `its place in the queue: links promised a relevance of ${relevance.toFixed(2)}${because}${turned}`
}

const CLUES: Readonly<Record<string, string>> = {
  parent: 'the pages that link to it',
  anchor: 'words of the topic in the links',
  address: 'words of the topic in its address',
}

/** Describes a clue by its name from `src/focus/link-clues.ts`. */
function clueWords(clue: string): string {
  if (clue in CLUES) return CLUES[clue]!
  if (clue.startsWith('“')) return `${clue} in the links`
  if (clue.startsWith('/')) return `“${clue.slice(1)}” in its address`
  const [kind = '', rest = ''] = split(clue)
  if (kind === 'since') return sinceWords(Number(rest))
  return kind === 'pattern' ? `addresses like ${rest}` : `${kind} ${rest}`
}

const split = (clue: string) => [clue.slice(0, clue.indexOf(' ')), clue.slice(clue.indexOf(' ') + 1)]

function sinceWords(steps: number): string {
  if (steps === 0) return 'a link on a relevant page'
  return steps === 1 ? 'one step from a relevant page' : `${steps} steps or more from a relevant page`
}
