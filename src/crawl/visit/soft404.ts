/**
 * Recognizes pages that say "not found" with status 200. A host is probed once with a Url that cannot exist; if it answers with a
 * page all the same, pages like that one are dead links. The probe is sent only for a reason: a title that
 * sounds like an error, or one that many Urls share. So an honest host costs nothing.
 */
import { simhashDistance } from '../../change/index.ts'
import { anyOf } from '../../document/phrases.ts'
import type { Env, Random } from '../../env/index.ts'
import { asUrl, type Url } from '../../url/index.ts'
import type { HostMemory } from '../host/host-memory.ts'
import type { ReadFacts } from '../thread/job.ts'
import type { RequestBuilder } from './2-request.ts'
import type { Read } from './4-read.ts'
import notFound from './not-found-phrases.json' with { type: 'json' }
import type { Outcome } from './outcome.ts'
import type { Visit } from './visit.ts'

/** Characters that may not precede a match, so that none is found inside a number or, in scripts that separate words, a longer word. */
const INSIDE = '[\\p{Script=Latin}\\p{Script=Cyrillic}\\p{Script=Greek}\\d]'
const SOUNDS_DEAD = new RegExp(`(?<!${INSIDE})(?:${anyOf(notFound.phrases)})(?!\\d)`, 'iu')
const SHARED_TITLE_TIMES = 3
const CLOSE_BITS = 4

export class Soft404Probe {
  readonly #env: Env
  readonly #requests: RequestBuilder
  readonly #read: Read
  /** Hosts being probed; one probe is enough, and other visits wait for its answer. */
  readonly #probing = new WeakMap<HostMemory, Promise<void>>()

  constructor(env: Env, requests: RequestBuilder, read: Read) {
    this.#env = env
    this.#requests = requests
    this.#read = read
  }

  /** The outcome of a page, which is gone if the page looks like the host's answer for pages that cannot exist. */
  async judge(visit: Visit, outcome: Outcome & { kind: 'fetched' }): Promise<Outcome> {
    const { host } = visit
    if (isSuspicious(outcome.facts, host)) {
      const probing = this.#probing.get(host) ?? this.#probe(visit)
      this.#probing.set(host, probing)
      await probing
    }
    if (!isSoft404(outcome.facts, host)) return outcome
    const why = `HTTP ${outcome.status}, but the page says "not found"`
    return { kind: 'gone', status: outcome.status, why }
  }

  /** Requests a page that cannot exist once, to learn what "not found" looks like on this host. */
  async #probe({ page, host, turns }: Visit): Promise<void> {
    const url = impossibleUrl(page.url, this.#env.random)
    const { profile } = host
    const headers = this.#requests.base(url, this.#requests.profile(profile))
    const answer = await turns.send({ method: 'GET', url, headers })
    if (answer.kind === 'breakdown') return void this.#probing.delete(host)
    const request = { kind: 'request', method: 'GET', url, headers, body: null, profile } as const
    const probed = { page: { ...page, url, digest: null, revision: 0 }, host }
    const reading = { at: this.#env.clock.now(), answer, request, isProbe: true }
    const parsed = answer.status === 200 ? await this.#read.parse(probed, reading) : null
    // A wall shown in place of every page does not tell what a missing page looks like.
    if (parsed?.wall) return void this.#probing.delete(host)
    const facts = parsed?.facts ?? null
    host.learnSoft404(
      facts?.fingerprints
        ? { title: facts.title, words: facts.fingerprints.words, outline: facts.outline }
        : 'none',
    )
  }
}

/** Whether a title says, in one of many languages, that there is no such page. */
export const soundsDead = (title: string): boolean => SOUNDS_DEAD.test(title)

/** Whether there is reason to probe the host. */
function isSuspicious(facts: ReadFacts, memory: HostMemory): boolean {
  if (memory.soft404 !== 'unknown' || facts.title === null) return false
  return soundsDead(facts.title) || memory.noteTitle(facts.title) >= SHARED_TITLE_TIMES
}

/** A Url next to the given one that no site has. */
function impossibleUrl(url: Url, random: Random): Url {
  return asUrl(new URL(`${random.token(12)}-${random.token(8)}.html`, url).href)
}

function isSoft404(facts: ReadFacts, memory: HostMemory): boolean {
  const { soft404 } = memory
  if (typeof soft404 === 'string' || facts.title !== soft404.title) return false
  if (facts.fingerprints === null) return facts.outline === soft404.outline
  return simhashDistance(facts.fingerprints.words, soft404.words) <= CLOSE_BITS
}
