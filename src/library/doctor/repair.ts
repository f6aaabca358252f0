import { fileState, indexFile, movedFiles, readIndex, replaceIndex } from '../../archive/index.ts'
import type { Holdings } from '../../crawl/holdings.ts'
import { type Loss, loseUnreadable, lossWords, recover } from '../../crawl/recover.ts'
import type { Env } from '../../env/index.ts'
import type { ArchiveFile } from '../../store/index.ts'
import { payloadsElsewhere, sameRecords } from './archive.ts'
import { doubtfulFiles } from './check-store.ts'
import { type DoctorFinding, type Findings, ok, warning } from './finding.ts'

/**
 * Truncates the unreported tails left by dead workers, releases the pages they held, removes references to records that are missing
 * from the archive, and rebuilds missing indexes. Reads the newest file and those in doubt, or all files.
 */
export async function* repair(collection: Holdings, env: Env, options: { full: boolean }): Findings {
  const open = new Set(
    (await collection.store.archiveFiles()).filter(file => !file.closed).map(file => file.id),
  )
  const { pages, losses } = await recover(collection, env, { mayBeAll: true })
  yield* losses.map(lossFinding)
  const files = await collection.store.archiveFiles()
  const mended = files.filter(file => file.closed && open.has(file.id)).length
  if (mended > 0 || pages > 0)
    yield ok(
      'repair',
      `closed ${mended} archive files left by a dead worker, released ${pages} pages it held`,
    )
  const doubtful = await doubtfulFiles(collection)
  const moved = await movedFiles(collection.archiveFolder)
  const last = files.findLast(file => file.sizeBytes > 0)
  for (const file of files) {
    if (!file.closed || file.sizeBytes === 0) continue
    const state = await fileState(collection.archiveFolder, file, moved)
    if (state.kind !== 'whole' && state.kind !== 'moved') continue
    yield* repairFile(collection, env, file, options.full || file === last || doubtful.has(file.name))
  }
}

/** A whole file is read only if its index is missing or unsorted, or if `reads` asks for it. */
async function* repairFile(collection: Holdings, env: Env, file: ArchiveFile, reads: boolean): Findings {
  const from = collection.archiveFolder.file(file.name)
  const stored = linesOf((await readIndex(from)) ?? '')
  if (isSound(stored) && !reads) return
  const { lines, stopped, problems } = await indexFile(from, { endAt: file.sizeBytes })
  const isHarmed =
    stopped || problems.length > 0 || (await payloadsElsewhere(collection, file)).lost.length > 0
  const loss = isHarmed ? await loseUnreadable(collection, env, file) : null
  if (loss) yield lossFinding(loss)
  // Where a file is damaged, the stored index may list more records than can be read now.
  if (isSound(stored) && (stopped !== null || loss !== null || sameRecords(stored, lines))) return
  await replaceIndex(from, lines)
  const message = `rebuilt ${from.path}.cdxj: ${lines.length} lines`
  yield stopped ? warning('repair', `${message}, without what cannot be read`) : ok('repair', message)
}

const lossFinding = (loss: Loss): DoctorFinding => warning('repair', lossWords(loss))

const linesOf = (text: string): readonly string[] => text.split('\n').filter(line => line !== '')

function isSound(lines: readonly string[]): boolean {
  return lines.length > 0 && lines.every((line, i) => i === 0 || line >= lines[i - 1]!)
}
