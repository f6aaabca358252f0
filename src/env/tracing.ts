/**
 * Traces for OpenTelemetry. Spans are only made if somebody registered an SDK before the program started, as with
 * `NODE_OPTIONS="--import ./tracing.mjs"`: what is recorded, and where it goes, is theirs to say.
 */
import type { Attributes, Span, Tracer } from '@opentelemetry/api'
import { importExtra } from './extras.ts'

/** Where every copy of the API finds what was registered. */
const REGISTERED = Symbol.for('opentelemetry.js.api.1')

/** Makes spans, each a child of the one that is current. */
export interface Tracing {
  inside<T>(name: string, attributes: Attributes, work: (span: Span) => Promise<T> | T): Promise<T>
}

/** Null unless an SDK is registered. */
export async function openTracing(): Promise<Tracing | null> {
  const registered = Reflect.get(globalThis, REGISTERED) as { trace?: unknown } | undefined
  if (!registered?.trace) return null
  const api = await importExtra('@opentelemetry/api', 'tracing', () => import('@opentelemetry/api'))
  return new TracedBy(api.trace.getTracer('tidewatch'), api.SpanStatusCode.ERROR)
}

class TracedBy implements Tracing {
  readonly #tracer: Tracer
  readonly #error: number

  constructor(tracer: Tracer, error: number) {
    this.#tracer = tracer
    this.#error = error
  }

  inside<T>(name: string, attributes: Attributes, work: (span: Span) => Promise<T> | T): Promise<T> {
    return this.#tracer.startActiveSpan(name, { attributes }, async span => {
      try {
        return await work(span)
      } catch (error) {
        span.recordException(error instanceof Error ? error : String(error))
        span.setStatus({ code: this.#error, message: String(error) })
        throw error
      } finally {
        span.end()
      }
    })
  }
}
