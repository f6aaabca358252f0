/** One page in a browser: shown, waited for, read, gone. Nothing of it is left for the next page. */
import type { BrowserContext, CDPSession, Page } from 'playwright-core'
import { realClock } from '../env/index.ts'
import type { BrowserProcess } from './browser-process.ts'
import { COLLECT, FRAME_LINKS, OPENED_WINDOWS, PREPARE } from './page-scripts.ts'
import { PageTraffic, type TrafficLimits } from './page-traffic.ts'
import type { BrowserLink, Rendered, RenderJob, Unrendered } from './rendered.ts'
import { within } from './within.ts'

export interface PageLimits extends TrafficLimits {
  /** How long the page itself may take; waiting for servers does not count. */
  readonly timeoutMs: number
  /** For how long nothing may be under way before the page counts as complete. */
  readonly quietMs: number
  readonly maxHtmlChars: number
}

/** How often a page is looked at while it loads. */
const TICK_MS = 50
/** A page that never comes to rest is read this long after its document was complete. */
const MAX_RESTLESS_MS = 5_000
/** Waiting for servers included, a page may take so many times its own time. */
const MAX_WAITS = 10
/** How long the browser may take for what it does itself: a new tab, a closed one. */
const BROWSER_MS = 10_000
const MAX_FRAMES = 20
const VIEWPORT = { width: 1280, height: 800 }
const WORLD = 'tidewatch'

class PageTrouble extends Error {}

export async function showPage(
  browser: BrowserProcess,
  job: RenderJob,
  limits: PageLimits,
): Promise<Rendered | Unrendered> {
  const made = await within(
    BROWSER_MS,
    openContext(browser, job).catch(() => null),
  )
  if (made === null || made === 'late') return gone('the browser opens no tab')
  try {
    return await new Showing(made, job, limits).run()
  } catch (error) {
    if (!browser.isAlive) return gone('the browser ended')
    const why = error instanceof PageTrouble ? error.message : `cannot be shown (${firstLine(error)})`
    return { kind: 'unrendered', by: 'page', why }
  } finally {
    const closed = await within(
      BROWSER_MS,
      made.close().then(
        () => 'closed',
        () => 'closed',
      ),
    )
    // It does not even close a tab.
    if (closed === 'late') await browser.close()
  }
}

const gone = (why: string): Unrendered => ({ kind: 'unrendered', by: 'browser', why })

const firstLine = (error: unknown) =>
  String(error instanceof Error ? error.message : error).split('\n', 1)[0]!

async function openContext(browser: BrowserProcess, { userAgent }: RenderJob): Promise<BrowserContext> {
  const context = await browser.newContext({
    userAgent,
    viewport: VIEWPORT,
    acceptDownloads: false,
    serviceWorkers: 'block',
    // Certificates are checked where requests are sent.
    ignoreHTTPSErrors: true,
  })
  await context.addInitScript(PREPARE)
  return context
}

class Showing {
  readonly #context: BrowserContext
  readonly #job: RenderJob
  readonly #limits: PageLimits
  #hasDocument = false
  #trouble: PageTrouble | null = null

  constructor(context: BrowserContext, job: RenderJob, limits: PageLimits) {
    this.#context = context
    this.#job = job
    this.#limits = limits
  }

  async run(): Promise<Rendered> {
    const page = await this.#context.newPage()
    page.on('crash', () => {
      this.#trouble = new PageTrouble('crashes the browser or takes too much memory')
    })
    page.on('domcontentloaded', () => {
      this.#hasDocument = true
    })
    const traffic = await PageTraffic.of(this.#context, page, this.#job, this.#limits)
    const session = await this.#context.newCDPSession(page)
    // A page that goes elsewhere at once rejects this, and is shown all the same.
    page.goto(this.#job.url, { waitUntil: 'commit', timeout: this.#limits.timeoutMs }).catch(() => {})
    await this.#settle(traffic, session)
    const { html, links } = await this.#collect(page, session)
    const { requests, refused } = traffic
    return { kind: 'rendered', html, links: [...traffic.links, ...links], requests, refused }
  }

  /** Until nothing has happened for a while, or the page had all the time it may have. */
  async #settle(traffic: PageTraffic, session: CDPSession): Promise<void> {
    const { timeoutMs, quietMs } = this.#limits
    let [ownMs, quiet, restless, allMs] = [0, 0, 0, 0]
    let seen = -1
    while (ownMs < timeoutMs && allMs < timeoutMs * MAX_WAITS && restless < MAX_RESTLESS_MS) {
      await realClock.sleep(TICK_MS)
      if (this.#trouble) throw this.#trouble
      allMs += TICK_MS
      const isWaiting = traffic.pending > 0
      if (!isWaiting) ownMs += TICK_MS
      if (this.#hasDocument && !isWaiting) restless += TICK_MS
      quiet = isWaiting || traffic.events !== seen || !this.#hasDocument ? 0 : quiet + TICK_MS
      seen = traffic.events
      // A script that computes makes no requests either: the page is at rest only if it answers.
      if (quiet >= quietMs && (await this.#answers(session, timeoutMs - ownMs)) && traffic.events === seen)
        return
    }
    if (!this.#hasDocument)
      throw new PageTrouble(`does not load in ${timeoutMs / 1000} s (see render.timeout)`)
  }

  async #answers(session: CDPSession, ms: number): Promise<boolean> {
    await this.#evaluated(session.send('Runtime.evaluate', { expression: '1' }), ms)
    return true
  }

  async #collect(
    page: Page,
    session: CDPSession,
  ): Promise<{ readonly html: string; readonly links: readonly BrowserLink[] }> {
    const { timeoutMs, maxHtmlChars } = this.#limits
    const { frameTree } = await this.#evaluated(session.send('Page.getFrameTree'), timeoutMs)
    const world = { frameId: frameTree.frame.id, worldName: WORLD }
    const { executionContextId: contextId } = await this.#evaluated(
      session.send('Page.createIsolatedWorld', world),
      timeoutMs,
    )
    const { result } = await this.#evaluated(
      session.send('Runtime.evaluate', { expression: COLLECT, contextId, returnByValue: true }),
      timeoutMs,
    )
    const { html, links } = result.value as { readonly html: string; readonly links: readonly BrowserLink[] }
    return { html: html.slice(0, maxHtmlChars), links: [...links, ...(await this.#beside(page))] }
  }

  /** Windows that were wanted, and the links of frames. What cannot be had is left out. */
  async #beside(page: Page): Promise<readonly BrowserLink[]> {
    const { timeoutMs } = this.#limits
    const asked = page.evaluate(OPENED_WINDOWS).catch(() => [])
    const opened = await within(timeoutMs, asked)
    const frames = page.frames().filter(frame => frame !== page.mainFrame())
    const found = frames.slice(0, MAX_FRAMES).map(frame =>
      within(
        timeoutMs,
        frame.evaluate(FRAME_LINKS).catch(() => []),
      ),
    )
    const windows = addresses(opened).map(href => ({ href, text: '', kind: 'a' as const }))
    return [...windows, ...(await Promise.all(found)).flatMap(linksIn)]
  }

  async #evaluated<T>(asked: Promise<T>, ms: number): Promise<T> {
    const value = await within(Math.max(ms, 1_000), asked)
    if (this.#trouble) throw this.#trouble
    if (value === 'late')
      throw new PageTrouble(
        `keeps the browser busy for more than ${this.#limits.timeoutMs / 1000} s (see render.timeout)`,
      )
    return value
  }
}

/** Pages may put anything where we look for addresses. */
const addresses = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((each): each is string => typeof each === 'string') : []

function linksIn(value: unknown): readonly BrowserLink[] {
  if (!Array.isArray(value)) return []
  return value.flatMap(each => {
    const { href, text } = (each ?? {}) as Readonly<Record<string, unknown>>
    return typeof href === 'string' && typeof text === 'string' ? [{ href, text, kind: 'a' as const }] : []
  })
}
