/**
 * Visits made to learn how sites are built, before anything is known about their classes. They are reported like all others once the
 * models exist, with the class and the record that a model gives to each page.
 *
 * Filled while sites are sampled, so it holds as many visits as samples have pages; drained once, before the crawl itself starts.
 */
import type { PageStore } from '../../store/index.ts'
import type { VisitReport } from '../progress.ts'

export class SampledVisits {
  #reports: VisitReport[] = []
  #visits = 0
  #errors = 0

  get visits(): number {
    return this.#visits
  }

  get errors(): number {
    return this.#errors
  }

  /** Called when a visit is durable; drops the parts of its commit that the report does not need. */
  saw(report: VisitReport): void {
    const { commit, outcome } = report
    this.#visits++
    if (outcome.kind === 'failed' || outcome.kind === 'gone') this.#errors++
    const slim =
      commit.outcome === 'fetched'
        ? { ...commit, patterns: null, accessibility: null, fingerprint: null, search: null }
        : commit
    this.#reports.push({ ...report, commit: slim })
  }

  /** Reports each visit, in the order in which they were made. */
  async tell(store: PageStore, onVisit: ((report: VisitReport) => void) | undefined): Promise<void> {
    for (const report of this.#reports.splice(0)) onVisit?.(await withClass(report, store))
  }
}

async function withClass(report: VisitReport, store: PageStore): Promise<VisitReport> {
  const { commit } = report
  if (commit.outcome !== 'fetched') return report
  const page = await store.page(report.url)
  if (!page?.pageClass) return report
  const record = (await store.revisions(page)).at(-1)?.record ?? null
  return { ...report, commit: { ...commit, pageClass: page.pageClass }, record }
}
