/** Renders pages: a few at a time, in a browser that is started when it is needed and replaced when it ends or has shown enough. */
import { axeSource } from './axe-script.ts'
import { BrowserProcess, type BrowserSettings } from './browser-process.ts'
import type { Rendered, RenderJob, Unrendered } from './rendered.ts'
import { type PageLimits, showPage } from './show-page.ts'

export interface RendererSettings extends BrowserSettings, PageLimits {
  /** Pages at a time. */
  readonly tabs: number
}

/** Chromium grows with every page; a new one costs half a second. */
const MAX_PAGES_A_BROWSER = 300
/** A page that was in so many browsers when they ended is not shown any more. */
const MAX_TRIES = 5

/** A browser at work. */
interface Serving {
  readonly started: Promise<BrowserProcess>
  /** Pages it was asked to show, and those it is showing. */
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
  /** The current one, and those that only finish what they have. */
  readonly #all = new Set<Serving>()
  /** Tabs in use. */
  #tabs = 0
  #isStopped = false
  #hasStarted = false
  /** Filled by pages that find no tab free, drained when one closes. */
  readonly #waiting: { readonly tabs: number; readonly begin: () => void }[] = []

  constructor(settings: RendererSettings) {
    this.#settings = settings
  }

  /** The process of the current browser, for those who want to see it end. */
  async pid(): Promise<number | null> {
    return this.#current ? (await this.#current.started).pid : null
  }

  /** Connections that browsers tried to make past us; none of them led anywhere. */
  async strays(): Promise<number> {
    return this.#current ? (await this.#current.started).strays : 0
  }

  /** Rejects only if there is no browser to be had at all, or nothing to check pages with. */
  async render(job: RenderJob): Promise<Rendered | Unrendered> {
    if (job.axeRules !== null) await axeSource()
    let shown: Rendered | Unrendered = ENDING
    for (let tried = 1; tried <= MAX_TRIES && !this.#isStopped; tried++) {
      // The last time it gets the browser to itself: whatever ends it then, this page did.
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
      // One that started before will start again when the machine has room for it.
      if (!this.#hasStarted) throw error
      return { kind: 'unrendered', by: 'browser', why: 'finds no browser: it does not start any more' }
    } finally {
      serving.showing--
      if (serving !== this.#current && serving.showing === 0) void this.#end(serving)
      this.#leave(tabs)
    }
  }

  /** Those who want the browser to themselves are served in turn like all others. */
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

  /** The browser for the next page: the current one as long as it lives and has not shown too many. */
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
      // The next page may have better luck.
      if (this.#current === serving) this.#current = null
    })
  }

  async #end(serving: Serving): Promise<void> {
    this.#all.delete(serving)
    const browser = await serving.started.catch(() => null)
    await browser?.close()
  }
}
