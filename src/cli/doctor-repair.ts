import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { indexFile, writeIndex } from '../archive/index.ts'
import { type Collection, recover } from '../crawl/index.ts'
import type { Env } from '../env/index.ts'
import type { Findings } from './doctor.ts'
import { sameRecords } from './doctor-archive.ts'

/** Cuts the unreported tails that dead workers left, gives back what they held, and makes indexes that are missing. */
export async function* repair(collection: Collection, env: Env): Findings {
  const open = new Set(
    (await collection.store.archiveFiles()).filter(file => !file.closed).map(file => file.id),
  )
  const { pages } = await recover(collection, env)
  const files = await collection.store.archiveFiles()
  const mended = files.filter(file => file.closed && open.has(file.id)).length
  if (mended > 0 || pages > 0)
    yield {
      level: 'ok',
      check: 'repair',
      message: `closed ${mended} archive files that a dead worker left, gave back ${pages} pages it held`,
    }
  const last = files.findLast(file => file.sizeBytes > 0)
  for (const file of files) {
    if (!file.closed || file.sizeBytes === 0) continue
    const path = join(collection.archiveFolder, file.name)
    if (!(await stat(path).catch(() => null))) continue
    const stored = await indexLines(`${path}.cdxj`)
    // Reading a whole file is only worth it where the index is in doubt: unsorted, missing, or the newest.
    if (isSound(stored) && file !== last) continue
    const { lines, stopped } = await indexFile(path, { endAt: file.sizeBytes })
    if (isSound(stored) && sameRecords(stored, lines)) continue
    await writeIndex(`${path}.cdxj`, lines)
    const message = `made ${path}.cdxj anew: ${lines.length} lines`
    yield stopped
      ? { level: 'warning', check: 'repair', message: `${message}, up to where the file can be read` }
      : { level: 'ok', check: 'repair', message }
  }
}

async function indexLines(path: string): Promise<readonly string[]> {
  const text = await readFile(path, 'utf8').catch(() => '')
  return text.split('\n').filter(line => line !== '')
}

function isSound(lines: readonly string[]): boolean {
  return lines.length > 0 && lines.every((line, i) => i === 0 || line >= lines[i - 1]!)
}
