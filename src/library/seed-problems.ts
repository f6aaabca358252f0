import { reasonWords } from '../crawl/exclusion.ts'
import type { Holdings } from '../crawl/holdings.ts'
import type { Seed } from '../crawl/settings.ts'
import type { PageStore } from '../store/index.ts'

const MAX_SEEDS_TOLD = 20

/** Returns a sentence for each seed that could not be crawled, among the first `MAX_SEEDS_TOLD` seeds. */
export async function seedProblemsOf(
  { store }: Pick<Holdings<PageStore>, 'store'>,
  seeds: readonly Seed[],
): Promise<string[]> {
  const problems: string[] = []
  for (const url of new Set(seeds.slice(0, MAX_SEEDS_TOLD).map(seed => seed.url))) {
    const page = await store.page(url)
    if (!page || page.revision > 0) continue
    if (page.status === 'error' || page.status === 'gone' || page.status === 'excluded')
      problems.push(`${url} could not be crawled: ${reasonWords(page) ?? page.status}`)
    const target = page.movedTo && (await store.page(page.movedTo))
    if (target?.status === 'excluded')
      problems.push(
        `${url} leads to ${target.url}, which is not crawled (${reasonWords(target)}): put that address into the seeds`,
      )
  }
  return problems
}
