import { Worker } from 'node:worker_threads'
import { errorMessage, Failure, soon } from '../../env/index.ts'
import type { PlanStore } from '../../store/index.ts'
import { unpackMoves } from './moves.ts'
import type { PlanSnapshot } from './plan-snapshot.ts'
import type { MadePlan, PlanMessage } from './plan-thread.ts'
import type { PlannedMarket } from './scheduler.ts'

const THREAD_FILE = new URL(
  import.meta.url.endsWith('.ts') ? './plan-thread.ts' : './plan-thread.js',
  import.meta.url,
)
/** A plan of ten million pages takes a tenth of this; memory does not grow with the number of pages. */
const HEAP_MB = 1_024

export interface PlanSide {
  readonly store: Pick<PlanStore, 'reschedule'>
  readonly onMarket: (market: PlannedMarket) => void
  /** Aborts the plan: the promise rejects with the signal's reason. */
  readonly signal: AbortSignal
}

/** Makes a plan in a separate thread, which ends with the plan. The moves are written here, a few at a time. */
export async function planBeside(snapshot: PlanSnapshot, side: PlanSide): Promise<MadePlan> {
  side.signal.throwIfAborted()
  const worker = new Worker(THREAD_FILE, {
    workerData: snapshot,
    execArgv: ['--disable-warning=ExperimentalWarning'],
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
  })
  try {
    return await madeBy(worker, side)
  } finally {
    await worker.terminate()
  }
}

function madeBy(worker: Worker, { store, onMarket, signal }: PlanSide): Promise<MadePlan> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    worker.on('error', error => reject(broken(error)))
    worker.on('exit', () => reject(broken('its thread ended')))
    worker.on('message', (message: PlanMessage) => {
      if (message.kind === 'market') onMarket(message.market)
      else if (message.kind === 'planned') resolve(message.made)
      // Not at once: the next moves may come before this thread has done anything else.
      else
        store
          .reschedule(unpackMoves(message.moves))
          .then(() => soon(() => worker.postMessage('written')), reject)
    })
  })
}

const broken = (cause: unknown) =>
  new Failure(
    'broken',
    `the plan of the next visits could not be made (${errorMessage(cause)}): run the command again; if that does not help, please report it`,
    { cause },
  )
