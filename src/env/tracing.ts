/**
 * Traces for OpenTelemetry. Spans are only made if somebody registered an SDK before the program started, as with
 * `NODE_OPTIONS="--import ./tracing.mjs"`: what is recorded, and where it goes, is theirs to say.
 */
import type { Attributes, Span, Tracer, TracerProvider } from '@opentelemetry/api'

/** Where version 1 of the API keeps what was registered. It is read from there: a copy of the API beside ours may be older, and would not be used. */
const REGISTERED = Symbol.for('opentelemetry.js.api.1')

/** `SpanStatusCode.ERROR` of the API. */
const ERROR = 2

/** Makes spans, each a child of the one that is current. */
export interface Tracing {
  inside<T>(name: string, attributes: Attributes, work: (span: Span) => Promise<T> | T): Promise<T>
}

/** Null unless an SDK is registered. */
export function openTracing(): Tracing | null {
  const registered = Reflect.get(globalThis, REGISTERED) as { readonly trace?: TracerProvider } | undefined
  return registered?.trace ? new TracedBy(registered.trace.getTracer('tidewatch')) : null
}

class TracedBy implements Tracing {
  readonly #tracer: Tracer

  constructor(tracer: Tracer) {
    this.#tracer = tracer
  }

  inside<T>(name: string, attributes: Attributes, work: (span: Span) => Promise<T> | T): Promise<T> {
    return this.#tracer.startActiveSpan(name, { attributes }, async span => {
      try {
        return await work(span)
      } catch (error) {
        span.recordException(error instanceof Error ? error : String(error))
        span.setStatus({ code: ERROR, message: String(error) })
        throw error
      } finally {
        span.end()
      }
    })
  }
}
