/**
 * `tidewatch doctor`: is the machine fit, is the collection whole, can the archive be read? Looks only, also while a crawl
 * runs; `--repair` takes the collection for itself and mends what can be mended without losing anything reported.
 */
import { openCollection } from '../crawl/index.ts'
import { Failure, realEnv } from '../env/index.ts'
import type { SharedOptions } from './context.ts'
import { checkArchive } from './doctor-archive.ts'
import { checkMachine } from './doctor-machine.ts'
import { repair } from './doctor-repair.ts'
import { checkStore } from './doctor-store.ts'
import { EXIT, type Output } from './output.ts'

export interface DoctorOptions extends SharedOptions {
  readonly repair?: boolean
  /** Reads every archive file, not only the last. */
  readonly full?: boolean
}

export interface Finding {
  readonly level: 'ok' | 'warning' | 'problem'
  /** A word for machines: `node`, `disk`, `database`, `archive-file`, … */
  readonly check: string
  readonly message: string
  /** What to do about it. */
  readonly advice?: string
}

export type Findings = AsyncIterable<Finding>

export async function doctorCommand(options: DoctorOptions, output: Output): Promise<number> {
  let problems = 0
  let warnings = 0
  for await (const finding of examine(options)) {
    if (finding.level === 'problem') problems++
    if (finding.level === 'warning') warnings++
    output.result(options.json ? JSON.stringify(finding) : sentence(finding))
  }
  const verdict = problems === 0 ? 'no problems' : problems === 1 ? 'one problem' : `${problems} problems`
  output.note(`${verdict}${warnings > 0 ? `, ${warnings} to look at` : ''}`)
  return problems > 0 ? EXIT.failed : EXIT.done
}

function sentence({ level, message, advice }: Finding): string {
  return `${level.padEnd(8)} ${message}${advice === undefined ? '' : `: ${advice}`}`
}

async function* examine(options: DoctorOptions): Findings {
  yield* checkMachine(options.collection, realEnv)
  const mode = options.repair ? 'write' : 'read'
  let collection: Awaited<ReturnType<typeof openCollection>>
  try {
    // Opening for reading fails where there is no collection; opening for writing would make one.
    const looked = await openCollection(options.collection, {
      mode: 'read',
      archiveFolder: options.archive ?? null,
    })
    if (mode === 'write') await looked.close()
    collection =
      mode === 'read'
        ? looked
        : await openCollection(options.collection, { mode, archiveFolder: options.archive ?? null })
  } catch (error) {
    yield closed(error)
    return
  }
  try {
    if (options.repair) yield* repair(collection, realEnv, { full: options.full ?? false })
    yield* checkStore(collection)
    yield* checkArchive(collection, { full: options.full ?? false })
  } finally {
    await collection.close()
  }
}

/** A collection that is not there is no problem; one that cannot be opened is. */
function closed(error: unknown): Finding {
  if (!(error instanceof Failure)) throw error
  const level = error.code === 'usage' ? 'warning' : 'problem'
  return { level, check: 'collection', message: error.message }
}
