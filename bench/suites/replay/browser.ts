/** As little of the Chrome DevTools protocol as it takes to open a page and ask it something. */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

interface Message {
  readonly id?: number
  readonly method?: string
  readonly result?: Record<string, unknown>
  readonly error?: { readonly message: string }
}

export class Browser {
  readonly #process: ChildProcess
  readonly #folder: string
  readonly #socket: WebSocket
  readonly #waiting = new Map<number, (message: Message) => void>()
  #session: string | undefined
  #nextId = 1

  private constructor(process: ChildProcess, folder: string, socket: WebSocket) {
    this.#process = process
    this.#folder = folder
    this.#socket = socket
    socket.addEventListener('message', event => {
      const message = JSON.parse(String(event.data)) as Message
      if (message.id !== undefined) this.#waiting.get(message.id)?.(message)
    })
  }

  static async start(command: string): Promise<Browser> {
    const folder = await mkdtemp(join(tmpdir(), 'replay-browser-'))
    const options = ['--headless=new', '--no-sandbox', '--disable-gpu', '--remote-debugging-port=0']
    const child = spawn(command, [...options, `--user-data-dir=${folder}`, 'about:blank'], {
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    const socket = new WebSocket(await addressOf(child, command))
    await new Promise((resolve, reject) => {
      socket.addEventListener('open', resolve)
      socket.addEventListener('error', reject)
    })
    return new Browser(child, folder, socket)
  }

  async open(url: string): Promise<void> {
    const { targetId } = await this.#ask('Target.createTarget', { url: 'about:blank' })
    const { sessionId } = await this.#ask('Target.attachToTarget', { targetId, flatten: true })
    this.#session = String(sessionId)
    await this.#ask('Page.enable', {})
    await this.#ask('Page.navigate', { url })
    await this.evaluate(
      'new Promise(done => document.readyState === "complete" ? done() : addEventListener("load", done))',
    )
  }

  /** The value of an expression in the page; promises are waited for. */
  async evaluate(expression: string): Promise<unknown> {
    const answer = await this.#ask('Runtime.evaluate', {
      expression,
      awaitPromise: true,
      returnByValue: true,
    })
    const { exceptionDetails, result } = answer as {
      exceptionDetails?: { exception?: { description?: string } }
      result: { value?: unknown }
    }
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? 'the page threw')
    return result.value
  }

  async stop(): Promise<void> {
    const exited = new Promise(resolve => this.#process.once('exit', resolve))
    this.#socket.close()
    this.#process.kill()
    await exited
    await rm(this.#folder, { recursive: true, force: true, maxRetries: 5 })
  }

  #ask(method: string, params: object): Promise<Record<string, unknown>> {
    const id = this.#nextId++
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, ({ error, result }) => {
        this.#waiting.delete(id)
        if (error) reject(new Error(`${method}: ${error.message}`))
        else resolve(result ?? {})
      })
      this.#socket.send(
        JSON.stringify({ id, method, params, ...(this.#session && { sessionId: this.#session }) }),
      )
    })
  }
}

function addressOf(child: ChildProcess, command: string): Promise<string> {
  return new Promise((resolve, reject) => {
    child.once('error', () =>
      reject(new Error(`${command} cannot be started: name a browser with --chromium`)),
    )
    child.once('exit', code => reject(new Error(`${command} ended with ${code}`)))
    createInterface({ input: child.stderr! }).on('line', line => {
      const address = /DevTools listening on (ws:\S+)/.exec(line)?.[1]
      if (address) resolve(address)
    })
  })
}
