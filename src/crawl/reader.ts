/** Steps 4 to 6 of a visit as the engine sees them: an answer goes to a parse thread, and a look at the page comes back. */
import type { Answer } from '../fetch/index.ts'
import type { QueuedPage } from '../store/index.ts'
import type { Canonicalizer } from '../url/index.ts'
import { outcomeOfAnswer } from './assess.ts'
import type { Comparer } from './compare.ts'
import type { Fruit } from './fruit.ts'
import type { Guides } from './guide/guides.ts'
import type { HostMemory } from './host-memory.ts'
import type { CompareJob, ParseResult } from './parse/job.ts'
import { jobFor } from './parse/make-job.ts'
import type { ParsePool } from './parse/pool.ts'
import type { PluginRunner } from './plugin-runner.ts'
import type { RobotsGate } from './robots.ts'
import type { Look, Looks } from './second-look.ts'

export interface ReaderParts {
  readonly pool: ParsePool
  readonly plugins: PluginRunner
  readonly robots: RobotsGate
  readonly guides: Guides
  readonly comparer: Comparer
  readonly canonicalizer: Canonicalizer
}

/** A request and when it was made. */
export interface Sent {
  readonly at: number
  /** The headers that were sent. */
  readonly request: readonly string[]
}

export class PageReader {
  readonly #parts: ReaderParts
  readonly #fruit: Fruit

  constructor(parts: ReaderParts, fruit: Fruit) {
    this.#parts = parts
    this.#fruit = fruit
  }

  /** Compared with what is stored, if anything is. */
  async read(page: QueuedPage, memory: HostMemory, answer: Answer, sent: Sent): Promise<ParseResult> {
    const compare = await this.#parts.comparer.jobFor(page, answer, memory, sent.at)
    return this.parse(page, memory, answer, sent, { compare })
  }

  parse(
    page: QueuedPage,
    memory: HostMemory,
    answer: Answer,
    { at, request }: Sent,
    { compare = null, probing = false }: { compare?: CompareJob | null; probing?: boolean },
  ): Promise<ParseResult> {
    const { plugins, robots, pool, guides } = this.#parts
    const forPlugins = plugins.has('response') || plugins.has('queue')
    const fingerprints =
      probing || typeof memory.soft404 === 'object' || this.#fruit.isSuspect(memory, page.url)
    const want = { text: forPlugins, links: forPlugins, body: plugins.has('response'), fingerprints }
    const obey = !robots.overruled(memory.hostname)
    const postedTo = guides.postAt(page.url)?.url
    return pool.parse(jobFor(page, answer, { at, request, obey, want, compare, postedTo }))
  }

  /** What an answer that was read comes to; its host learns what is noise. */
  look(page: QueuedPage, memory: HostMemory, answer: Answer, at: number, parsed: ParseResult): Look {
    if (parsed.comparison) memory.learnVolatile(parsed.comparison, page.pageClass)
    return { at, answer, parsed, outcome: outcomeOfAnswer(answer, parsed, page, this.#parts.canonicalizer) }
  }

  /** A change of a stored page gets its words. */
  async inWords(page: QueuedPage, looks: Looks): Promise<Looks> {
    const { parsed } = looks.last
    if (!parsed.comparison || page.revision === 0) return looks
    const comparison = await this.#parts.comparer.withSummary(page, parsed.comparison)
    return { ...looks, last: { ...looks.last, parsed: { ...parsed, comparison } } }
  }
}
