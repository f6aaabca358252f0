/** One Chromium process: started without our environment and without network access, watched for memory, and gone when it is closed. */
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, BrowserContext, BrowserContextOptions, CDPSession } from 'playwright-core'
import { type BlackHole, Failure, importExtra, openBlackHole, realClock } from '../env/index.ts'
import { within } from './within.ts'

export interface BrowserSettings {
  /** Path of the program; see `findChromium`. */
  readonly executable: string
  readonly sandbox: boolean
  /** Memory limit of one page's process. */
  readonly maxPageBytes: number
}

/** How long Chromium may take to start, and to exit before it is killed. */
const START_MS = 30_000
const END_MS = 5_000
/** How often the memory of pages is checked: a page that allocates a gigabyte a second exceeds its limit by a quarter of that. */
const WATCH_MS = 250
const BYTES_A_KIB = 1024

/** Names do not resolve, datagrams go nowhere, and nothing is sent that no page requested. */
// biome-ignore format: a list
const FLAGS = [
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp', '--disable-quic', '--dns-prefetch-disable',
  '--no-pings', '--disable-gpu', '--disable-background-networking', '--disable-component-update',
  '--disable-domain-reliability', '--disable-sync',
]

interface ProcessInfo {
  readonly type: string
  readonly id: number
}

export class BrowserProcess {
  readonly #browser: Browser
  readonly #control: CDPSession
  readonly #hole: BlackHole
  readonly #home: string
  readonly #pid: number
  readonly #maxPageBytes: number
  #isWatching = false
  #closing: Promise<void> | null = null

  private constructor(
    parts: {
      readonly browser: Browser
      readonly control: CDPSession
      readonly hole: BlackHole
      readonly home: string
      readonly pid: number
    },
    maxPageBytes: number,
  ) {
    this.#browser = parts.browser
    this.#control = parts.control
    this.#hole = parts.hole
    this.#home = parts.home
    this.#pid = parts.pid
    this.#maxPageBytes = maxPageBytes
  }

  static async start({ executable, sandbox, maxPageBytes }: BrowserSettings): Promise<BrowserProcess> {
    const load = () => import('playwright-core')
    const { chromium } = await importExtra('playwright-core', 'rendering pages', load)
    const home = await mkdtemp(join(tmpdir(), 'tidewatch-browser-'))
    const hole = await openBlackHole()
    try {
      const browser = await chromium.launch({
        executablePath: executable,
        chromiumSandbox: sandbox,
        args: [...FLAGS, `--js-flags=--max-old-space-size=${Math.ceil(maxPageBytes / BYTES_A_KIB ** 2)}`],
        ignoreDefaultArgs: ['--disable-popup-blocking'],
        proxy: { server: `http://127.0.0.1:${hole.port}`, bypass: '<-loopback>' },
        env: { HOME: home, TMPDIR: home, PATH: '/usr/bin:/bin', LANG: 'C.UTF-8' },
        handleSIGHUP: false,
        handleSIGINT: false,
        handleSIGTERM: false,
        timeout: START_MS,
      })
      const control = await browser.newBrowserCDPSession()
      const pid = (await processesOf(control)).find(({ type }) => type === 'browser')?.id ?? 0
      return new BrowserProcess({ browser, control, hole, home, pid }, maxPageBytes)
    } catch (error) {
      await hole.close()
      await rm(home, { recursive: true, force: true })
      throw cannotStart(executable, sandbox, error)
    }
  }

  get isAlive(): boolean {
    return this.#closing === null && this.#browser.isConnected()
  }

  /** Connections that Chromium tried to make by itself; none of them succeeded. */
  get strays(): number {
    return this.#hole.attempts
  }

  get pid(): number {
    return this.#pid
  }

  onGone(run: () => void): () => void {
    this.#browser.on('disconnected', run)
    return () => void this.#browser.off('disconnected', run)
  }

  newContext(options: BrowserContextOptions): Promise<BrowserContext> {
    this.#watchSoon()
    return this.#browser.newContext(options)
  }

  /** Ends the process, by force if it does not exit. */
  close(): Promise<void> {
    this.#closing ??= this.#end()
    return this.#closing
  }

  async #end(): Promise<void> {
    const isOver = await within(
      END_MS,
      this.#browser.close().catch(() => {}),
    )
    if (isOver === 'late') kill(-this.#pid)
    await this.#hole.close()
    await rm(this.#home, { recursive: true, force: true, maxRetries: 3 }).catch(() => {})
  }

  /** Checks the memory of pages while there are any: scripts can use far more than the heap that V8 limits. */
  #watchSoon(): void {
    if (this.#isWatching) return
    this.#isWatching = true
    realClock.timer(WATCH_MS, () => {
      this.#isWatching = false
      if (!this.isAlive || this.#browser.contexts().length === 0) return
      void this.#watch().then(() => this.#watchSoon())
    })
  }

  async #watch(): Promise<void> {
    const processes = await within(
      WATCH_MS * 20,
      processesOf(this.#control).catch(() => []),
    )
    if (processes === 'late') return kill(-this.#pid)
    for (const { type, id } of processes)
      if (type === 'renderer' && (await residentBytes(id)) > this.#maxPageBytes) kill(id)
  }
}

async function processesOf(control: CDPSession): Promise<readonly ProcessInfo[]> {
  return (await control.send('SystemInfo.getProcessInfo')).processInfo
}

/** Resident memory of a process on Linux; elsewhere only the heap is bounded. */
async function residentBytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'latin1').catch(() => '')
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) * BYTES_A_KIB
}

function kill(pid: number): void {
  if (pid === 0) return
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // The process is gone already.
  }
}

function cannotStart(executable: string, sandbox: boolean, cause: unknown): Error {
  if (cause instanceof Failure) return cause
  const isSandbox = sandbox && /sandbox/i.test(String(cause))
  const advice = isSandbox
    ? 'it cannot seal pages off here: run tidewatch as a user other than root, allow user namespaces, or set render.sandbox to false where pages are trusted'
    : 'start it by hand to see why'
  return new Failure('broken', `Chromium (${executable}) does not start; ${advice}`, { cause })
}
