import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type CopiedFile, copyOut, IndexRuns, inBatches } from '../../archive/index.ts'
import type { ArchiveFile } from '../../store/index.ts'
import type { Visible } from '../visible.ts'
import { EXPORT_MARK, guarded, intoFolder, NewFile, type Target } from './target.ts'

export interface ArchiveSummary {
  readonly files: number
  readonly records: number
  readonly bytes: number
  /** Sentences that describe what could not be exported properly. */
  readonly problems: readonly string[]
}

/** Exports the archive as standard files: `NAME.warc.gz`, and one sorted `index.cdxj` for all of them. */
export async function exportWarc(visible: Visible, folder: string): Promise<ArchiveSummary> {
  return intoFolder(folder, async part => {
    const summary = await withIndexRuns(part, async runs => {
      const total = await copyArchive(visible, runs, async (name, copy) => {
        const file = await NewFile.create(join(part, name))
        try {
          const copied = await copy(file)
          await file.commit()
          return copied
        } catch (error) {
          await file.discard()
          throw error
        }
      })
      await guarded(folder, () => writeFile(join(part, 'index.cdxj'), inBatches(runs.lines())))
      return total
    })
    const mark = { software: 'tidewatch', format: 'warc', collection: visible.holdings.name, ...summary }
    await guarded(folder, () => writeFile(join(part, EXPORT_MARK), `${JSON.stringify(mark, null, 2)}\n`))
    return summary
  })
}

/** Provides a temporary folder for the sorted runs of the index, on the same disk as the export. */
export async function withIndexRuns<T>(beside: string, work: (runs: IndexRuns) => Promise<T>): Promise<T> {
  const folder = await guarded(beside, () => mkdtemp(join(beside, 'index-')))
  try {
    return await work(new IndexRuns(folder))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Copies every archive file with committed bytes through `place` and its index into `runs`, without what readers must not see yet. */
export async function copyArchive(
  visible: Visible,
  runs: IndexRuns,
  place: (name: string, copy: (target: Target) => Promise<CopiedFile>) => Promise<CopiedFile>,
): Promise<ArchiveSummary> {
  const total = { files: 0, records: 0, bytes: 0 }
  const problems: string[] = []
  const { store, archiveFolder } = visible.holdings
  const until = visible.until === null ? {} : { until: visible.until }
  for (const file of await store.archiveFiles()) {
    if (file.sizeBytes === 0) continue
    const from = archiveFolder.file(file.name)
    const copied = await place(nameOf(file), target => copyOut(from, file, target, until))
    await guarded(from.path, () => runs.add(copied.lines))
    total.files++
    total.records += copied.records
    total.bytes += copied.sizeBytes
    problems.push(...problemsOf(file, copied))
  }
  return { ...total, problems }
}

const nameOf = (file: ArchiveFile) => file.name.replace(/\.warc(\.zst|\.gz)?$/, '.warc.gz')

function problemsOf(file: ArchiveFile, copied: CopiedFile): string[] {
  const { stopped } = copied
  const wrong = copied.problems
    .slice(0, 5)
    .map(({ offset, problem }) => `${file.name}, record at byte ${offset}: ${problem}`)
  if (stopped)
    wrong.push(
      `${file.name} is ${stopped.kind} at byte ${stopped.offset}: ${stopped.reason}; run "tidewatch doctor"`,
    )
  return wrong
}
