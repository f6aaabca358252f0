/** Picks the links of a page that are news: they are followed at all and were not reported recently. The scope judges each. */
import type { Link } from '../../document/links.ts'
import type { Exclusion } from '../../store/batch.ts'
import type { Canonicalizer, Scope, Url } from '../../url/index.ts'
import { exclusionOf } from '../exclusion.ts'
import type { DocumentReading } from './document-reading.ts'
import type { FoundUrls, ParseJob } from './job.ts'
import type { ParseSettings } from './parse-settings.ts'
import { keysOf, promisedUrls } from './promised.ts'
import { RecentLinks } from './seen.ts'

const RESOURCES = new Set<Link['kind']>(['image', 'script', 'style', 'object'])

const HIDDEN: Exclusion = { by: 'hidden', reason: null }

export class FoundLinks {
  readonly #settings: ParseSettings
  readonly #canonicalizer: Canonicalizer
  readonly #scope: Scope
  readonly #recent = new RecentLinks()

  constructor(settings: ParseSettings, canonicalizer: Canonicalizer, scope: Scope) {
    this.#settings = settings
    this.#canonicalizer = canonicalizer
    this.#scope = scope
  }

  newIn(job: ParseJob, reading: DocumentReading): FoundUrls {
    if (reading.bound)
      return promisedUrls(job, reading.guided, reading.links, this.#canonicalizer, this.#scope)
    const depth = job.depth + 1
    const hrefs: Url[] = []
    const excluded: (Exclusion | null)[] = []
    const hints: number[] | null = reading.hints ? [] : null
    const saidRates: (string | null)[] | null = reading.saidRates ? [] : null
    // The first look found the same links, but they have not been reported yet. In a focused crawl, each page says more about a link.
    const isSecondLook = job.compare?.isSecondLook ?? false
    const repeated: Url[] = []
    const isSample = this.#settings.sampling && reading.kind === 'links'
    for (const link of reading.links) {
      if (!this.#follows(link, job.obey) || (isSample && !isForPeople(link))) continue
      if (reading.followed && !RESOURCES.has(link.kind) && !reading.followed.has(link.href)) continue
      const hint = reading.hints?.get(link.href) ?? 0
      const saidRate = reading.saidRates?.get(link.href) ?? null
      // A hidden link is not remembered as reported: another page may show it openly.
      const isNews = link.hidden || hint !== 0 || saidRate !== null || !this.#recent.has(link.href, depth)
      if (!isNews && !isSecondLook && !this.#settings.focus) {
        if (this.#settings.countsLinks) repeated.push(link.href)
        continue
      }
      const verdict = this.#scope.decide(link.href, depth)
      if (!verdict.accepted && verdict.kind === 'depth') continue
      hrefs.push(link.href)
      excluded.push(exclusionOf(verdict) ?? (link.hidden ? HIDDEN : null))
      hints?.push(hint)
      saidRates?.push(saidRate)
    }
    const { kind } = reading
    return {
      hrefs,
      keys: keysOf(hrefs),
      excluded,
      hints,
      saidRates,
      kind,
      promises: null,
      repeated: repeated.join('\n'),
    }
  }

  #follows(link: Link, obey: boolean): boolean {
    if (link.nofollow && obey) return false
    if (link.kind === 'meta') return this.#settings.mentions
    // When forms are filled in, each has its gate: not even its bare address is requested otherwise.
    if (link.kind === 'form' && this.#settings.forms !== null) return false
    return this.#settings.resources || !RESOURCES.has(link.kind)
  }
}

/** Leaves out links in the head that are meant for programs, which a guided crawl does not follow. */
const isForPeople = ({ kind, turns = false }: Link): boolean => kind !== 'link' || turns
