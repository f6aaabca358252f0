import type { DictionaryTrainer, SamplePlace } from '../../archive/index.ts'
import { isConverted } from '../../document/converted-types.ts'
import { sniffType } from '../../document/type.ts'
import { Failure, realClock, soon } from '../../env/index.ts'
import { header } from '../../fetch/header-list.ts'
import type { GuideData } from '../../site/index.ts'
import type { ParseJob, ParseResult } from './job.ts'
import type { ParseSettings } from './parse-settings.ts'
import { ParseThread, ParseTrouble, type PendingReading } from './parse-thread.ts'

/** A page that needs more than this is not worth the crawl. */
const HEAP_MB = 512
/** Maximum number of pages waiting for each thread. */
const MAX_PENDING = 24
/** Number of pages per thread from which on another thread would help. */
const MIN_CROWD = 4
/** Pages that meet such a crowd before another thread is started: loading its code takes longer than reading this many. */
const MAX_CROWDED = 50
/** How often threads are checked. */
const WATCH_MS = 500
/** A page during which this many threads died is itself the cause. */
const MAX_DEATHS = 2
/** When threads die this often in a row without reading one page, the cause has nothing to do with pages. */
const MAX_IDLE_RESTARTS = 10

/** Job numbers start over here: threads keep theirs in 32 bits. */
const MAX_ID = 2 ** 31 - 1

export interface PoolOptions {
  /** Maximum number of threads; a crawl of a few pages gets by with one. */
  readonly threads: number
  /** How many of them are started when pages queue up; others only go on behind a page that takes long. */
  readonly usualThreads?: number
  readonly archiveFolder: string
  /** How long one page may take, in real time whatever the crawl's clock says. */
  readonly pageLimitMs: number
  /** Memory limit of one thread. */
  readonly heapMb?: number
  /** The number of the dictionary for a page's records, or 0. */
  readonly packWith: (job: ParseJob) => number
  readonly onSpent?: (buffer: ArrayBufferLike) => void
}

/**
 * Parse threads. Jobs go to the least loaded thread, bundled per turn of the event loop, because handing over a message
 * costs as much as reading a small page. The pool begins with one thread and starts others when pages queue up,
 * or behind a page that takes long.
 *
 * A thread that works on one page for longer than the limit, or runs out of memory, is replaced. The page it was reading is the
 * suspect: a page that is too slow fails at once, one at which the memory ran out is tried once more by itself, because other
 * pages may have filled the memory. All others go to other threads and never notice.
 */
export class ParsePool implements DictionaryTrainer {
  #settings: ParseSettings
  readonly #options: PoolOptions
  readonly #threads: ParseThread[]
  /** Taught to every thread, including replacements. */
  readonly #dictionaries = new Map<number, Uint8Array>()
  /** Pages that are read alone, one after another. Filled when a thread dies while reading them, drained by `#readAlone`. */
  readonly #suspects: PendingReading[] = []
  #aloneIn: ParseThread | null = null
  /** Pages given out since the last thread was started, while all threads had enough to do. */
  #crowded = 0
  #lastId = 0
  #scheduled = false
  #idleRestarts = 0
  #stopped = false
  /** Why no thread can be started any more. */
  #failure: Error | null = null
  #isWatching = false
  #cancelWatch = () => {}

  constructor(settings: ParseSettings, options: PoolOptions) {
    this.#settings = settings
    this.#options = options
    this.#threads = [this.#start()]
  }

  parse(job: ParseJob): Promise<ParseResult> {
    if (this.#failure) return Promise.reject(this.#failure)
    return new Promise((resolve, reject) => {
      const numbered = { ...job, id: this.#newId(), packWith: this.#options.packWith(job) }
      this.#give({ job: numbered, deaths: 0, resolve, reject })
    })
  }

  /** Whether there is so much to read that more pages would only fill the memory. */
  get busy(): boolean {
    return this.#threads.every(thread => thread.pages >= MAX_PENDING)
  }

  train(samples: readonly SamplePlace[], current: number): Promise<Uint8Array | null> {
    const { archiveFolder: folder } = this.#options
    return this.#leastLoaded().learn({ id: this.#newId(), folder, samples, current })
  }

  teach(number: number, dictionary: Uint8Array): void {
    this.#dictionaries.set(number, dictionary)
    for (const thread of this.#all()) thread.post({ kind: 'teach', number, dictionary })
  }

  forget(number: number): void {
    this.#dictionaries.delete(number)
    for (const thread of this.#all()) thread.post({ kind: 'forget', number })
  }

  /** Replaces the site models; pages already given out are read with the old ones. */
  guideBy(guides: readonly GuideData[]): void {
    this.#settings = { ...this.#settings, guides }
    for (const thread of this.#all()) thread.post({ kind: 'guides', guides })
  }

  async stop(): Promise<void> {
    this.#stopped = true
    this.#cancelWatch()
    await Promise.all(this.#all().map(thread => thread.stop()))
  }

  #newId(): number {
    this.#lastId = (this.#lastId % MAX_ID) + 1
    return this.#lastId
  }

  #all(): ParseThread[] {
    return this.#aloneIn ? [...this.#threads, this.#aloneIn] : this.#threads
  }

  #give(reading: PendingReading): void {
    const thread = this.#leastLoaded()
    if (thread.pages >= MIN_CROWD && ++this.#crowded >= MAX_CROWDED)
      this.#grow(this.#options.usualThreads ?? this.#options.threads)
    thread.give(reading)
    this.#watchSoon()
    if (this.#scheduled) return
    this.#scheduled = true
    soon(() => {
      this.#scheduled = false
      for (const thread of this.#threads) thread.send()
    })
  }

  #grow(atMost: number): void {
    if (this.#threads.length >= atMost) return
    this.#crowded = 0
    this.#threads.push(this.#start())
  }

  #leastLoaded(): ParseThread {
    return this.#threads.reduce((least, other) => (other.load < least.load ? other : least))
  }

  #start(): ParseThread {
    const thread = new ParseThread(this.#settings, this.#options.heapMb ?? HEAP_MB, {
      onDone: ({ job }) => {
        this.#idleRestarts = 0
        this.#options.onSpent?.(job.body.buffer)
      },
      onEnd: (ended, why) => this.#ended(ended, why),
    })
    for (const [number, dictionary] of this.#dictionaries) thread.post({ kind: 'teach', number, dictionary })
    return thread
  }

  /** Uses real time, and counts checks instead of comparing times: after the process was suspended for a while, no innocent page is blamed. */
  #watchSoon(): void {
    if (this.#isWatching || this.#stopped) return
    this.#isWatching = true
    this.#cancelWatch = realClock.timer(WATCH_MS, () => {
      this.#isWatching = false
      const maxLooks = Math.ceil(this.#options.pageLimitMs / WATCH_MS)
      const looks = this.#all().map(thread => ({ thread, count: thread.watch() }))
      // The next pages need not wait behind one that takes long.
      if (looks.some(({ count }) => count > 0)) this.#grow(this.#options.threads)
      for (const { thread, count } of looks) if (count >= maxLooks) this.#tooSlow(thread)
      if (this.#all().some(thread => thread.pages > 0)) this.#watchSoon()
    })
  }

  #tooSlow(thread: ParseThread): void {
    const culprit = this.#replace(thread, 'too slow')
    const seconds = Math.round(this.#options.pageLimitMs / 1000)
    if (culprit && isClosable(culprit)) this.#give(closed(culprit))
    else if (culprit) this.#giveUp(culprit, `cannot be read in time (${seconds} s, see limits.parse)`)
  }

  #ended(thread: ParseThread, why: string): void {
    if (this.#stopped) return
    const culprit = this.#replace(thread, why)
    if (!culprit) return
    culprit.deaths++
    if (culprit.deaths >= MAX_DEATHS) {
      if (isClosable(culprit)) this.#give(closed(culprit))
      else this.#giveUp(culprit, `cannot be read: ${why}`)
      return
    }
    this.#suspects.push(culprit)
    this.#readAlone()
  }

  /** Replaces a thread, gives the new one its jobs, and returns the page the old one was reading. */
  #replace(thread: ParseThread, why: string): PendingReading | null {
    const { culprit, others } = thread.abandon()
    const at = this.#threads.indexOf(thread)
    if (at < 0) this.#aloneIn = null
    else if (culprit === null && ++this.#idleRestarts > MAX_IDLE_RESTARTS) {
      this.#failure = /\bE[MN]FILE\b/.test(why)
        ? new Failure(
            'broken',
            'too few files may be open to start threads: raise the limit with "ulimit -n 4096"',
          )
        : new Error(`parse threads end again and again before they have read a page: ${why}`)
      for (const { reject } of others) reject(this.#failure)
      return null
    } else this.#threads[at] = this.#start()
    for (const reading of others) this.#give(reading)
    if (this.#aloneIn === null) this.#readAlone()
    return culprit
  }

  /** Reads suspect pages in a separate thread, one at a time: whatever happens there, that page caused it. */
  #readAlone(): void {
    if (this.#aloneIn || this.#suspects.length === 0 || this.#stopped) return
    const { resolve, reject, ...suspect } = this.#suspects.shift()!
    const thread = this.#start()
    this.#aloneIn = thread
    const over = () => {
      if (this.#aloneIn !== thread) return
      this.#aloneIn = null
      void thread.stop()
      this.#readAlone()
    }
    thread.give({
      ...suspect,
      resolve: result => {
        over()
        resolve(result)
      },
      reject: error => {
        over()
        reject(error)
      },
    })
    thread.send()
    this.#watchSoon()
  }

  #giveUp({ job, reject }: PendingReading, why: string): void {
    this.#options.onSpent?.(job.body.buffer)
    reject(new ParseTrouble(why))
  }
}

/** Whether this is a document, which can be kept even if nothing can be read from it. */
function isClosable({ job }: PendingReading): boolean {
  if (job.isOpaque) return false
  return isConverted(sniffType(job.body, header(job.response.headers, 'content-type'), job.url).type)
}

const closed = (reading: PendingReading): PendingReading => ({
  ...reading,
  job: { ...reading.job, isOpaque: true },
  deaths: 0,
})
