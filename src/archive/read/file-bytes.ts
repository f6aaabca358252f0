import { errorCode, Failure } from '../../env/failure.ts'
import { type AnyFile, type ByteSource, fileRef, openBytes } from '../archive-folder.ts'

const FIRST_WINDOW_BYTES = 256 * 1024

/** A file read from front to back through one window; small steps back inside it are free. */
export class FileBytes {
  readonly path: string
  /** Where reading stops: the end of the file, or of the part that may be read. */
  readonly endAt: number
  readonly #source: ByteSource
  #window: Buffer = Buffer.alloc(0)
  #windowAt = 0
  /** Grows as far as the file is worth it while it is read from front to back. */
  #windowBytes = FIRST_WINDOW_BYTES

  private constructor(path: string, source: ByteSource, endAt: number) {
    this.path = path
    this.#source = source
    this.endAt = endAt
  }

  static async open(file: AnyFile, endAt = Number.POSITIVE_INFINITY): Promise<FileBytes> {
    const { path } = fileRef(file)
    try {
      const source = await openBytes(file)
      return new FileBytes(path, source, Math.min(source.sizeBytes, endAt))
    } catch (error) {
      throw unreadable(path, error)
    }
  }

  /** At least `wanted` bytes from `at`, if the file has them; usually more. */
  async from(at: number, wanted: number): Promise<Buffer> {
    const held = this.#windowAt + this.#window.length
    const enough = Math.min(at + wanted, this.endAt) <= held
    // The loaded bytes are returned directly: a concurrent read may have moved the window in the meantime.
    if (at < this.#windowAt || !enough) return this.#load(at, wanted)
    return this.#window.subarray(at - this.#windowAt)
  }

  /** The bytes from `at` up to `until`, in pieces. */
  async *range(at: number, until: number): AsyncGenerator<Buffer> {
    while (at < Math.min(until, this.endAt)) {
      const piece = (await this.from(at, 1)).subarray(0, until - at)
      if (piece.length === 0) return
      yield piece
      at += piece.length
    }
  }

  close(): Promise<void> {
    return this.#source.close()
  }

  async #load(at: number, wanted: number): Promise<Buffer> {
    const goesOn = at >= this.#windowAt && at <= this.#windowAt + this.#window.length && at > 0
    this.#windowBytes = goesOn
      ? Math.min(this.#windowBytes * 2, this.#source.maxWindowBytes)
      : FIRST_WINDOW_BYTES
    const room = Math.max(0, Math.min(Math.max(wanted, this.#windowBytes), this.endAt - at))
    try {
      this.#window = await this.#source.read(at, room)
    } catch (error) {
      throw unreadable(this.path, error)
    }
    this.#windowAt = at
    return this.#window
  }
}

function unreadable(path: string, error: unknown): Failure {
  // A bucket says itself what is wrong.
  if (error instanceof Failure) return error
  return new Failure('broken', `the archive file ${path} ${unreadableWords(error)}`, { cause: error })
}

/** Why a file cannot be read. */
export function unreadableWords(error: unknown): string {
  if (isDenied(error)) return `may not be read by this user (${errorCode(error)}): check its permissions`
  return errorCode(error) === 'ENOENT' ? 'is missing' : `cannot be read (${errorCode(error)})`
}

/** Whether only permissions are in the way. */
export const isDenied = (error: unknown): boolean => ['EACCES', 'EPERM'].includes(errorCode(error))
