import { reasonWords } from '../crawl/exclusion.ts'
import type { CrawlSettings } from '../crawl/index.ts'
import type { Counts, PageRow } from '../store/index.ts'
import { expectedWords } from './expected-words.ts'
import { shownNumber, shownTime } from './shown.ts'

/** Says where a page comes from and why it was not fetched, or not lately: the first questions people ask about a page. */
export function standingOf(page: PageRow, counts: Counts, { pages, seeds }: CrawlSettings): string[] {
  const found = foundWords(page, seeds)
  const full =
    pages !== null && counts.fetched >= pages
      ? `; the collection holds ${shownNumber(counts.fetched)} pages, as many as scope.pages allows`
      : ''
  switch (page.status) {
    case 'waiting':
      if (page.dueAt !== null) return [found, page.reason ?? 'chosen for a place of the collection']
      return [`${found}; one of ${shownNumber(counts.waiting)} that wait for their first visit${full}`]
    case 'running':
      return [`${found}; is being visited, or was when a crawl was killed`]
    case 'excluded':
      if (page.excludedBy === 'replaced')
        return [found, `lost its place in the full collection: ${page.reason ?? 'a better page has it'}`]
      return [found, `not fetched: ${reasonWords(page) ?? 'outside the collection'}`]
    case 'error':
      if (page.wall !== null) return [found, `${page.reason ?? 'wall'}${keptWords(page)}${retryWords(page)}`]
      return [found, `failed ${times(page.failures)}: ${page.reason ?? 'unknown'}${retryWords(page)}`]
    case 'gone':
      return [found, `gone: ${page.reason ?? 'not found'}${keptWords(page)}`]
    case 'completed':
      if (page.movedTo) return [found, `moved to ${page.movedTo}${keptWords(page)}`]
      if (page.original === null) return [found, ...expectedWords(page)]
      return [
        found,
        ...expectedWords(page),
        `says the same as ${page.original}, which is kept current: counts a tenth of its weight`,
      ]
  }
}

function foundWords({ url, via, depth }: PageRow, seeds: CrawlSettings['seeds']): string {
  if (via !== null) return `found at depth ${depth} on ${via}`
  if (seeds.some(seed => seed.url === url)) return 'a seed'
  return 'not found on a page: a former seed, or named by an import, robots.txt or a plug-in'
}

const keptWords = ({ revision }: PageRow) => (revision === 0 ? '' : '; what is stored of it stays')
const times = (count: number) => (count <= 1 ? 'once' : `${shownNumber(count)} times`)

function retryWords({ dueAt }: PageRow): string {
  return dueAt === null ? '; it is not tried again' : `; the next try is at ${shownTime(dueAt)} UTC`
}
