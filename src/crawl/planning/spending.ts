/** What visits cost a collection that is kept inside a budget, and what may be visited with what is left. */
import type { QueuedPage, Work } from '../../store/index.ts'
import { isPageStored, type VisitReport } from '../progress.ts'
import type { RefreshState } from './refresh-state.ts'

export interface SpendingTerms {
  readonly refreshing: RefreshState
  /** Spends no more than the budget has earned. */
  readonly budgeted: boolean
  /** Goes on for ever: an empty purse is waited for. Otherwise the run ends there. */
  readonly forever: boolean
}

export class Spending {
  readonly #terms: SpendingTerms
  /** What the budget had earned for this run is spent. */
  #spent = false

  constructor(terms: SpendingTerms) {
    this.#terms = terms
  }

  get #isFirstCrawl(): boolean {
    return this.#terms.refreshing.tally.crawledAt === null
  }

  /** Nothing may be fetched before the budget is filled again; a first crawl costs nothing. */
  get mustWait(): boolean {
    const { forever, refreshing } = this.#terms
    return forever && !this.#isFirstCrawl && !refreshing.budget.isOpen
  }

  /** Of this work, what there is money for. */
  affordable(work: Work): Work {
    const { forever, budgeted, refreshing } = this.#terms
    if (!budgeted) return work
    const mayRefresh = forever ? refreshing.isOpen && !this.#isFirstCrawl : !this.#spent
    const allowsNew = this.#isFirstCrawl || (refreshing.budget.allowsNew && !this.#spent)
    return { discover: work.discover && allowsNew, refresh: work.refresh && mayRefresh }
  }

  /**
   * Paid when a visit begins, so that no more are under way than the budget allows; what it really cost is settled afterwards. A run that
   * ends fetches nothing on credit: what it has no money for is left to the next one, and false returned.
   */
  async begin(page: QueuedPage): Promise<boolean> {
    const { forever, budgeted, refreshing } = this.#terms
    const cost = this.#expectedCost(page)
    const isPaidFirst = budgeted && !forever && !this.#isFree(page)
    while (isPaidFirst && !refreshing.budget.covers(cost)) {
      if (!this.#spent) this.#spent = !(await refreshing.budget.draw(cost)) && !refreshing.budget.covers(cost)
      if (this.#spent) return false
    }
    this.#pay(page, cost)
    return true
  }

  /** The visit was not made. */
  giveBack(page: QueuedPage): void {
    this.#pay(page, -this.#expectedCost(page))
  }

  /** What the visit cost and what it brought. */
  settle(page: QueuedPage, { outcome, commit }: VisitReport, fetches: number): void {
    const { refreshing } = this.#terms
    this.#pay(page, fetches * refreshing.refresher.cost(commit.sizeBytes) - this.#expectedCost(page))
    if (page.revision > 0 && (outcome.kind === 'fetched' || outcome.kind === 'notModified'))
      refreshing.budget.refreshed(commit.revision !== null)
    if (page.revision === 0 && page.kind === 'page')
      refreshing.budget.triedNew(isPageStored(commit) ? refreshing.refresher.weight(page) : null)
  }

  #expectedCost({ sizeBytes }: QueuedPage): number {
    return this.#terms.refreshing.refresher.cost(sizeBytes)
  }

  /** A first crawl costs nothing, and neither does a copy in place of one that the archive has lost. */
  #isFree({ revision, payloadAt }: QueuedPage): boolean {
    return revision === 0 ? this.#isFirstCrawl : payloadAt === null
  }

  #pay(page: QueuedPage, cost: number): void {
    const what = page.revision > 0 ? 'refresh' : 'discover'
    this.#terms.refreshing.budget.pay(what, cost, !this.#isFree(page))
  }
}
