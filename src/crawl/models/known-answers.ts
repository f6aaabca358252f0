/**
 * The answers that search forms of a host gave in earlier crawls, for its model: the stored answers that list most, as the pages that the forms
 * lead to.
 */
import { type FormAnswers, queryAddress } from '../../site/index.ts'
import type { HostStore, PageStore } from '../../store/index.ts'
import { type Canonicalizer, originOf, type Url } from '../../url/index.ts'
import { storedMemory } from '../host/stored-memory.ts'

/** Enough to show the template of answers. */
const MAX_ANSWERS = 8

interface AskedForm extends FormAnswers {
  readonly action: string
}

export class KnownAnswers {
  readonly #store: Pick<HostStore, 'hostMemory'> & Pick<PageStore, 'page'>
  readonly #canonicalizer: Canonicalizer
  readonly #forms = new Map<string, Promise<readonly AskedForm[]>>()

  constructor(store: Pick<HostStore, 'hostMemory'> & Pick<PageStore, 'page'>, canonicalizer: Canonicalizer) {
    this.#store = store
    this.#canonicalizer = canonicalizer
  }

  /** The answers of the form on a page with this action; null if no words were ever submitted to it. */
  async to(action: string, page: string): Promise<FormAnswers | null> {
    const origin = originOf(page)
    const known = this.#forms.get(origin) ?? this.#asked(page)
    this.#forms.set(origin, known)
    const plain = action.replace(/[?#].*$/s, '')
    return (await known).find(form => form.action === plain) ?? null
  }

  async #asked(page: string): Promise<readonly AskedForm[]> {
    const row = await this.#store.page(page as Url)
    const memory = row && (await this.#store.hostMemory({ shard: row.shard, id: row.host }))
    const asked: AskedForm[] = []
    for (const { found, lengths = {} } of Object.values(storedMemory(memory).forms?.forms ?? {})) {
      if (!found.query?.field) continue
      const { action, field } = found.query
      const words = Object.entries(lengths).sort(([, a], [, b]) => b - a)
      const addresses = words
        .slice(0, MAX_ANSWERS)
        .map(([text]) => queryAddress(found.query, { words: text, choice: null }))
      const urls = await Promise.all(addresses.map(address => this.#stored(address)))
      asked.push({ action, field, urls: urls.filter(url => url !== null) })
    }
    return asked.filter(({ urls }) => urls.length > 0)
  }

  /** The address of the stored answer; null if it is not stored. */
  async #stored(address: string | undefined): Promise<string | null> {
    const url = address && this.#canonicalizer.canonical(address)
    const row = url ? await this.#store.page(url) : null
    if (row?.kind !== 'results') return null
    return row.movedTo ?? (row.revision > 0 ? row.url : null)
  }
}
