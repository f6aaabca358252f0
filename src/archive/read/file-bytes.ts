import { type FileHandle, open } from 'node:fs/promises'
import { errorCode, Failure } from '../../env/failure.ts'

const WINDOW_BYTES = 256 * 1024

/** A file read from front to back through one window; small steps back inside it are free. */
export class FileBytes {
  readonly path: string
  /** Where reading stops: the end of the file, or of the part that may be read. */
  readonly endAt: number
  readonly #handle: FileHandle
  #window = Buffer.alloc(0)
  #windowAt = 0

  private constructor(path: string, handle: FileHandle, endAt: number) {
    this.path = path
    this.#handle = handle
    this.endAt = endAt
  }

  static async open(path: string, endAt = Number.POSITIVE_INFINITY): Promise<FileBytes> {
    try {
      const handle = await open(path, 'r')
      const { size } = await handle.stat()
      return new FileBytes(path, handle, Math.min(size, endAt))
    } catch (error) {
      throw unreadable(path, error)
    }
  }

  /** At least `wanted` bytes from `at`, if the file has them; usually more. */
  async from(at: number, wanted: number): Promise<Buffer> {
    const held = this.#windowAt + this.#window.length
    const enough = Math.min(at + wanted, this.endAt) <= held
    // The loaded bytes are returned directly: a concurrent read may have moved the window in the meantime.
    if (at < this.#windowAt || !enough) return this.#load(at, Math.max(wanted, WINDOW_BYTES))
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
    return this.#handle.close()
  }

  /** Allocates a new buffer each time, so that pieces returned earlier do not change. */
  async #load(at: number, length: number): Promise<Buffer> {
    const room = Math.max(0, Math.min(length, this.endAt - at))
    const window = Buffer.allocUnsafe(room)
    let read = 0
    try {
      while (read < room) {
        const { bytesRead } = await this.#handle.read(window, read, room - read, at + read)
        if (bytesRead === 0) break
        read += bytesRead
      }
    } catch (error) {
      throw unreadable(this.path, error)
    }
    this.#window = window.subarray(0, read)
    this.#windowAt = at
    return this.#window
  }
}

function unreadable(path: string, error: unknown): Failure {
  const why = errorCode(error) === 'ENOENT' ? 'is missing' : `cannot be read (${errorCode(error)})`
  return new Failure('broken', `the archive file ${path} ${why}`, { cause: error })
}
