/**
 * Where the files of an archive are: in a folder, where they are written, and if there is a bucket, in that, once they are closed. Readers need
 * not know: a file is read from the folder if it is there, else from the bucket.
 */
import { type FileHandle, open } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { errorCode } from '../env/failure.ts'
import { type Bucket, NoSuchObject } from './bucket/bucket.ts'

export class ArchiveFolder {
  #path: string
  #bucket: Bucket | null
  /** Whether a person said where the folder is; a config does not count then. */
  readonly isNamed: boolean

  constructor(path: string, bucket: Bucket | null = null, isNamed = false) {
    this.#path = path
    this.#bucket = bucket
    this.isNamed = isNamed
  }

  get path(): string {
    return this.#path
  }

  get bucket(): Bucket | null {
    return this.#bucket
  }

  /** The config of a run may say where the archive is. */
  moveTo(path: string, bucket: Bucket | null): void {
    this.#path = path
    this.#bucket = bucket
  }

  file(name: string): FileRef {
    return { path: join(this.#path, name), bucket: this.#bucket }
  }
}

/** A file of an archive. It is in the bucket if it is not at its path. */
export interface FileRef {
  readonly path: string
  readonly bucket: Bucket | null
}

/** Files that belong to no collection are named by their paths. */
export type AnyFile = string | FileRef

export const fileRef = (file: AnyFile): FileRef =>
  typeof file === 'string' ? { path: file, bucket: null } : file

/** An open file. */
export interface ByteSource {
  readonly sizeBytes: number
  /** How much to read ahead, at most, from front to back. */
  readonly maxWindowBytes: number
  /** Fewer bytes than `length` if the file ends before. */
  read(at: number, length: number): Promise<Buffer>
  close(): Promise<void>
}

const LOCAL_WINDOW_BYTES = 256 * 1024
/** A request costs as much time as some megabytes. */
const REMOTE_WINDOW_BYTES = 8 * 1024 * 1024

export async function openBytes(file: AnyFile): Promise<ByteSource> {
  const { path, bucket } = fileRef(file)
  try {
    return await openHere(path)
  } catch (error) {
    if (!bucket || errorCode(error) !== 'ENOENT') throw error
    return openThere(bucket, basename(path))
  }
}

/** One read, without asking how long the file is. */
export async function readBytesAt(file: AnyFile, at: number, length: number): Promise<Buffer> {
  const { path, bucket } = fileRef(file)
  try {
    const handle = await open(path, 'r')
    try {
      return await readAll(handle, at, length)
    } finally {
      await handle.close()
    }
  } catch (error) {
    if (!bucket || errorCode(error) !== 'ENOENT') throw error
    return bucket.read(basename(path), at, length)
  }
}

async function openHere(path: string): Promise<ByteSource> {
  const handle = await open(path, 'r')
  const { size } = await handle.stat()
  return {
    sizeBytes: size,
    maxWindowBytes: LOCAL_WINDOW_BYTES,
    read: (at, length) => readAll(handle, at, length),
    close: () => handle.close(),
  }
}

async function openThere(bucket: Bucket, name: string): Promise<ByteSource> {
  const sizeBytes = await bucket.sizeOf(name)
  if (sizeBytes === null) throw new NoSuchObject(`${bucket.name} has no ${name}`)
  return {
    sizeBytes,
    maxWindowBytes: REMOTE_WINDOW_BYTES,
    read: (at, length) => bucket.read(name, at, length),
    close: async () => {},
  }
}

/** A new buffer each time, so that what was returned earlier does not change. */
async function readAll(handle: FileHandle, at: number, length: number): Promise<Buffer> {
  const bytes = Buffer.allocUnsafe(length)
  let read = 0
  while (read < length) {
    const { bytesRead } = await handle.read(bytes, read, length - read, at + read)
    if (bytesRead === 0) break
    read += bytesRead
  }
  return bytes.subarray(0, read)
}
