/**
 * Checks that the machine is suitable, the collection intact and the archive readable. A check changes nothing and may run during a
 * crawl; a repair needs exclusive access, and repairs what can be repaired without losing anything that was reported.
 */

import { type Holdings, openHoldings } from '../../crawl/holdings.ts'
import { type Env, Failure } from '../../env/index.ts'
import { checkArchive } from './archive.ts'
import { checkPages } from './check-pages.ts'
import { checkStore } from './check-store.ts'
import { type DoctorFinding, type Findings, problem } from './finding.ts'
import { checkMachine } from './machine.ts'
import { repair } from './repair.ts'

export interface DoctorOptions {
  /** Repair what can be repaired; the collection must be open for writing. */
  readonly repair?: boolean
  /** Read every archive file, not only the last. */
  readonly full?: boolean
}

/** Checks the machine, and the collection if there is one. */
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
  const away = await bucketAway(holdings)
  if (away) {
    yield away
    return
  }
  if (options.repair) yield* repair(holdings, env, { full })
  yield* checkStore(holdings)
  yield* checkArchive(holdings, { full })
  yield* checkPages(holdings, { full }, env)
}

/** Whether the bucket cannot be asked: then nothing can be said about what is in it, and nothing may be repaired. */
async function bucketAway({ archiveFolder }: Holdings): Promise<DoctorFinding | null> {
  try {
    await archiveFolder.bucket?.sizes()
    return null
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    const advice = 'check the service and the credentials; until it answers, nothing else can be checked'
    return problem('bucket', error.message, advice)
  }
}

/** Opens for reading first, which fails if there is no collection; opening for writing would create one. */
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

/** A missing collection is only a warning; one that cannot be opened is a problem. */
function closed(error: unknown): DoctorFinding {
  if (!(error instanceof Failure)) throw error
  const level = error.code === 'usage' ? 'warning' : 'problem'
  return { level, check: 'collection', message: error.message }
}
