import { type FileHandle, mkdir, open, rm, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { errorCode, Failure } from '../env/index.ts'
import { type CdxEntry, cdxLine, timestamp14 } from './cdxj.ts'
import { sortIndex } from './sort-index.ts'
import { type Compression, packWarcinfo } from './warc.ts'

/** The books of archive files: kept by the store, so that a file's length moves with the visits it holds. */
export interface ArchiveRegister {
  openArchiveFile(name: string, worker: string): Promise<number>
  closeArchiveFile(id: number, sizeBytes: number): Promise<void>
}

export interface ArchiveWriterOptions {
  readonly folder: string
  readonly worker: string
  readonly compression: Compression
  /** A file is closed and the next one opened when it is this large. */
  readonly rotateBytes: number
  readonly software: string
  readonly now: () => number
  readonly newId: () => string
}

/** What the index says of one record in a block of them; the place is relative to the block. */
export type BlockEntry = Omit<CdxEntry, 'file'>

interface OpenFile {
  readonly id: number
  readonly name: string
  readonly handle: FileHandle
  readonly index: FileHandle
  size: number
}

export interface WrittenBlock {
  readonly file: number
  /** Where the block begins. */
  readonly offset: number
  /** The length of the file with the block, for the books. */
  readonly sizeBytes: number
}

/**
 * Appends blocks of packed records to one file at a time. When `write` resolves the block is on the disk; only then may the
 * visits it belongs to be committed to the store.
 */
export class ArchiveWriter {
  readonly #options: ArchiveWriterOptions
  readonly #register: ArchiveRegister
  #current: OpenFile | null = null
  #serial = 0

  constructor(options: ArchiveWriterOptions, register: ArchiveRegister) {
    this.#options = options
    this.#register = register
  }

  async write(block: Uint8Array, entries: readonly BlockEntry[]): Promise<WrittenBlock> {
    if (this.#current && this.#current.size >= this.#options.rotateBytes) await this.close()
    const current = this.#current ?? (await this.#open())
    const offset = current.size
    const lines = entries.map(entry =>
      cdxLine({ ...entry, offset: offset + entry.offset, file: current.name }),
    )
    await this.#guarded(async () => {
      await writeAll(current.handle, block)
      await current.handle.datasync()
      await current.index.write(lines.join(''))
    })
    current.size += block.length
    return { file: current.id, offset, sizeBytes: current.size }
  }

  async close(): Promise<void> {
    const current = this.#current
    if (!current) return
    this.#current = null
    await current.handle.close()
    await current.index.close()
    await sortIndex(join(this.#options.folder, `${current.name}.cdxj`))
    await this.#register.closeArchiveFile(current.id, current.size)
  }

  async #open(): Promise<OpenFile> {
    const { folder, worker, compression, now } = this.#options
    const suffix = { gzip: '.warc.gz', zstd: '.warc.zst', none: '.warc' }[compression]
    const name = `tidewatch-${timestamp14(now())}-${worker}-${String(this.#serial++).padStart(5, '0')}${suffix}`
    return this.#guarded(async () => {
      await mkdir(folder, { recursive: true })
      const id = await this.#register.openArchiveFile(name, worker)
      const handle = await open(join(folder, name), 'ax')
      const index = await open(join(folder, `${name}.cdxj.part`), 'a')
      const info = packWarcinfo(name, now(), this.#options.newId(), this.#options.software, compression)
      await writeAll(handle, info)
      this.#current = { id, name, handle, index, size: info.length }
      return this.#current
    })
  }

  async #guarded<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      throw archiveFailure(error, this.#options.folder)
    }
  }
}

async function writeAll(handle: FileHandle, bytes: Uint8Array): Promise<void> {
  for (let at = 0; at < bytes.length; ) {
    const { bytesWritten } = await handle.write(bytes, at, bytes.length - at)
    at += bytesWritten
  }
}

/**
 * Brings a file that was left open into line with the store: bytes behind the committed length belong to visits that
 * were never reported, and are cut off; the index is made anew from the lines that remain true.
 */
export async function repairFile(folder: string, file: { name: string; sizeBytes: number }): Promise<void> {
  const path = join(folder, file.name)
  try {
    if (file.sizeBytes === 0) {
      await rm(path, { force: true })
      await rm(`${path}.cdxj.part`, { force: true })
      return
    }
    await truncate(path, file.sizeBytes)
    await sortIndex(`${path}.cdxj`, line => isCommitted(line, file.sizeBytes))
  } catch (error) {
    throw archiveFailure(error, folder)
  }
}

function isCommitted(line: string, sizeBytes: number): boolean {
  const brace = line.indexOf(' {')
  if (brace < 0 || !line.endsWith('}')) return false
  try {
    const { offset, length } = JSON.parse(line.slice(brace + 1)) as { offset: string; length: string }
    return Number(offset) + Number(length) <= sizeBytes
  } catch {
    return false
  }
}

function archiveFailure(error: unknown, folder: string): Failure {
  if (error instanceof Failure) return error
  const code = errorCode(error)
  const say = (sentence: string) => new Failure('broken', sentence, { cause: error })
  if (code === 'ENOSPC')
    return say(
      `the disk with ${folder} is full: nothing stored is harmed; make room and run the same command again`,
    )
  if (code === 'EACCES' || code === 'EROFS' || code === 'EPERM')
    return say(`cannot write to the archive folder ${folder}: check its permissions`)
  if (code === 'ENOENT') return say(`a file of the archive in ${folder} is missing: run "tidewatch doctor"`)
  return say(`the archive in ${folder} cannot be written: ${error instanceof Error ? error.message : code}`)
}
