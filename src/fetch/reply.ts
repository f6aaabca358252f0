import type { Dispatcher } from 'undici'
import type { Clock } from '../env/index.ts'
import type { BodyPool } from './body-pool.ts'
import { breakdownCode, describe } from './breakdown.ts'
import { copyBytes } from './copy-bytes.ts'
import type { Answer, BreakdownCode, Exchange, Limits, Outgoing, Truncated } from './exchange.ts'
import { header } from './header-list.ts'
import type { Lane } from './lane.ts'

/** A larger body than this counts as large: only a few of those that may wait are received at a time. */
const MAX_SMALL_BYTES = 64 * 1024
const NO_BODY: Buffer = Buffer.from(new ArrayBuffer(0))

export interface ReplyOptions {
  readonly clock: Clock
  readonly limits: Limits
  readonly bodies: BodyPool
  readonly lane: Lane
  readonly resolve: (exchange: Exchange) => void
  /** Called with the error before the exchange ends. */
  readonly onError: (error: unknown, hasBegun: boolean) => void
}

/** Collects one response, within limits. */
export class Reply implements Dispatcher.DispatchHandler {
  readonly #outgoing: Outgoing
  readonly #limits: Limits
  readonly #clock: Clock
  readonly #bodies: BodyPool
  readonly #options: ReplyOptions
  readonly #startedAt: number
  #controller: Dispatcher.DispatchController | null = null
  #firstByteAt = 0
  #status = 0
  #statusText = ''
  #headers: string[] = []
  #body = NO_BODY
  #size = 0
  #ended = false
  #leaveLane: (() => void) | null = null
  onEnd: () => void = () => {}

  constructor(outgoing: Outgoing, options: ReplyOptions) {
    this.#outgoing = outgoing
    this.#options = options
    this.#bodies = options.bodies
    this.#limits = options.limits
    this.#clock = options.clock
    this.#startedAt = options.clock.monotonic()
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller
    if (this.#ended) controller.abort(new Error('too late'))
    else if (this.#outgoing.mayStart?.() === false) this.abort()
  }

  onResponseStart(
    controller: Dispatcher.DispatchController,
    status: number,
    parsed: Record<string, unknown>,
    statusText?: string,
  ): void {
    if (status < 200) return
    this.#firstByteAt = this.#clock.monotonic()
    this.#status = status
    this.#statusText = statusText ?? ''
    this.#headers = rawHeaders(controller.rawHeaders, parsed)
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    const isFirst = this.#size === 0
    const room = (this.#outgoing.maxBodyBytes ?? this.#limits.maxBodyBytes) - this.#size
    const kept = chunk.length <= room ? chunk : chunk.subarray(0, room)
    this.#keep(kept)
    const goesOn = !isFirst || this.#outgoing.goesOn?.(this.#status, this.#headers, kept) !== false
    if (goesOn && kept === chunk) {
      this.#queueUp(controller)
      return
    }
    this.#answer('length')
    controller.abort(new Error(goesOn ? 'body limit reached' : 'unwanted'))
  }

  /** Pauses a large body that may wait until there is a place for it. */
  #queueUp(controller: Dispatcher.DispatchController): void {
    if (!this.#mustQueue || Math.max(this.#size, this.#promisedBytes) <= MAX_SMALL_BYTES) return
    let isWaiting = true
    this.#leaveLane = this.#options.lane.enter(() => {
      isWaiting = false
      // Not at once: another connection's parser may be running, and it is not reentrant.
      queueMicrotask(() => controller.resume())
    })
    if (isWaiting) controller.pause()
  }

  get #mustQueue(): boolean {
    return this.#outgoing.mayWait === true && this.#leaveLane === null
  }

  /** Copies the chunk at once, so that its memory is free again and the body is in one piece. */
  #keep(chunk: Uint8Array): void {
    const size = this.#size + chunk.length
    if (size > this.#body.length) {
      const expected = this.#mustQueue ? 0 : this.#promisedBytes
      const larger = Buffer.from(this.#bodies.take(Math.max(size, expected)))
      copyBytes(this.#body.subarray(0, this.#size), larger, 0)
      if (this.#size > 0) this.#bodies.give(this.#body.buffer)
      this.#body = larger
    }
    copyBytes(chunk, this.#body, this.#size)
    this.#size = size
  }

  /**
   * The length that the header announces, as far as it will be read; whatever it announces, no more than the limit of a page is allocated.
   */
  get #promisedBytes(): number {
    const stated = Number(header(this.#headers, 'content-length') ?? 0)
    const { maxBodyBytes } = this.#limits
    return stated > 0 ? Math.min(stated, maxBodyBytes, this.#outgoing.maxBodyBytes ?? maxBodyBytes) : 0
  }

  onResponseEnd(): void {
    this.#answer(null)
  }

  onResponseError(_controller: unknown, error: unknown): void {
    if (!this.#ended) this.#options.onError(error, this.#status !== 0)
    this.#cut('disconnect', breakdownCode(error), describe(error))
  }

  expire(): void {
    this.#cut('time', 'timeout', `no complete answer in ${this.#limits.totalMs} ms`)
    this.#controller?.abort(new Error('deadline'))
  }

  abort(): void {
    this.#break('aborted', 'the crawl was stopped')
    this.#controller?.abort(new Error('stopped'))
  }

  /** The answer ends before its body does. A redirect or an error is known by its status all the same. */
  #cut(truncated: Truncated, code: BreakdownCode, message: string): void {
    if (this.#ended) return
    if (code !== 'aborted' && this.#status >= 300) this.#answer(truncated)
    else this.#break(code, message, this.#size > 0 ? this.#answerSoFar(truncated) : undefined)
  }

  #answer(truncated: Truncated | null): void {
    if (!this.#ended) this.#end(this.#answerSoFar(truncated))
  }

  #answerSoFar(truncated: Truncated | null): Answer {
    return {
      kind: 'answer',
      status: this.#status,
      statusText: this.#statusText,
      headers: this.#headers,
      body: new Uint8Array(this.#body.buffer, 0, this.#size),
      truncated,
      address: this.#outgoing.address,
      startedAt: this.#startedAt,
      firstByteAt: this.#firstByteAt,
      endedAt: this.#clock.monotonic(),
    }
  }

  #break(code: BreakdownCode, message: string, partial?: Answer): void {
    if (this.#ended) return
    this.#end({
      kind: 'breakdown',
      code,
      message,
      ...(partial && { partial }),
      startedAt: this.#startedAt,
      endedAt: this.#clock.monotonic(),
    })
  }

  #end(exchange: Exchange): void {
    this.#ended = true
    this.#body = NO_BODY
    this.#leaveLane?.()
    this.onEnd()
    this.#options.resolve(exchange)
  }
}

function rawHeaders(raw: unknown, parsed: Record<string, unknown>): string[] {
  if (Array.isArray(raw))
    return raw.map(item => (typeof item === 'string' ? item : (item as Buffer).toString('latin1')))
  const headers: string[] = []
  for (const [name, value] of Object.entries(parsed)) {
    for (const one of Array.isArray(value) ? value : [value]) headers.push(name, String(one))
  }
  return headers
}
