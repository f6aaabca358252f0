import { UrlRules } from '../../url/index.ts'
import type { Bounds, CrawlSettings } from '../settings.ts'

export interface PageRules {
  readonly weight: number
  readonly shortestMs: number
  readonly longestMs: number
}

/** What the config says about a page's importance and how often it may and must be visited. */
export class RulesOfPages {
  readonly #bounds: UrlRules<Bounds>
  readonly #usual: Bounds
  readonly #weights: readonly ((url: string) => number | undefined)[]

  constructor({ refresh, weights }: Pick<CrawlSettings, 'refresh' | 'weights'>) {
    this.#usual = refresh.bounds
    this.#bounds = new UrlRules(
      refresh.rules.map(({ url, bounds }) => ({ url, value: bounds })),
      'refresh.rules',
    )
    this.#weights =
      weights === 'auto'
        ? []
        : weights.map((entry, index) => {
            if ('table' in entry) return url => entry.table.get(url)
            const rule = new UrlRules([{ url: entry.url, value: entry.weight }], `weights[${index}]`)
            return url => rule.of(url)
          })
  }

  of(url: string): PageRules {
    const [shortestMs, longestMs] = this.#bounds.of(url) ?? this.#usual
    return { weight: this.#weight(url), shortestMs, longestMs }
  }

  #weight(url: string): number {
    for (const weightOf of this.#weights) {
      const weight = weightOf(url)
      if (weight !== undefined) return weight
    }
    return 1
  }
}
