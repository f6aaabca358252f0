/** What visits cost a collection with a budget, and what may be visited with what is left. */
import type { QueuedPage, Work } from '../../store/index.ts'
import { isPageStored, type VisitReport } from '../progress.ts'
import type { RefreshState } from './refresh-state.ts'

export interface SpendingTerms {
  readonly refreshing: RefreshState
  /** Whether to spend no more than the budget has earned. */
  readonly budgeted: boolean
  /** Whether the run goes on forever and waits when the purse is empty. Otherwise it ends there. */
  readonly forever: boolean
  /** Whether the answers come from an archive, so that nothing is spent. */
  readonly isRecorded: boolean
}

export class Spending {
  readonly #terms: SpendingTerms
  /** Whether everything the budget had earned for this run is spent. */
  #spent = false
  /** New pages in the queue: money is kept for them, or refreshes, which come first, would leave them nothing. */
  #newPages = 0
  /** Whether any of them may be visited. A full collection takes none. */
  #takesNew = false
  /** Whether what is left of this run's budget is reserved for new pages. */
  #restIsForNew = false

  constructor(terms: SpendingTerms) {
    this.#terms = terms
  }

  /** Number of new pages that money is kept for. */
  get #owed(): number {
    return this.#takesNew ? this.#newPages : 0
  }

  /** Counts pages that were found and wait for their first visit. */
  found(pages: number): void {
    this.#newPages += pages
  }

  get #isFirstCrawl(): boolean {
    return !this.#terms.refreshing.isCrawled
  }

  /** Whether nothing may be fetched until the purse fills again; a first crawl costs nothing. */
  get mustWait(): boolean {
    const { forever, refreshing } = this.#terms
    return forever && !this.#isFirstCrawl && !refreshing.budget.isOpen
  }

  /** The part of this work that there is money for. */
  affordable(work: Work): Work {
    const { forever, budgeted, refreshing } = this.#terms
    if (!budgeted) return work
    const isOpen = forever ? refreshing.isOpen && !this.#isFirstCrawl : !this.#spent
    this.#takesNew = work.discover
    const mayRefresh =
      isOpen && !this.#restIsForNew && (this.#owed === 0 || refreshing.budget.leavesBeside(this.#owed))
    const allowsNew = this.#isFirstCrawl || (refreshing.budget.allowsNew && !this.#spent)
    return { discover: work.discover && allowsNew, refresh: work.refresh && mayRefresh }
  }

  /**
   * Pays when a visit begins, so that no more are under way than the budget allows; the real cost is settled afterward. A run that
   * ends fetches nothing on credit: it returns false for a page it cannot pay for, and leaves it to the next run.
   */
  async begin(page: QueuedPage): Promise<boolean> {
    const { forever, budgeted } = this.#terms
    const cost = this.#expectedCost(page)
    const isPaidFirst = budgeted && !forever && !this.#isFree(page)
    if (isPaidFirst && !(await this.#isCovered(page, cost))) return false
    this.#pay(page, cost)
    if (page.revision === 0) this.#newPages = Math.max(0, this.#newPages - 1)
    if (this.#newPages === 0) this.#restIsForNew = false
    return true
  }

  async #isCovered({ revision }: QueuedPage, cost: number): Promise<boolean> {
    const { budget } = this.#terms.refreshing
    const isEnough = () =>
      budget.covers(cost + (revision > 0 ? Math.min(budget.forNew, this.#owed * cost) : 0))
    while (!isEnough()) {
      if (this.#spent) return false
      const hasDrawn = await budget.draw(cost)
      if (isEnough()) return true
      this.#restIsForNew ||= budget.covers(cost)
      if (this.#restIsForNew) return false
      if (!hasDrawn) this.#spent = true
    }
    return true
  }

  /** Refunds a visit that was not made. */
  giveBack(page: QueuedPage): void {
    this.#pay(page, -this.#expectedCost(page))
    if (page.revision === 0) this.#newPages++
  }

  /** Settles what the visit really cost, and notes what it brought. */
  settle(page: QueuedPage, { outcome, commit }: VisitReport, fetches: number): void {
    const { refreshing, isRecorded } = this.#terms
    if (isRecorded) return
    this.#pay(page, fetches * refreshing.refresher.cost(commit.sizeBytes) - this.#expectedCost(page))
    if (page.revision > 0 && (outcome.kind === 'fetched' || outcome.kind === 'notModified'))
      refreshing.budget.refreshed(commit.revision !== null)
    if (page.revision === 0 && page.kind === 'page')
      refreshing.budget.triedNew(isPageStored(commit) ? refreshing.refresher.weight(page) : null)
  }

  #expectedCost({ sizeBytes }: QueuedPage): number {
    return this.#terms.refreshing.refresher.cost(sizeBytes)
  }

  /** A first crawl costs nothing, and neither does replacing a copy that the archive has lost. */
  #isFree({ revision, payloadAt }: QueuedPage): boolean {
    return revision === 0 ? this.#isFirstCrawl : payloadAt === null
  }

  #pay(page: QueuedPage, cost: number): void {
    if (this.#terms.isRecorded) return
    const what = page.revision > 0 ? 'refresh' : 'discover'
    this.#terms.refreshing.budget.pay(what, cost, !this.#isFree(page))
  }
}
