import { type Env, Failure } from '../../env/index.ts'
import { RecentMap } from '../../env/recent-map.ts'
import type { Collection, PageChange } from '../index.ts'
import { passing } from './change-filter.ts'
import { type MailSettings, sendDigest } from './mail.ts'
import type { Notice } from './message.ts'
import type { Delivery, Hook, HookOrder, Outbox } from './outbox.ts'
import { saidBy } from './said-by-change.ts'
import { sendWebhook } from './webhook.ts'

/** A collection that hooks can be added for. */
export interface Watched {
  readonly id: string
  /** The collection's environment, whose clock may differ from the machine's. */
  readonly env: Env
  reader(): Promise<Collection>
}

export interface NotifierOptions {
  readonly outbox: Outbox
  readonly collection: (id: string) => Watched | undefined
  readonly env: Env
  readonly mail: MailSettings | null
}

const LOOK_MS = 500
/** Visits are recorded slightly late and out of order, so the last minutes are read again. */
const OVERLAP_MS = 10 * 60_000
const AT_ONCE = 8
const BATCH = 200
const FIRST_PAUSE_MS = 1_000
const MAX_PAUSE_MS = 3_600_000
const SECRET_CHARS = 40
const MAX_JUDGED = 50_000

/** Collects changes of collections and sends them to the hooks. */
export class Notifier {
  readonly #options: NotifierOptions
  /** Changes of the last minutes that filters have judged, which takes the archive: they are read again and again. */
  readonly #judged = new RecentMap<string, true>(MAX_JUDGED)
  #cancel: (() => void) | null = null
  #working: Promise<void> = Promise.resolve()
  #isClosed = false

  constructor(options: NotifierOptions) {
    this.#options = options
  }

  start(): void {
    if (this.#isClosed || this.#cancel) return
    this.#cancel = this.#options.env.clock.timer(LOOK_MS, () => {
      this.#working = this.#work().finally(() => {
        this.#cancel = null
        this.start()
      })
    })
  }

  /** Stops, after waiting for deliveries in progress. */
  async stop(): Promise<void> {
    this.#isClosed = true
    this.#cancel?.()
    await this.#working
    this.#options.outbox.close()
  }

  /** Adds a hook. The returned secret is shown only this once, to the person who adds the hook. */
  add(order: HookOrder): Hook {
    const { outbox, collection, env, mail } = this.#options
    const watched = collection(order.collection)
    if (!watched) throw new Failure('usage', `there is no collection "${order.collection}"`)
    if (order.kind === 'email' && !mail)
      throw new Failure('usage', 'mail needs a server: start with --smtp smtp://user:password@host:587')
    const hook: Hook = {
      ...order,
      id: env.random.token(12),
      secret: env.random.token(SECRET_CHARS),
      madeAt: env.clock.now(),
      fromAt: watched.env.clock.now(),
      seenAt: watched.env.clock.now(),
      problem: null,
    }
    outbox.add(hook)
    return hook
  }

  /** Sends a made-up change now. Returns null if the receiver accepted it, otherwise the reason. */
  async test(hook: Hook): Promise<string | null> {
    const { env, mail } = this.#options
    const delivery: Delivery = { ...TEST, id: 0, hook: hook.id, body: testBody(env.clock.now()), attempts: 0 }
    const told: Notice = { ...toldBy(hook, delivery), type: 'test' }
    if (hook.kind === 'webhook') return sendWebhook(hook, delivery, told, env.clock.now())
    return mail ? sendDigest(mail, hook, [told]) : 'this server was started without a mail server (--smtp)'
  }

  async #work(): Promise<void> {
    const { outbox } = this.#options
    for (const hook of outbox.hooks()) {
      if (this.#isClosed) return
      try {
        await this.#take(hook)
      } catch {
        // The collection cannot be read now; deliveries that are due are sent anyway.
      }
      if (hook.kind === 'email') await this.#sendMail(hook)
      else await this.#sendAll(hook)
    }
  }

  async #take(hook: Hook): Promise<void> {
    const { outbox, collection, env } = this.#options
    const watched = collection(hook.collection)
    if (!watched) return
    const since = new Date(Math.max(hook.fromAt, hook.seenAt - OVERLAP_MS))
    const nameOf = ({ url, revision }: PageChange) => `${hook.id} ${revision} ${url}`
    const found: PageChange[] = []
    let seenAt = hook.seenAt
    const reader = await watched.reader()
    for await (const change of reader.changes({ since })) {
      seenAt = Math.max(seenAt, change.at.getTime())
      if (!this.#judged.has(nameOf(change))) found.push(change)
    }
    const wanted: PageChange[] = []
    for await (const change of passing(each(found), hook.filter, reader)) wanted.push(change)
    const dueAt = env.clock.now() + (hook.kind === 'email' ? hook.everyMs : 0)
    if (wanted.length > 0 || seenAt > hook.seenAt) outbox.take(hook, wanted, seenAt, dueAt)
    for (const change of found) this.#judged.set(nameOf(change), true)
    outbox.forget(hook.id, seenAt - 2 * OVERLAP_MS)
  }

  async #sendAll(hook: Hook): Promise<void> {
    const { outbox, env } = this.#options
    while (!this.#isClosed) {
      const due = outbox.due(hook.id, env.clock.now(), BATCH)
      if (due.length === 0) return
      for (let i = 0; i < due.length && !this.#isClosed; i += AT_ONCE)
        await Promise.all(due.slice(i, i + AT_ONCE).map(delivery => this.#send(hook, delivery)))
    }
  }

  async #send(hook: Hook, delivery: Delivery): Promise<void> {
    const { outbox, env } = this.#options
    const problem = await sendWebhook(hook, delivery, await this.#told(hook, delivery), env.clock.now())
    if (problem === null) outbox.arrived([delivery], env.clock.now())
    else outbox.failed([delivery], env.clock.now() + pauseAfter(delivery.attempts), problem)
  }

  async #sendMail(hook: Hook): Promise<void> {
    const { outbox, env, mail } = this.#options
    const gathered = outbox.digest(hook, env.clock.now(), BATCH)
    if (gathered.length === 0 || !mail) return
    const all: Notice[] = []
    for (const delivery of gathered) all.push(await this.#told(hook, delivery))
    const problem = await sendDigest(mail, hook, all)
    if (problem === null) outbox.arrived(gathered, env.clock.now())
    else outbox.failed(gathered, env.clock.now() + pauseAfter(gathered[0]!.attempts), problem)
  }

  /** With the lines that differ, unless the collection cannot be read now. */
  async #told(hook: Hook, delivery: Delivery): Promise<Notice> {
    const told = toldBy(hook, delivery)
    try {
      const reader = await this.#options.collection(hook.collection)?.reader()
      const said = reader && (await saidBy(told.change, reader))
      return said ? { ...told, diff: said.shown } : told
    } catch {
      return told
    }
  }
}

const toldBy = ({ collection }: Hook, { body }: Delivery): Notice => ({
  type: 'page.changed',
  collection,
  diff: '',
  change: JSON.parse(body) as Notice['change'],
})

const TEST = { url: 'https://example.org/', revision: 2 } as const

const testBody = (nowMs: number): string =>
  JSON.stringify({
    ...TEST,
    host: 'https://example.org',
    class: null,
    at: new Date(nowMs),
    change: {
      changed: true,
      level: 'content',
      difference: 0.1,
      paths: [],
      summary: 'This is a test: nothing has changed.',
    },
  })

const pauseAfter = (attempts: number): number => Math.min(FIRST_PAUSE_MS * 2 ** attempts, MAX_PAUSE_MS)

async function* each<T>(rows: readonly T[]): AsyncGenerator<T> {
  yield* rows
}
