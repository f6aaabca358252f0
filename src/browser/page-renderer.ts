/** Renders pages, a few at a time, in a browser that is started when needed and replaced when it ends or has shown enough pages. */
import { axeSource } from './axe-script.ts'
import { BrowserProcess, type BrowserSettings } from './browser-process.ts'
import type { Rendered, RenderJob, Unrendered } from './rendered.ts'
import { type PageLimits, showPage } from './show-page.ts'

export interface RendererSettings extends BrowserSettings, PageLimits {
  /** Number of pages at a time. */
  readonly tabs: number
}

/** Chromium's memory grows with every page; a new one costs half a second. */
const MAX_PAGES_A_BROWSER = 300
/** A page that was in this many browsers when they ended is given up. */
const MAX_TRIES = 5

/** A running browser. */
interface Serving {
  readonly started: Promise<BrowserProcess>
  /** Number of pages it was asked to show, and of those it is showing now. */
  shown: number
  showing: number
}

const isAlive = ({ started }: Serving) =>
  started.then(
    browser => browser.isAlive,
    () => false,
  )

const ENDING: Unrendered = { kind: 'unrendered', by: 'browser', why: 'was not shown before the crawl ended' }

export class PageRenderer {
  readonly #settings: RendererSettings
  #current: Serving | null = null
  /** The current browser, and those that only finish their pages. */
  readonly #all = new Set<Serving>()
  /** Tabs in use. */
  #tabs = 0
  #isStopped = false
  #hasStarted = false
  /** Pages waiting for a free tab, served when one closes. */
  readonly #waiting: { readonly tabs: number; readonly begin: () => void }[] = []

  constructor(settings: RendererSettings) {
    this.#settings = settings
  }

  /** Process id of the current browser, for callers that watch it end. */
  async pid(): Promise<number | null> {
    return this.#current ? (await this.#current.started).pid : null
  }

  /** Connections that the browser tried to make past us; none of them succeeded. */
  async strays(): Promise<number> {
    return this.#current ? (await this.#current.started).strays : 0
  }

  /** Rejects only if no browser can be started at all, or the checker cannot be loaded. */
  async render(job: RenderJob): Promise<Rendered | Unrendered> {
    if (job.axeRules !== null) await axeSource()
    let shown: Rendered | Unrendered = ENDING
    for (let tried = 1; tried <= MAX_TRIES && !this.#isStopped; tried++) {
      // On the last try it gets the browser to itself: if the browser ends then, this page caused it.
      shown = await this.#inTab(tried === MAX_TRIES ? this.#settings.tabs : 1, job)
      if (shown.kind === 'rendered' || shown.by === 'page') return shown
    }
    return shown
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    for (const { begin } of this.#waiting.splice(0)) begin()
    await Promise.all([...this.#all].map(serving => this.#end(serving)))
  }

  async #inTab(tabs: number, job: RenderJob): Promise<Rendered | Unrendered> {
    await this.#enter(tabs)
    if (this.#isStopped) return ENDING
    const serving = await this.#serving()
    serving.showing++
    try {
      const browser = await serving.started
      this.#hasStarted = true
      return await showPage(browser, job, this.#settings)
    } catch (error) {
      // A browser that started before will start again when the machine has room for it.
      if (!this.#hasStarted) throw error
      return { kind: 'unrendered', by: 'browser', why: 'finds no browser: it does not start any more' }
    } finally {
      serving.showing--
      if (serving !== this.#current && serving.showing === 0) void this.#end(serving)
      this.#leave(tabs)
    }
  }

  /** Pages that want the browser to themselves wait in the same queue as all others. */
  #enter(tabs: number): Promise<void> {
    return new Promise(resolve => {
      const begin = () => {
        this.#tabs += tabs
        resolve()
      }
      this.#waiting.push({ tabs, begin })
      this.#beginNext()
    })
  }

  #leave(tabs: number): void {
    this.#tabs -= tabs
    this.#beginNext()
  }

  #beginNext(): void {
    const { tabs } = this.#settings
    for (let next = this.#waiting[0]; next && this.#tabs + next.tabs <= tabs; next = this.#waiting[0]) {
      this.#waiting.shift()
      next.begin()
    }
  }

  /** The browser for the next page: the current one, unless it has ended or has shown too many. */
  async #serving(): Promise<Serving> {
    const known = this.#current
    const isSpent = known !== null && (known.shown >= MAX_PAGES_A_BROWSER || !(await isAlive(known)))
    if ((known === null || isSpent) && this.#current === known) this.#start(known)
    const serving = this.#current!
    serving.shown++
    return serving
  }

  #start(old: Serving | null): void {
    if (old !== null && old.showing === 0) void this.#end(old)
    const serving = { started: BrowserProcess.start(this.#settings), shown: 0, showing: 0 }
    this.#current = serving
    this.#all.add(serving)
    serving.started.catch(() => {
      this.#all.delete(serving)
      // The next page may succeed.
      if (this.#current === serving) this.#current = null
    })
  }

  async #end(serving: Serving): Promise<void> {
    this.#all.delete(serving)
    const browser = await serving.started.catch(() => null)
    await browser?.close()
  }
}
