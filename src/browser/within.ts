import { realClock } from '../env/index.ts'

/** What a promise brings, or `late`. Real time: browsers know no other. */
export async function within<T>(ms: number, promise: Promise<T>): Promise<T | 'late'> {
  let cancel = () => {}
  const late = new Promise<'late'>(resolve => {
    cancel = realClock.timer(ms, () => resolve('late'))
  })
  try {
    return await Promise.race([promise, late])
  } finally {
    cancel()
    // What comes later is nobody's business any more.
    promise.catch(() => {})
  }
}
