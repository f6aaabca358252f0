import { type FileHandle, open, rm, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { errorCode, errorMessage, Failure } from '../../env/failure.ts'
import { makeFolder, OWNER_ONLY } from '../../env/folder.ts'
import type { ArchiveFolder } from '../archive-folder.ts'
import { type Compression, packerFor } from '../format/pack.ts'
import { warcinfoRecord } from '../format/warc.ts'
import { type CdxEntry, cdxLine, timestamp14 } from '../index/cdxj.ts'
import { isCommitted, sortIndex } from '../index/sort-index.ts'
import { dictionaryFrame } from '../read/frames.ts'
import { Revisits } from './revisits.ts'

/** The register of archive files, kept by the store, so that a file's length is updated together with the visits it holds. */
export interface ArchiveRegister {
  openArchiveFile(name: string, worker: string): Promise<number>
  closeArchiveFile(id: number, sizeBytes: number): Promise<void>
}

/** Where the writer finds the dictionaries that blocks were packed with. */
export interface Dictionaries {
  readonly of: (number: number) => { readonly dictionary: Uint8Array; readonly family: string }
}

export interface ArchiveWriterOptions {
  readonly folder: ArchiveFolder
  readonly worker: string
  readonly compression: Compression
  readonly level: number
  readonly dictionaries: Dictionaries | null
  /** When a file is this large, it is closed and the next one opened. */
  readonly rotateBytes: number
  readonly software: string
  readonly now: () => number
  readonly newId: () => string
}

/** The index entry of one record in a block of records; its place is relative to the block. */
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
  readonly name: string
  /** The offset of the block. */
  readonly offset: number
  /** The length of the file including the block, for the register. */
  readonly sizeBytes: number
}

/** One for each dictionary in use and one for records without; a few more may be about to be closed. */
const MAX_OPEN = 10

/**
 * Appends blocks of packed records, to one file per dictionary. When `write` resolves, the block is on disk; only then may the visits it
 * belongs to be committed to the store. Blocks with different dictionaries may be written concurrently, those with the same one after the
 * other.
 */
export class ArchiveWriter {
  /** For payloads that were already written. */
  readonly revisits: Revisits
  readonly #options: ArchiveWriterOptions
  readonly #register: ArchiveRegister
  /** By the number of the dictionary, 0 for none; least recently used first. */
  readonly #files = new Map<number, OpenFile>()
  #serial = 0

  constructor(options: ArchiveWriterOptions, register: ArchiveRegister) {
    this.revisits = new Revisits(options)
    this.#options = options
    this.#register = register
  }

  async write(block: Uint8Array, entries: readonly BlockEntry[], dictionary = 0): Promise<WrittenBlock> {
    const file = await this.#fileFor(dictionary)
    const offset = file.size
    const lines = entries.map(entry => cdxLine({ ...entry, offset: offset + entry.offset, file: file.name }))
    await this.#guarded(async () => {
      await writeAll(file.handle, block)
      await file.handle.datasync()
      await file.index.write(lines.join(''))
    })
    file.size += block.length
    return { file: file.id, name: file.name, offset, sizeBytes: file.size }
  }

  /** Closes the files that were least recently written to; called between writes. */
  async tidy(): Promise<void> {
    for (const dictionary of this.#files.keys())
      if (this.#files.size > MAX_OPEN) await this.#close(dictionary)
  }

  async close(): Promise<void> {
    for (const dictionary of this.#files.keys()) await this.#close(dictionary)
  }

  /** Closes all files as they are, after a failure; the next run brings them in line with the store. */
  async abandon(): Promise<void> {
    const files = [...this.#files.values()]
    this.#files.clear()
    await Promise.allSettled(files.flatMap(({ handle, index }) => [handle.close(), index.close()]))
  }

  async #fileFor(dictionary: number): Promise<OpenFile> {
    const file = this.#files.get(dictionary)
    if (file && file.size >= this.#options.rotateBytes) await this.#close(dictionary)
    const current = this.#files.get(dictionary) ?? (await this.#open(dictionary))
    this.#files.delete(dictionary)
    this.#files.set(dictionary, current)
    return current
  }

  async #close(dictionary: number): Promise<void> {
    const file = this.#files.get(dictionary)!
    this.#files.delete(dictionary)
    await file.handle.close()
    await file.index.close()
    await sortIndex(join(this.#options.folder.path, `${file.name}.cdxj`))
    await this.#register.closeArchiveFile(file.id, file.size)
  }

  async #open(dictionary: number): Promise<OpenFile> {
    const { folder, worker, compression, now } = this.#options
    const suffix = { gzip: '.warc.gz', zstd: '.warc.zst', none: '.warc' }[compression]
    const name = `tidewatch-${timestamp14(now())}-${worker}-${String(this.#serial++).padStart(5, '0')}${suffix}`
    return this.#guarded(async () => {
      makeFolder(folder.path, OWNER_ONLY)
      const id = await this.#register.openArchiveFile(name, worker)
      const handle = await open(join(folder.path, name), 'ax')
      const index = await open(join(folder.path, `${name}.cdxj.part`), 'a')
      const start = this.#startOf(name, dictionary)
      await writeAll(handle, start)
      return { id, name, handle, index, size: start.length }
    })
  }

  /** What comes before the first block: the dictionary, and a record about the file. */
  #startOf(name: string, number: number): Buffer {
    const { compression, level, software, now, newId, dictionaries } = this.#options
    const known = number === 0 ? null : dictionaries!.of(number)
    const pack = packerFor(compression, level, known?.dictionary ?? null)
    const info = warcinfoRecord({ name, at: now(), id: newId(), software, family: known?.family ?? null })
    return Buffer.concat([...(known ? [dictionaryFrame(known.dictionary)] : []), pack(info)])
  }

  async #guarded<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      throw archiveFailure(error, this.#options.folder.path)
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
 * Brings a file that was left open back in line with the store: bytes after the committed length belong to visits that were never reported,
 * and are cut off; the index is made again from the lines that are still true. The file must be at least that long (`fileState`): a file is
 * never made longer.
 */
export async function repairFile(
  { path: folder }: ArchiveFolder,
  file: { name: string; sizeBytes: number },
): Promise<void> {
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

/** Turns an error of the disk into a sentence about the archive. */
export function archiveFailure(error: unknown, folder: string): Failure {
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
  return say(`the archive in ${folder} cannot be written: ${errorMessage(error)}`)
}
