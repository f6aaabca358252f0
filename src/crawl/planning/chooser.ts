/**
 * Decides which pages get the places of a collection that holds as many pages as it may (`scope.pages`), or nearly. From then on no page is
 * fetched for the first time unless it was chosen: the pages that promise most take the places that are free, and then those of the pages
 * that are worth least, if they are clearly better. A replaced page stays stored and may win its place back, like any queued page.
 *
 * Memory does not grow with the number of pages: a sketch of who links where, what the groups met first turned out to be, and two
 * short lists.
 */
import type { Clock } from '../../env/index.ts'
import { DAY_MS, isClearlyBetter, refreshingBuys, type Worth, worthOf } from '../../refresh/index.ts'
import type { Choice, ChoiceResult, Contender, MetaStore, PageRef, PlanStore } from '../../store/index.ts'
import { originOf } from '../../url/index.ts'
import { targetsIn } from '../packed-links.ts'
import { Breather } from './breather.ts'
import type { HostLearning } from './host-learning.ts'
import { LinkVotes } from './link-votes.ts'
import { PageGroups } from './page-groups.ts'
import type { RefreshScheduler } from './scheduler.ts'
import { Shortlist } from './shortlist.ts'

export interface ChooserParts {
  readonly store: MetaStore & PlanStore
  readonly clock: Clock
  readonly refresher: RefreshScheduler
  readonly learning: (page: Contender) => HostLearning | Promise<HostLearning>
  /** Seeds keep their places whatever they are worth. */
  readonly isSeed: (url: string) => boolean
  /** A replaced page comes back only if it is still in scope. */
  readonly isInScope: (url: string, depth: number) => boolean
  readonly signal?: AbortSignal
}

export interface ChoiceTerms {
  readonly limit: number
  /** First visits that the budget can pay for until the next plan. */
  readonly affordable: number
  /** Days for a round of all pages. */
  readonly evenDays: number
}

/** From this share of the page limit on, a collection is nearly full. */
export const NEARLY_FULL = 0.9
/** Maximum number of pages chosen by one plan, and as a share of the page limit. */
const MAX_CHOSEN = 1_000
const AT_ONCE = 0.2
/** All pages are compared this often, as a share of a round. */
const EVERY_SHARE = 1 / 10
const NOTHING: ChoiceResult = { chosen: 0, returned: 0, replaced: 0 }
/** A link from the same site says less about a page than one from elsewhere. */
const OWN_LINK = 0.25
/** Approximate microseconds to read the links of a page, to judge a visited page, and to judge one that was not visited. */
const COUNTING = 50
const JUDGING = 30
const EXPECTING = 5

interface Valued {
  readonly page: PageRef
  readonly url: string
  readonly worth: Worth
}

export class Chooser {
  readonly #parts: ChooserParts
  /** First visits that could have been paid for but were not made: a small budget affords one in many plans. Starts with one. */
  #saved = 1
  /** By the monotonic clock; the first time at once. */
  #nextAt = Number.NEGATIVE_INFINITY

  constructor(parts: ChooserParts) {
    this.#parts = parts
  }

  /** Called with every plan; compares all pages now and then. While the collection is not nearly full, every page that is found is fetched. */
  async choose(terms: ChoiceTerms): Promise<ChoiceResult> {
    const { clock } = this.#parts
    this.#saved = Math.min(this.#saved + terms.affordable, MAX_CHOSEN, Math.max(1, AT_ONCE * terms.limit))
    if (clock.monotonic() < this.#nextAt) return NOTHING
    this.#nextAt = clock.monotonic() + EVERY_SHARE * terms.evenDays * DAY_MS
    const result = await this.#pass(terms)
    this.#saved -= result.chosen
    return result
  }

  async #pass(terms: ChoiceTerms): Promise<ChoiceResult> {
    const { store, clock } = this.#parts
    const { fetched, chosen, waiting, error, excluded } = await store.counts()
    if (fetched + chosen < NEARLY_FULL * terms.limit || waiting + error + excluded === 0) return NOTHING
    const pass = new ChoicePass(this.#parts, terms, Math.max(0, Math.floor(this.#saved) - chosen))
    await pass.run()
    const choices = matched(pass.best, pass.worst, terms.limit - fetched - chosen)
    if (choices.length + pass.retries.length === 0) return NOTHING
    return store.choose({ nowMs: clock.now(), limit: terms.limit, choices, retries: pass.retries })
  }
}

/** The best pages take the free places; then the best replace the worst as long as they are clearly better. */
function matched(best: readonly Valued[], worst: readonly Valued[], free: number): Choice[] {
  const choices: Choice[] = []
  for (const newcomer of best) {
    const replaced = choices.length < free ? null : worst[choices.length - Math.max(0, free)]
    if (replaced === undefined || (replaced && !isClearlyBetter(newcomer.worth, replaced.worth))) break
    const words = choiceWords(newcomer, replaced)
    choices.push({
      newcomer: newcomer.page,
      reason: words.chosen,
      replaced: replaced && { page: replaced.page, reason: words.replaced },
    })
  }
  return choices
}

/** One pass over all pages. */
class ChoicePass {
  readonly retries: PageRef[] = []
  readonly #parts: ChooserParts
  readonly #terms: ChoiceTerms
  readonly #nowMs: number
  readonly #votes = new LinkVotes()
  readonly #groups = new PageGroups()
  readonly #best: Shortlist<Valued>
  readonly #worst: Shortlist<Valued>
  readonly #breather: Breather

  constructor(parts: ChooserParts, terms: ChoiceTerms, most: number) {
    this.#parts = parts
    this.#terms = terms
    this.#nowMs = parts.clock.now()
    this.#best = new Shortlist(most)
    this.#worst = new Shortlist(most)
    this.#breather = new Breather(parts.signal)
  }

  get best(): readonly Valued[] {
    return this.#best.items()
  }

  get worst(): readonly Valued[] {
    return this.#worst.items()
  }

  async run(): Promise<void> {
    await this.#countLinks()
    for await (const page of this.#parts.store.contenders('tried')) {
      if (this.#breather.did(JUDGING)) await this.#breather.rest()
      await this.#judge(page)
    }
    for await (const page of this.#parts.store.contenders('new')) {
      if (this.#breather.did(EXPECTING)) await this.#breather.rest()
      await this.#consider(page)
    }
  }

  /** Pages and links are both read in the order of their ids, so the linking page is at hand when its links come. */
  async #countLinks(): Promise<void> {
    const pages = this.#parts.store.plannedPages()[Symbol.asyncIterator]()
    let from = await pages.next()
    for await (const { shard, id, packed } of this.#parts.store.allLinks()) {
      if (this.#breather.did(COUNTING)) await this.#breather.rest()
      while (!from.done && isBefore(from.value, { shard, id })) from = await pages.next()
      if (from.done) return
      if (from.value.id === id) this.#vote(from.value.url, from.value.importance ?? 1, packed)
    }
  }

  #vote(from: string, importance: number, packed: Buffer): void {
    const home = originOf(from)
    for (const to of targetsIn(packed)) {
      if (to === from) continue
      const isOwn = to.startsWith(home) && to[home.length] === '/'
      this.#votes.add(to, isOwn ? OWN_LINK * importance : importance)
    }
  }

  async #judge(page: Contender): Promise<void> {
    const worth = page.revision > 0 ? await this.#worth(page) : null
    this.#groups.add(page, worth ?? { odds: 0, refreshing: 0 })
    if (!worth || page.status === 'excluded') return
    const isLate = page.status === 'error' && page.dueAt !== null && page.dueAt <= this.#nowMs
    if (isLate && this.retries.length < MAX_CHOSEN) this.retries.push(refOf(page))
    if (page.status === 'running' || this.#parts.isSeed(page.url)) return
    this.#worst.add(worth.worth, () => ({ page: refOf(page), url: page.url, worth }))
  }

  async #consider(page: Contender): Promise<void> {
    const isLater = page.status === 'error' && page.dueAt! > this.#nowMs
    if (isLater || !this.#parts.isInScope(page.url, page.depth)) return
    const worth = page.revision > 0 ? await this.#worth(page) : this.#promise(page)
    if (worth.worth > 0) this.#best.add(-worth.worth, () => ({ page: refOf(page), url: page.url, worth }))
  }

  /** The expected worth of a page that was never visited: that of the pages around it. */
  #promise(page: Contender): Worth {
    const { odds, refreshing } = this.#groups.expect(page)
    return worthOf({ ...this.#traits(page), refreshing, odds: odds / (1 + page.failures) })
  }

  async #worth(page: Contender): Promise<Worth> {
    const { refresher, learning } = this.#parts
    const facts = refresher.facts(page, page.sizeBytes, await learning(page), page.fetchedAt ?? this.#nowMs)
    const now = Math.max(this.#nowMs / DAY_MS, facts.visitedAt)
    const { rate } = refresher.policy.next(refresher.state(page, facts), facts, { price: 0, now }).reason()
    const { dueAt, fetchedAt } = page
    const isPlanned = page.status !== 'excluded' && dueAt !== null && fetchedAt !== null
    const intervalDays = isPlanned ? (dueAt - fetchedAt) / DAY_MS : this.#terms.evenDays
    // A page that failed recently may come back; one that is gone does not.
    const odds = page.status === 'gone' ? 0 : 1 / (1 + page.failures)
    return worthOf({ ...this.#traits(page), refreshing: refreshingBuys(rate, intervalDays), odds })
  }

  #traits(page: Contender) {
    const { weight } = this.#parts.refresher.rules.of({ ...page, importance: null })
    return { weight, links: this.#votes.of(page.url), depth: page.depth }
  }
}

const refOf = ({ shard, id }: PageRef): PageRef => ({ shard, id })

const isBefore = (a: PageRef, b: PageRef) => a.shard < b.shard || (a.shard === b.shard && a.id < b.id)

/** Explains to people why a page got a place and another one lost it, with both sides of the comparison in numbers. */
function choiceWords(
  newcomer: Valued,
  replaced: Valued | null,
): { readonly chosen: string; readonly replaced: string } {
  const promise = worthWords(newcomer.worth)
  if (!replaced) return { chosen: `chosen for a free place: worth ${promise}`, replaced: '' }
  const lost = worthWords(replaced.worth)
  return {
    chosen: `chosen: worth ${promise}, in place of ${replaced.url}, worth ${lost}`,
    replaced: `worth ${lost}; ${newcomer.url}, worth ${promise}, has its place`,
  }
}

function worthWords({ worth, weight, links, depth, refreshing, odds }: Worth): string {
  const parts = [
    `weight ${short(weight)}`,
    `links ${short(links)}`,
    `depth ${depth}`,
    `refreshing buys ${percent(refreshing)}`,
    ...(odds < 1 ? [`${percent(odds)} likely to be there`] : []),
  ]
  return `${short(worth)} (${parts.join(', ')})`
}

const short = (value: number) => String(Number(value.toPrecision(3)))
const percent = (share: number) => `${Math.round(100 * share)} %`
