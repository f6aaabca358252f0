/**
 * Other spellings of one page: which addresses need no visit because a plainer one shows the same, and what visits teach about that
 * (`duplicates/equivalence/`). An address is given up only for a page that is stored, or for one that is queued and *awaited*: if that
 * page's visit brings nothing, the rule is withdrawn, and the addresses it kept out are queued again.
 */
import { type RuleTurn, ruleWords, type SeenPage, type Spelling } from '../../duplicates/index.ts'
import type { Exclusion, PageRow, PageStore, QueuedPage } from '../../store/index.ts'
import { asUrl, originOf, type Scope, type Url } from '../../url/index.ts'
import type { HostMemory } from '../host/host-memory.ts'
import type { Report } from '../report-event.ts'
import type { Judged, Look } from './5-judge.ts'
import type { Outcome } from './outcome.ts'
import type { Unanswered } from './unanswered.ts'
import type { Visit } from './visit.ts'

export interface SpellingParts {
  readonly store: Pick<PageStore, 'page'>
  readonly scope: Scope
  readonly report: Report
  readonly now: () => number
  readonly isOn: boolean
  /** Whether a site specification written by a person names the addresses to visit. */
  readonly isSpecified: (url: string) => boolean
}

/** A page that is not visited because another address stands for it. */
export interface GivenUp {
  readonly excluded: Exclusion
  readonly instead: Url
}

export class Spellings {
  readonly #parts: SpellingParts

  constructor(parts: SpellingParts) {
    this.#parts = parts
  }

  /** Whether the content of this page is needed to compare it with other spellings. */
  wantsContent({ url, kind }: QueuedPage, { equivalences }: HostMemory): boolean {
    const { isOn, isSpecified } = this.#parts
    return isOn && kind === 'page' && !isSpecified(url) && equivalences.wantsContent(url)
  }

  /** Why a newly found link to an address of this host is not followed, or null. */
  ofLink(url: string, { equivalences }: HostMemory): Exclusion | null {
    if (!this.#parts.isOn) return null
    equivalences.noteLink(url)
    const spelling = equivalences.spelling(url)
    if (spelling === null) return null
    const stored = equivalences.storedFor(spelling.url)
    if (stored !== null) return stored === url ? null : exclusionBy(spelling, stored)
    return equivalences.isAwaited(spelling.url) ? exclusionBy(spelling, spelling.url) : null
  }

  /** The address to visit instead of this page, whose turn it is, or null. Seeds and addresses that a specification names are visited themselves. */
  async insteadOf({ url, via, kind, depth }: QueuedPage, host: HostMemory): Promise<GivenUp | null> {
    const { isOn, isSpecified, store } = this.#parts
    if (!isOn || via === null || kind !== 'page' || isSpecified(url)) return null
    const { equivalences } = host
    const spelling = equivalences.spelling(url)
    if (spelling === null) return null
    const stored = equivalences.storedFor(spelling.url)
    const instead = asUrl(stored ?? spelling.url)
    if (instead === url) return null
    const isKnown = stored !== null || equivalences.isAwaited(instead)
    if (!isKnown && !this.#isPromising(await store.page(instead), spelling, host, depth)) return null
    return { excluded: exclusionBy(spelling, instead), instead }
  }

  /** Learns from a visit which addresses show the same page. */
  learn(visit: Visit, judged: Judged | Unanswered): void {
    const { page, host } = visit
    if (!this.#parts.isOn || page.kind !== 'page') return
    for (const { rule, became } of this.#turns(visit, judged)) {
      const { support, counterExample } = rule
      const why =
        became === 'applied' ? `${support} pairs of pages were the same` : `${counterExample?.[0]} differs`
      this.#parts.report(`url-rule-${became}`, host.origin, `${ruleWords(rule.rule)}: ${why}`)
    }
  }

  #isPromising(row: PageRow | null, spelling: Spelling, host: HostMemory, depth: number): boolean {
    if (row?.status === 'completed') return row.revision > 0 && row.movedTo === null
    const waits =
      row === null ? this.#parts.scope.decide(asUrl(spelling.url), depth).accepted : isOnItsWay(row)
    // An address on another host has another HostMemory, so this one would not learn how its visit ends.
    return waits && originOf(asUrl(spelling.url)) === host.origin && host.equivalences.await(spelling)
  }

  #turns({ page, host: { equivalences } }: Visit, judged: Judged | Unanswered): readonly RuleTurn[] {
    const { outcome } = judged
    if (outcome.kind === 'notModified' || (outcome.kind === 'failed' && outcome.transient)) return []
    if (outcome.kind === 'denied' && outcome.by === 'equivalent') return []
    const seen = judged.kind === 'judged' ? seenIn(page, judged.last, outcome) : null
    if (seen === null) return equivalences.lost(page.url, this.#parts.now())
    if (page.revision === 0) return equivalences.saw(seen)
    equivalences.sawAgain(seen)
    return []
  }
}

const isOnItsWay = ({ status }: PageRow) => status === 'waiting' || status === 'running'

const exclusionBy = ({ rules }: Spelling, url: string): Exclusion => ({
  by: 'equivalent',
  reason: `same page as ${url} (${rules.map(ruleWords).join(', ')})`,
})

/** What an address showed; null if nothing. A page that may not be kept counts all the same. */
function seenIn({ url }: QueuedPage, { at, answer, parsed }: Look, outcome: Outcome): SeenPage | null {
  const isMoved = outcome.kind === 'moved'
  const isShown = outcome.kind === 'fetched' || outcome.kind === 'denied'
  if (!isMoved && (!isShown || answer.status !== 200)) return null
  return {
    url,
    at,
    isStored: outcome.kind === 'fetched',
    movedTo: isMoved ? outcome.to : null,
    content: parsed.content,
    canonical: isMoved ? null : parsed.canonical,
    digest: Buffer.from(parsed.digest).toString('hex'),
  }
}
