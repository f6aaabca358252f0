const MIN_BYTES = 32 * 1024
/** More than is usually under way: what is not held is left to the collector, which is slow to free it. */
const MAX_HELD_BYTES = 16 * 1024 * 1024

/**
 * Memory for bodies, used again and shared with the parse threads: a body is read into a buffer from here, a thread reads it where it
 * stands, and the buffer comes back when that is done. Nothing is copied, and a body outlives a thread that ends while reading
 * it. Without this every page leaves its size in garbage outside the heap, which is collected late: measured on 9,000 pages, 70 MB of
 * peak memory.
 */
export class BodyPool {
  /** Free buffers by size. */
  readonly #free = new Map<number, SharedArrayBuffer[]>()
  #heldBytes = 0

  /** A buffer of at least so many bytes; what it holds is not cleared. */
  take(bytes: number): SharedArrayBuffer {
    const size = sizeFor(bytes)
    const buffer = this.#free.get(size)?.pop()
    if (!buffer) return new SharedArrayBuffer(size)
    this.#heldBytes -= size
    return buffer
  }

  /** The buffer is not needed any more. One that is not from here is left to the collector. */
  give(buffer: ArrayBufferLike): void {
    const size = buffer.byteLength
    if (!(buffer instanceof SharedArrayBuffer) || size !== sizeFor(size)) return
    if (this.#heldBytes + size > MAX_HELD_BYTES) return
    this.#heldBytes += size
    const free = this.#free.get(size)
    if (free) free.push(buffer)
    else this.#free.set(size, [buffer])
  }
}

/** Powers of two, so that buffers fit many bodies. */
function sizeFor(bytes: number): number {
  return bytes <= MIN_BYTES ? MIN_BYTES : 2 ** Math.ceil(Math.log2(bytes))
}
