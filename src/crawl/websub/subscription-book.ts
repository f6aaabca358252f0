/**
 * All subscriptions of a collection, kept in the store's meta table, so that they survive a restart. Filled by visits that find
 * a hub, drained by denials, by hubs that never answer, and by pages that no longer name their hub.
 *
 * Several workers may share it. Each keeps its changes until it saves, and then applies only those changes to what is stored by then: the
 * subscriptions are merged one by one, although all are in one text. Due subscriptions are taken under the same lock, so
 * that only one worker asks their hub.
 */
import type { Random } from '../../env/index.ts'
import { jsonOf } from '../../env/json.ts'
import type { MetaStore } from '../../store/index.ts'
import { asked, isOver, type Subscription, type Topic } from './subscription.ts'

const NAME = 'websub'
/** Bounded, because all are read and written together. */
const MAX_SUBSCRIPTIONS = 1_000
/** Each character has 36 possible values: 165 and 206 bits. WebSub section 5.1: a secret has less than 200 bytes. */
const ID_CHARS = 32
const SECRET_CHARS = 40

interface Saved {
  readonly subscriptions: readonly Subscription[]
  readonly wrongSignatures: number
}

/** What became of a subscription since the last save; null if it was given up. */
interface Change {
  readonly now: Subscription | null
  /** Whether it is not stored yet. */
  readonly isNew: boolean
}

export class SubscriptionBook {
  readonly #store: MetaStore
  readonly #random: Random
  /** By id, the last part of the callback's path. */
  #known = new Map<string, Subscription>()
  #ids = new Map<string, string>()
  #changes = new Map<string, Change>()
  /** Pushes with a wrong signature since the last save. */
  #wrongSignatures = 0

  private constructor(store: MetaStore, random: Random) {
    this.#store = store
    this.#random = random
  }

  static async open(store: MetaStore, random: Random): Promise<SubscriptionBook> {
    const book = new SubscriptionBook(store, random)
    await book.reload()
    return book
  }

  ofTopic(topic: string): Subscription | undefined {
    return this.ofId(this.#ids.get(topic) ?? '')
  }

  ofId(id: string): Subscription | undefined {
    return this.#known.get(id)
  }

  begin(topic: Topic, nowMs: number): void {
    if (this.#known.size >= MAX_SUBSCRIPTIONS) return
    const id = this.#random.token(ID_CHARS)
    const secret = this.#random.token(SECRET_CHARS)
    this.#change(id, {
      now: { ...topic, id, secret, state: 'wanted', nextAt: nowMs, attempts: 0 },
      isNew: true,
    })
  }

  put(subscription: Subscription): void {
    this.#change(subscription.id, { now: subscription, isNew: this.#isNew(subscription) })
  }

  remove(subscription: Subscription): void {
    this.#change(subscription.id, { now: null, isNew: this.#isNew(subscription) })
  }

  countWrongSignature(): void {
    this.#wrongSignatures++
  }

  /** Reads what other workers have changed. */
  async reload(): Promise<void> {
    this.#show(parse((await this.#store.readMeta()).get(NAME)).subscriptions, this.#changes)
  }

  async save(): Promise<void> {
    if (this.#changes.size > 0 || this.#wrongSignatures > 0) await this.#merge(saved => saved)
  }

  /** The subscriptions whose hub has to be asked now; no other worker gets them. Those that are over are forgotten. */
  async takeDue(nowMs: number): Promise<readonly Subscription[]> {
    let due: readonly Subscription[] = []
    const isDue = ({ nextAt }: Subscription) => nextAt <= nowMs
    await this.#merge(all => {
      due = all.filter(each => isDue(each) && !isOver(each))
      return all.flatMap(each => (!isDue(each) ? [each] : isOver(each) ? [] : [asked(each, nowMs)]))
    })
    return due
  }

  async #merge(change: (all: readonly Subscription[]) => readonly Subscription[]): Promise<void> {
    const [changes, wrongSignatures] = [this.#changes, this.#wrongSignatures]
    this.#changes = new Map()
    this.#wrongSignatures = 0
    const merged = (before: string | null) => {
      const saved = parse(before)
      const subscriptions = change(changed(saved.subscriptions, changes))
      return JSON.stringify({ subscriptions, wrongSignatures: saved.wrongSignatures + wrongSignatures })
    }
    try {
      this.#show(parse(await this.#store.changeMeta(NAME, merged)).subscriptions, this.#changes)
    } catch (error) {
      this.#changes = new Map([...changes, ...this.#changes])
      this.#wrongSignatures += wrongSignatures
      throw error
    }
  }

  #isNew({ id }: Subscription): boolean {
    return this.#changes.get(id)?.isNew ?? false
  }

  #change(id: string, change: Change): void {
    this.#changes.set(id, change)
    this.#show([...this.#known.values()], new Map([[id, change]]))
  }

  #show(stored: readonly Subscription[], changes: ReadonlyMap<string, Change>): void {
    const all = changed(stored, changes)
    this.#known = new Map(all.map(each => [each.id, each]))
    this.#ids = new Map(all.map(({ topic, id }) => [topic, id]))
  }
}

/** If two workers began to subscribe to a topic, the first one's counts; a subscription that another has given up is not brought back. */
function changed(
  stored: readonly Subscription[],
  changes: ReadonlyMap<string, Change>,
): readonly Subscription[] {
  const kept = stored.flatMap(each => {
    const change = changes.get(each.id)
    return change ? (change.now ?? []) : each
  })
  const topics = new Set(kept.map(({ topic }) => topic))
  const begun = [...changes.values()].flatMap(({ now, isNew }) =>
    now && isNew && !topics.has(now.topic) ? now : [],
  )
  return [...kept, ...begun]
}

const parse = (text: string | null | undefined): Saved =>
  jsonOf<Saved>(text) ?? { subscriptions: [], wrongSignatures: 0 }
