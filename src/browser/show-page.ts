/** One page in a browser: opened, waited for, read, closed. Nothing of it remains for the next page. */

import type { BrowserContext, CDPSession, Page } from 'playwright-core'
import { errorMessage } from '../env/failure.ts'
import { AXE_RESULT, axeSource, findingsIn, startAxe } from './axe-script.ts'
import type { BrowserProcess } from './browser-process.ts'
import { takePictures, VIEWPORT } from './page-pictures.ts'
import {
  ASK,
  collect,
  FRAME_LINKS,
  hasElement,
  isTrue,
  OPENED_WINDOWS,
  PREPARE,
  PRESS,
  REFUSE_CONSENT,
  SCROLL,
} from './page-scripts.ts'
import { PageTime, PageTrouble, type TimeLimits } from './page-time.ts'
import { PageTraffic, type TrafficLimits } from './page-traffic.ts'
import type { BrowserLink, Rendered, RenderJob, Unrendered } from './rendered.ts'
import { within } from './within.ts'

export interface PageLimits extends TrafficLimits, TimeLimits {
  /** How much page time a page gets once its document is complete. */
  readonly waitMs: number
  readonly maxHtmlChars: number
}

/** How long the browser may take for its own operations, such as opening and closing a tab. */
const BROWSER_MS = 10_000
const MAX_FRAMES = 20
/** Page time for reactions: to a refused banner, to scrolling. */
const REACTION_MS = 1_000
/** A click may change what the next one does. */
const MAX_PRESSES = 2
/** How often to wait again for a page that lacks what its rule waits for. */
const MAX_WAITED = 3
/** How often to wait again for accessibility checks. */
const MAX_CHECK_WAITS = 10
const WORLD = 'tidewatch'

export async function showPage(
  browser: BrowserProcess,
  job: RenderJob,
  limits: PageLimits,
): Promise<Rendered | Unrendered> {
  const made = await within(
    BROWSER_MS,
    openContext(browser, job).catch(() => null),
  )
  if (made === null || made === 'late') return browser.isAlive ? hanging(browser) : gone(ENDED)
  const showing = new Showing(made, job, limits)
  const forget = browser.onGone(() => showing.end())
  try {
    return await showing.run()
  } catch (error) {
    if (error instanceof Hanging) return hanging(browser)
    if (!browser.isAlive) return gone(ENDED)
    const why = error instanceof PageTrouble ? error.message : `cannot be shown (${firstLine(error)})`
    return { kind: 'unrendered', by: 'page', why }
  } finally {
    forget()
    const closed = await within(
      BROWSER_MS,
      made.close().then(
        () => 'closed',
        () => 'closed',
      ),
    )
    // The browser cannot even close a tab.
    if (closed === 'late') await browser.close()
  }
}

/** The browser does not complete an operation that should take no time. */
class Hanging extends Error {}

async function hanging(browser: BrowserProcess): Promise<Unrendered> {
  await browser.close()
  return gone('is not shown: the browser hangs')
}

const ENDED = 'is not shown: the browser ended'

const gone = (why: string): Unrendered => ({ kind: 'unrendered', by: 'browser', why })

const firstLine = (error: unknown) => errorMessage(error).split('\n', 1)[0]!

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
  #time: PageTime | null = null

  constructor(context: BrowserContext, job: RenderJob, limits: PageLimits) {
    this.#context = context
    this.#job = job
    this.#limits = limits
  }

  /** The browser is gone: ends the waits for this page, since no other event will. */
  end(): void {
    this.#time?.crashed()
  }

  async run(): Promise<Rendered> {
    const opened = await within(BROWSER_MS, this.#open())
    if (opened === 'late') throw new Hanging()
    const { page, traffic, session } = opened
    const time = new PageTime(session, traffic, this.#limits)
    this.#time = time
    page.on('crash', () => time.crashed())
    page.on('domcontentloaded', () => time.documentComplete())
    // A page that navigates away at once makes this reject, but is shown all the same.
    page.goto(this.#job.url, { waitUntil: 'commit', timeout: this.#limits.timeoutMs }).catch(() => {})
    await time.load()
    await time.pass(this.#limits.waitMs)
    const world = await ownWorld(session, time)
    await this.#unfold(world, session, time)
    const { html, links } = (await world(collect(this.#limits.maxHtmlChars))) as Pick<
      Rendered,
      'html' | 'links'
    >
    const { requests, refused } = traffic
    const { timeoutMs } = this.#limits
    const shots = await takePictures(this.#job.pictures, { page, session, time, timeoutMs })
    const findings = await this.#findings(world, time)
    const beside = await this.#beside(page, traffic, time)
    return {
      kind: 'rendered',
      html,
      links: [...links, ...beside, ...traffic.links],
      requests,
      refused,
      ...shots,
      ...findings,
    }
  }

  async #open() {
    const page = await this.#context.newPage()
    const traffic = await PageTraffic.of(this.#context, page, this.#job, this.#limits)
    return { page, traffic, session: await this.#context.newCDPSession(page) }
  }

  /** Does what a reader would do to see all of the page. */
  async #unfold(world: World, session: CDPSession, time: PageTime): Promise<void> {
    const { rejectsConsent, until, when, scrolls } = this.#job
    if (rejectsConsent && (await world(REFUSE_CONSENT)) === true) await time.pass(REACTION_MS)
    const isReady = async () =>
      (until === null || (await world(hasElement(until))) === true) &&
      (when === null || (await amongScripts(isTrue(when), session, time)) === true)
    for (let tried = 0; tried < MAX_WAITED && !(await isReady()); tried++)
      await time.pass(this.#limits.waitMs)
    for (let [scrolled, before] = [0, '']; scrolled < scrolls; scrolled++) {
      const now = String(await world(SCROLL))
      if (now === before) return
      before = now
      await time.pass(REACTION_MS)
    }
  }

  /** Windows the page tried to open, links in frames, and what clicks would request. What cannot be obtained is left out. */
  async #beside(page: Page, traffic: PageTraffic, time: PageTime): Promise<readonly BrowserLink[]> {
    const { timeoutMs } = this.#limits
    const inPage = (code: string) =>
      within(
        timeoutMs,
        page.evaluate(code).catch(() => null),
      )
    const frames = page.frames().filter(frame => frame !== page.mainFrame())
    const found = frames.slice(0, MAX_FRAMES).map(frame =>
      within(
        timeoutMs,
        frame.evaluate(FRAME_LINKS).catch(() => []),
      ),
    )
    const inFrames = (await Promise.all(found)).flatMap(linksIn)
    if (this.#job.presses) {
      // The document has been read: from now on nothing is sent, and requests are only recorded.
      traffic.close()
      for (const script of [...Array<string>(MAX_PRESSES).fill(PRESS), ASK]) {
        await inPage(script)
        await time.pass(REACTION_MS).catch(() => {})
      }
    }
    const told = ((await inPage(OPENED_WINDOWS)) ?? {}) as Readonly<Record<string, unknown>>
    const windows = addresses(told.opened).map(href => ({ href, text: '', kind: 'a' as const }))
    const held = addresses(told.held).map(href => ({ href, text: '', kind: 'meta' as const }))
    return [...inFrames, ...windows, ...held]
  }

  /** If the checks take too long, the page has been read all the same. */
  async #findings(world: World, time: PageTime): Promise<Pick<Rendered, 'findings'>> {
    const { axeRules } = this.#job
    if (axeRules === null) return {}
    try {
      await world(startAxe(await axeSource(), axeRules))
      let result = await world(AXE_RESULT)
      for (let waited = 0; waited < MAX_CHECK_WAITS && result === null; waited++) {
        await time.pass(REACTION_MS)
        result = await world(AXE_RESULT)
      }
      const findings = typeof result === 'string' ? findingsIn(result, axeRules) : null
      return findings ? { findings } : {}
    } catch (error) {
      if (error instanceof PageTrouble) return {}
      throw error
    }
  }
}

/** Runs code in the page, isolated from the page's own scripts. */
type World = (code: string) => Promise<unknown>

async function ownWorld(session: CDPSession, time: PageTime): Promise<World> {
  const { frameTree } = await time.answered(session.send('Page.getFrameTree'))
  const made = session.send('Page.createIsolatedWorld', { frameId: frameTree.frame.id, worldName: WORLD })
  const { executionContextId: contextId } = await time.answered(made)
  return async expression => {
    const asked = session.send('Runtime.evaluate', { expression, contextId, returnByValue: true })
    return (await time.answered(asked)).result.value
  }
}

/** Runs code in the page's own world, where its scripts can interfere. */
async function amongScripts(expression: string, session: CDPSession, time: PageTime): Promise<unknown> {
  const asked = session.send('Runtime.evaluate', { expression, returnByValue: true })
  return (await time.answered(asked)).result.value
}

/** Pages may put anything where addresses are expected. */
const addresses = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((each): each is string => typeof each === 'string') : []

function linksIn(value: unknown): readonly BrowserLink[] {
  if (!Array.isArray(value)) return []
  return value.flatMap(each => {
    const { href, text } = (each ?? {}) as Readonly<Record<string, unknown>>
    return typeof href === 'string' && typeof text === 'string' ? [{ href, text, kind: 'a' as const }] : []
  })
}
