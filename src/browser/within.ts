import { realClock } from '../env/index.ts'

/** The result of a promise, or `late`. Uses real time, as browsers do. */
export async function within<T>(ms: number, promise: Promise<T>): Promise<T | 'late'> {
  let cancel = () => {}
  const late = new Promise<'late'>(resolve => {
    cancel = realClock.timer(ms, () => resolve('late'))
  })
  try {
    return await Promise.race([promise, late])
  } finally {
    cancel()
    // Later errors no longer matter.
    promise.catch(() => {})
  }
}
