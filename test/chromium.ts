/** A real browser as a judge: starts headless Chromium and evaluates expressions in pages, over its debugging protocol. */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findChromium } from '../src/browser/index.ts'

const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--remote-debugging-port=0',
]

/** The system's Chromium, as the product finds it. */
export function chromiumPath(): string {
  return findChromium(null, process.env.PATH ?? '')
}

interface Reply {
  readonly id?: number
  readonly method?: string
  readonly sessionId?: string
  readonly result?: Record<string, unknown>
  readonly error?: { readonly message: string }
}

export class Chromium {
  readonly #process: ChildProcess
  readonly #profile: string
  readonly #socket: WebSocket
  readonly #pending = new Map<number, (reply: Reply) => void>()
  #loaded: (() => void) | null = null
  #nextId = 1

  private constructor(process: ChildProcess, profile: string, socket: WebSocket) {
    this.#process = process
    this.#profile = profile
    this.#socket = socket
    socket.onmessage = event => this.#receive(JSON.parse(String(event.data)) as Reply)
  }

  /** `hosts` maps names to `address:port`, as in a hosts file. */
  static async start(hosts: Readonly<Record<string, string>> = {}): Promise<Chromium> {
    const name = chromiumPath()
    const profile = mkdtempSync(join(tmpdir(), 'chromium-'))
    const rules = Object.entries(hosts).map(([host, target]) => `MAP ${host} ${target}`)
    const browser = spawn(
      name,
      [...FLAGS, `--user-data-dir=${profile}`, `--host-resolver-rules=${rules.join(',')}`],
      { stdio: ['ignore', 'ignore', 'pipe'] },
    )
    const url = await debuggingUrl(browser)
    const socket = new WebSocket(url)
    await new Promise((resolve, reject) => {
      socket.onopen = resolve
      socket.onerror = reject
    })
    return new Chromium(browser, profile, socket)
  }

  /** Opens a page, waits until it is loaded, and returns the value of an expression in it, or of the promise that it is. */
  async evaluate<T>(url: string, expression: string): Promise<T> {
    const { targetId } = (await this.#send('Target.createTarget', { url: 'about:blank' })) as {
      targetId: string
    }
    const { sessionId } = (await this.#send('Target.attachToTarget', { targetId, flatten: true })) as {
      sessionId: string
    }
    await this.#send('Page.enable', {}, sessionId)
    const loaded = new Promise<void>(resolve => {
      this.#loaded = resolve
    })
    await this.#send('Page.navigate', { url }, sessionId)
    await loaded
    const asked = { expression, awaitPromise: true, returnByValue: true }
    const { result, exceptionDetails } = (await this.#send('Runtime.evaluate', asked, sessionId)) as {
      result: { value: T }
      exceptionDetails?: { exception?: { description?: string } }
    }
    await this.#send('Target.closeTarget', { targetId })
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? 'the page threw')
    return result.value
  }

  async stop(): Promise<void> {
    this.#socket.close()
    const ended = new Promise(resolve => this.#process.once('exit', resolve))
    this.#process.kill('SIGKILL')
    await ended
    rmSync(this.#profile, { recursive: true, force: true, maxRetries: 5 })
  }

  #send(method: string, params: object, sessionId?: string): Promise<Record<string, unknown>> {
    const id = this.#nextId++
    return new Promise((resolve, reject) => {
      this.#pending.set(id, reply =>
        reply.error ? reject(new Error(`${method}: ${reply.error.message}`)) : resolve(reply.result ?? {}),
      )
      this.#socket.send(JSON.stringify({ id, method, params, ...(sessionId ? { sessionId } : {}) }))
    })
  }

  #receive(reply: Reply): void {
    if (reply.method === 'Page.loadEventFired') this.#loaded?.()
    if (reply.id === undefined) return
    this.#pending.get(reply.id)?.(reply)
    this.#pending.delete(reply.id)
  }
}

function debuggingUrl(browser: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = ''
    browser.stderr!.on('data', (chunk: Buffer) => {
      said += chunk.toString()
      const url = /ws:\/\/\S+/.exec(said)?.[0]
      if (url) resolve(url)
    })
    browser.once('exit', code => reject(new Error(`Chromium ended with ${code}: ${said.slice(-500)}`)))
  })
}
