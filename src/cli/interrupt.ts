import { EXIT, type Output } from './output.ts'

/** Resolves when the signal is aborted. */
export async function untilInterrupted(signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await new Promise(resolve => signal.addEventListener('abort', resolve, { once: true }))
}

/** The first Ctrl-C stops cleanly, the second one immediately. */
export function onInterrupt(output: Output): { readonly signal: AbortSignal; stop(): void; release(): void } {
  const controller = new AbortController()
  const handler = () => {
    if (controller.signal.aborted) process.exit(EXIT.interrupted)
    output.note('stopping: finishing and saving the pages in progress (press Ctrl-C again to stop at once)')
    controller.abort()
  }
  process.on('SIGINT', handler)
  process.on('SIGTERM', handler)
  return {
    signal: controller.signal,
    stop: () => controller.abort(),
    release: () => {
      process.off('SIGINT', handler)
      process.off('SIGTERM', handler)
    },
  }
}
