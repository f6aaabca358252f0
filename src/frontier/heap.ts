/** A binary heap keyed by numbers: the entry with the smallest key comes out first, in O(log n). */
export class Heap<T> {
  readonly #keys: number[] = []
  readonly #values: T[] = []

  get size(): number {
    return this.#keys.length
  }

  push(key: number, value: T): void {
    let at = this.#keys.length
    this.#keys.push(key)
    this.#values.push(value)
    while (at > 0) {
      const parent = (at - 1) >> 1
      if (this.#keys[parent]! <= key) break
      this.#swap(at, parent)
      at = parent
    }
  }

  get leastKey(): number | undefined {
    return this.#keys[0]
  }

  pop(): T | undefined {
    const top = this.#values[0]
    const lastKey = this.#keys.pop()
    const lastValue = this.#values.pop()
    if (this.#keys.length > 0) {
      this.#keys[0] = lastKey!
      this.#values[0] = lastValue!
      this.#sink(0)
    }
    return top
  }

  #sink(at: number): void {
    for (;;) {
      const left = 2 * at + 1
      const right = left + 1
      let least = at
      if (left < this.#keys.length && this.#keys[left]! < this.#keys[least]!) least = left
      if (right < this.#keys.length && this.#keys[right]! < this.#keys[least]!) least = right
      if (least === at) return
      this.#swap(at, least)
      at = least
    }
  }

  #swap(a: number, b: number): void {
    const key = this.#keys[a]!
    const value = this.#values[a]!
    this.#keys[a] = this.#keys[b]!
    this.#values[a] = this.#values[b]!
    this.#keys[b] = key
    this.#values[b] = value
  }
}
