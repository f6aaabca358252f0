/**
 * Pages that say "not found" with status 200. A host is asked once for a Url that cannot exist; when it answers with a
 * page all the same, pages like that one are dead links. The question is asked only when there is a reason: a title that
 * sounds like an error, or one that many Urls share. So an honest host costs nothing.
 */
import type { Env, Random } from '../env/index.ts'
import type { Answer } from '../fetch/index.ts'
import type { Slot } from '../frontier/index.ts'
import type { QueuedPage } from '../store/index.ts'
import type { Conversation } from './conversation.ts'
import type { HostMemory } from './host-memory.ts'
import type { Outcome } from './outcome.ts'
import type { PageFacts, ParseResult } from './parse/job.ts'
import { distance } from './parse/signature.ts'
import type { RequestBuilder } from './request.ts'

const SOUNDS_DEAD =
  /\b(404|not found|page (?:is )?missing|no longer (?:available|exists)|nicht gefunden|introuvable|no (?:se )?encontrad[ao]|non trovat[ao]|niet gevonden|ikke funnet|ikke fundet|hittades inte|ni (?:bilo )?najden[ao]?|nie znaleziono|не найден[ао]?|找不到|見つかりません)/i
const SHARED_TITLE_TIMES = 3
const CLOSE_BITS = 4

type ReadProbe = (
  page: QueuedPage,
  answer: Answer,
  headers: readonly string[],
  memory: HostMemory,
) => Promise<ParseResult>

export class Soft404Probe {
  readonly #env: Env
  readonly #requests: RequestBuilder
  readonly #read: ReadProbe
  /** Hosts that are being asked for a page that cannot exist; once is enough, and the others wait for the answer. */
  readonly #probing = new WeakMap<HostMemory, Promise<void>>()

  constructor(env: Env, requests: RequestBuilder, read: ReadProbe) {
    this.#env = env
    this.#requests = requests
    this.#read = read
  }

  /** The outcome of a page, which is gone when it looks like what the host says of pages that cannot exist. */
  async judge(
    outcome: Outcome & { kind: 'fetched' },
    slot: Slot,
    memory: HostMemory,
    conversation: Conversation,
  ): Promise<Outcome> {
    if (isSuspicious(outcome.facts, memory)) {
      const probing = this.#probing.get(memory) ?? this.#probe(slot, memory, conversation)
      this.#probing.set(memory, probing)
      await probing
    }
    if (!isSoft404(outcome.facts, memory)) return outcome
    return {
      kind: 'gone',
      status: outcome.status,
      why: `HTTP ${outcome.status}, but the page says "not found"`,
    }
  }

  /** Asks once for a page that cannot exist, to know what "not found" looks like here. */
  async #probe(slot: Slot, memory: HostMemory, conversation: Conversation): Promise<void> {
    const url = impossibleUrl(slot.page.url, this.#env.random)
    const headers = this.#requests.base(url, this.#requests.profile(memory.profile))
    const exchange = await conversation.ask({ method: 'GET', url, headers })
    if (exchange.kind === 'breakdown') return void this.#probing.delete(memory)
    const page = { ...slot.page, url, digest: null, revision: 0 }
    const parsed = exchange.status === 200 ? await this.#read(page, exchange, headers, memory) : null
    const facts = parsed?.facts
    memory.soft404 = facts?.fingerprints
      ? { title: facts.title, words: facts.fingerprints.words, outline: facts.outline }
      : 'none'
    memory.touch()
  }
}

/** Is there reason to ask the host how it answers for a Url that cannot exist? */
function isSuspicious(facts: PageFacts, memory: HostMemory): boolean {
  if (memory.soft404 !== 'unknown' || facts.title === null) return false
  return SOUNDS_DEAD.test(facts.title) || memory.noteTitle(facts.title) >= SHARED_TITLE_TIMES
}

/** A Url beside the given one that no site has. */
function impossibleUrl(url: string, random: Random): string {
  return new URL(`${random.token(12)}-${random.token(8)}.html`, url).href
}

function isSoft404(facts: PageFacts, memory: HostMemory): boolean {
  const { soft404 } = memory
  if (typeof soft404 === 'string' || facts.title !== soft404.title) return false
  if (facts.fingerprints === null) return facts.outline === soft404.outline
  return distance(facts.fingerprints.words, soft404.words) <= CLOSE_BITS
}
