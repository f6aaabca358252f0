/**
 * Is the machine fit, is the collection whole, can the archive be read? Looks only, also while a crawl runs; a repair takes the
 * collection for itself and repairs what can be repaired without losing anything reported.
 */

import { type Holdings, openHoldings } from '../../crawl/holdings.ts'
import { type Env, Failure } from '../../env/index.ts'
import { checkArchive } from './archive.ts'
import { checkPages } from './check-pages.ts'
import { checkStore } from './check-store.ts'
import type { DoctorFinding, Findings } from './finding.ts'
import { checkMachine } from './machine.ts'
import { repair } from './repair.ts'

export interface DoctorOptions {
  /** Repairs what can be repaired; for a collection that is open for writing. */
  readonly repair?: boolean
  /** Reads every archive file, not only the last. */
  readonly full?: boolean
}

/** The machine, and the collection if there is one. */
export async function* examine(
  where: string,
  archiveFolder: string | null,
  options: DoctorOptions,
  env: Env,
): Findings {
  yield* checkMachine(where, env)
  let holdings: Holdings
  try {
    holdings = await opened(where, archiveFolder, options.repair ? 'write' : 'read')
  } catch (error) {
    yield closed(error)
    return
  }
  try {
    yield* examineHoldings(holdings, options, env)
  } finally {
    await holdings.close()
  }
}

export async function* examineHoldings(holdings: Holdings, options: DoctorOptions, env: Env): Findings {
  const full = options.full ?? false
  if (options.repair) yield* repair(holdings, env, { full })
  yield* checkStore(holdings)
  yield* checkArchive(holdings, { full })
  yield* checkPages(holdings, { full }, env)
}

/** Opening for reading fails where there is no collection; opening for writing would make one. */
async function opened(
  where: string,
  archiveFolder: string | null,
  mode: 'read' | 'write',
): Promise<Holdings> {
  const looked = await openHoldings(where, { mode: 'read', archiveFolder })
  if (mode === 'read') return looked
  await looked.close()
  return openHoldings(where, { mode, archiveFolder })
}

/** A collection that is not there is no problem; one that cannot be opened is. */
function closed(error: unknown): DoctorFinding {
  if (!(error instanceof Failure)) throw error
  const level = error.code === 'usage' ? 'warning' : 'problem'
  return { level, check: 'collection', message: error.message }
}
