/**
 * Where exports are written. A file is written under a temporary name beside its final path and renamed when it is
 * complete, so that a broken export never looks complete.
 */
import { type FileHandle, open, readdir, rename, rm, rmdir, stat, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { errorCode, errorMessage, Failure, makeFolder, printableLines } from '../../env/index.ts'

/** Accepts bytes in order; `write` resolves when the operating system has them. */
export interface Target {
  write(bytes: Uint8Array | string): Promise<void>
}

/** A file that appears under its name only when `commit` is called. */
export class NewFile implements Target {
  readonly path: string
  readonly #handle: FileHandle
  #sizeBytes = 0

  private constructor(path: string, handle: FileHandle) {
    this.path = path
    this.#handle = handle
  }

  static async create(path: string): Promise<NewFile> {
    return guarded(path, async () => {
      const found = await stat(path).catch(() => null)
      if (found?.isDirectory()) throw new Failure('usage', `${path} is a folder: name a file`)
      if (found) throw new Failure('usage', `${path} already exists: remove it or choose another place`)
      makeFolder(dirname(path))
      return new NewFile(path, await open(`${path}.part`, 'w'))
    })
  }

  get sizeBytes(): number {
    return this.#sizeBytes
  }

  write(bytes: Uint8Array | string): Promise<void> {
    return guarded(this.path, async () => {
      const buffer = typeof bytes === 'string' ? Buffer.from(bytes) : bytes
      for (let at = 0; at < buffer.length; ) {
        const { bytesWritten } = await this.#handle.write(buffer, at, buffer.length - at, this.#sizeBytes)
        at += bytesWritten
        this.#sizeBytes += bytesWritten
      }
    })
  }

  /** Overwrites the bytes at `at`, for formats whose headers describe what follows. */
  patch(bytes: Uint8Array, at: number): Promise<void> {
    return guarded(this.path, async () => void (await this.#handle.write(bytes, 0, bytes.length, at)))
  }

  async commit(): Promise<void> {
    await guarded(this.path, async () => {
      await this.#handle.sync()
      await this.#handle.close()
      await rename(`${this.path}.part`, this.path)
    })
  }

  async discard(): Promise<void> {
    await this.#handle.close().catch(() => {})
    await rm(`${this.path}.part`, { force: true }).catch(() => {})
  }
}

/** Standard output, with backpressure. Data is written unchanged, except to a terminal, which would interpret control characters. */
export const standardOutput: Target = {
  write: bytes =>
    new Promise((done, failed) => {
      const data = process.stdout.isTTY ? printableLines(String(Buffer.from(bytes as string))) : bytes
      process.stdout.write(data, error => (error ? failed(error) : done()))
    }),
}

/** Runs `work` on a new file and keeps the file only if the work succeeds. */
export async function intoFile<T>(path: string, work: (file: NewFile) => Promise<T>): Promise<T> {
  const file = await NewFile.create(path)
  try {
    const result = await work(file)
    await file.commit()
    return result
  } catch (error) {
    await file.discard()
    throw error
  }
}

/** Marks every exported folder; only a marked folder is ever replaced. */
export const EXPORT_MARK = 'tidewatch-export.json'

/**
 * Runs `work` on a new folder beside `path`, which then replaces an earlier export. Wherever this is interrupted, one of the two is
 * complete: `PATH.old` is always a complete earlier export, `PATH.part` never counts as one, and the next run cleans up.
 */
export async function intoFolder<T>(path: string, work: (folder: string) => Promise<T>): Promise<T> {
  const place = resolve(path)
  const part = `${place}.part`
  await guarded(path, async () => {
    await settle(place)
    await removeExport(part)
    makeFolder(part)
    await writeFile(join(part, EXPORT_MARK), '{}\n')
  })
  try {
    const result = await work(part)
    await guarded(path, () => replace(place, part))
    return result
  } catch (error) {
    await removeExport(part).catch(() => {})
    throw error
  }
}

/** Cleans up after an interrupted run: restores an earlier export, or removes it if a new one has replaced it. */
async function settle(place: string): Promise<void> {
  const now = await standing(place)
  const old = `${place}.old`
  if ((await standing(old)) === 'nothing') return
  if (now === 'export') await discardOld(place)
  else {
    if (now === 'empty') await rmdir(place)
    await rename(old, place)
  }
}

async function replace(place: string, part: string): Promise<void> {
  const before = await standing(place)
  if (before === 'empty') await rmdir(place)
  if (before === 'export') await rename(place, `${place}.old`)
  await rename(part, place).catch(async error => {
    if (before === 'export') await rename(`${place}.old`, place)
    throw error
  })
  if (before === 'export') await discardOld(place)
}

/** Renames the folder before removing it, so that a half-removed export is never taken for a complete one. */
async function discardOld(place: string): Promise<void> {
  await removeExport(`${place}.part`)
  await rename(`${place}.old`, `${place}.part`)
  await removeExport(`${place}.part`)
}

/** Removes the mark last, so that the rest is still recognized as an export if the removal is interrupted. */
async function removeExport(folder: string): Promise<void> {
  if ((await standing(folder)) === 'nothing') return
  for (const name of await readdir(folder))
    if (name !== EXPORT_MARK) await rm(join(folder, name), { recursive: true })
  await rm(join(folder, EXPORT_MARK), { force: true })
  await rmdir(folder)
}

async function standing(path: string): Promise<'nothing' | 'empty' | 'export'> {
  const found = await stat(path).catch(() => null)
  if (!found) return 'nothing'
  if (!found.isDirectory()) throw new Failure('usage', `${path} is a file: name a folder`)
  const names = await readdir(path)
  if (names.length === 0) return 'empty'
  if (names.includes(EXPORT_MARK)) return 'export'
  throw new Failure('usage', `${path} contains other files: choose an empty or a new folder`)
}

/** Turns errors such as a full disk or missing permissions into a clear sentence. */
export async function guarded<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Failure) throw error
    const code = errorCode(error)
    const say = (sentence: string) => new Failure('broken', sentence, { cause: error })
    if (code === 'ENOSPC' || code === 'EDQUOT')
      throw say(
        `the disk is full, so the export to ${path} was abandoned: free some space or choose another place`,
      )
    if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS')
      throw say(`cannot write to ${path}: check the permissions of its folder or choose another place`)
    if (code === 'ENOTDIR' || code === 'EEXIST')
      throw say(`cannot write to ${path}: part of its path is a file, not a folder`)
    throw say(`cannot write to ${path}: ${errorMessage(error)}`)
  }
}
