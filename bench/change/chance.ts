/** Seeded chance: two runs of the bench do the same. */
export class Chance {
  private state: number

  constructor(seed: number) {
    this.state = (seed ^ 0x9e3779b9) >>> 0
  }

  /** In 0..1 (mulberry32). */
  share(): number {
    this.state = (this.state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(this.state ^ (this.state >>> 15), this.state | 1)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  below(limit: number): number {
    return Math.floor(this.share() * limit)
  }

  between(low: number, high: number): number {
    return low + this.below(high - low + 1)
  }

  pick<T>(from: readonly T[]): T {
    return from[this.below(from.length)]!
  }

  some<T>(from: readonly T[], count: number): T[] {
    const left = [...from]
    const chosen: T[] = []
    while (chosen.length < count && left.length > 0) chosen.push(...left.splice(this.below(left.length), 1))
    return chosen
  }

  hex(length: number): string {
    return Array.from({ length }, () => this.below(16).toString(16)).join('')
  }

  /** Letters and digits, as session ids have them. */
  token(length: number): string {
    const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'
    return Array.from({ length }, () => letters[this.below(letters.length)]).join('')
  }
}
