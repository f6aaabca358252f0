/**
 * All subscriptions of a collection, kept in the store's meta table, so that a restart goes on with them. Filled by visits that find
 * a hub, drained by denials, by hubs that never answer, and by pages that name their hub no longer.
 */
import type { Random } from '../../env/index.ts'
import type { MetaStore } from '../../store/index.ts'
import type { Subscription, Topic } from './subscription.ts'

const NAME = 'websub'
/** All are read and written together. */
const MAX_SUBSCRIPTIONS = 1_000
/** 36 possible signs each: 165 and 206 bits. WebSub section 5.1: a secret has less than 200 bytes. */
const ID_CHARS = 32
const SECRET_CHARS = 40

interface Saved {
  readonly subscriptions: readonly Subscription[]
  readonly wrongSignatures: number
}

export class SubscriptionBook {
  readonly #store: MetaStore
  readonly #random: Random
  readonly #byTopic = new Map<string, Subscription>()
  readonly #topics = new Map<string, string>()
  #isChanged = false
  /** Pushes that were not signed as agreed. */
  #wrongSignatures = 0

  private constructor(store: MetaStore, random: Random) {
    this.#store = store
    this.#random = random
  }

  static async open(store: MetaStore, random: Random): Promise<SubscriptionBook> {
    const book = new SubscriptionBook(store, random)
    const saved = parse((await store.readMeta()).get(NAME))
    for (const subscription of saved?.subscriptions ?? []) book.put(subscription)
    book.#wrongSignatures = saved?.wrongSignatures ?? 0
    book.#isChanged = false
    return book
  }

  ofTopic(topic: string): Subscription | undefined {
    return this.#byTopic.get(topic)
  }

  ofId(id: string): Subscription | undefined {
    const topic = this.#topics.get(id)
    return topic === undefined ? undefined : this.#byTopic.get(topic)
  }

  all(): readonly Subscription[] {
    return [...this.#byTopic.values()]
  }

  begin(topic: Topic, nowMs: number): void {
    if (this.#byTopic.size >= MAX_SUBSCRIPTIONS) return
    const [id, secret] = [this.#random.token(ID_CHARS), this.#random.token(SECRET_CHARS)]
    this.put({ ...topic, id, secret, state: 'wanted', nextAt: nowMs, attempts: 0 })
  }

  put(subscription: Subscription): void {
    this.#byTopic.set(subscription.topic, subscription)
    this.#topics.set(subscription.id, subscription.topic)
    this.#isChanged = true
  }

  remove({ topic, id }: Subscription): void {
    this.#byTopic.delete(topic)
    this.#topics.delete(id)
    this.#isChanged = true
  }

  countWrongSignature(): void {
    this.#wrongSignatures++
    this.#isChanged = true
  }

  async save(): Promise<void> {
    if (!this.#isChanged) return
    this.#isChanged = false
    const saved: Saved = { subscriptions: this.all(), wrongSignatures: this.#wrongSignatures }
    await this.#store.writeMeta({ [NAME]: JSON.stringify(saved) })
  }
}

function parse(text: string | undefined): Saved | undefined {
  try {
    return text === undefined ? undefined : (JSON.parse(text) as Saved)
  } catch {
    return undefined
  }
}
