/**
 * Kinds of addresses are judged by their first pages. On a fast server, dozens more of a kind would be under way before the first of them
 * is read. So only as many are requested at a time as it takes to judge the kind, and the others wait for the result.
 */
export class Trials {
  /** Visits under way, by kind. */
  readonly #underWay = new Map<string, number>()
  /** Filled by visits that found no room, drained when one is over. */
  #waiting: (() => void)[] = []

  /** Whether a visit could start at once; `rooms` is how many of each kind may be under way. */
  isFree(rooms: ReadonlyMap<string, number>): boolean {
    for (const [kind, room] of rooms) if ((this.#underWay.get(kind) ?? 0) >= room) return false
    return true
  }

  /** Resolves with the kinds in which the visit has taken a place; they must be released. `rooms` is called again after every wait. */
  async enter(rooms: () => ReadonlyMap<string, number>): Promise<readonly string[]> {
    for (;;) {
      const open = rooms()
      if (this.isFree(open)) {
        for (const kind of open.keys()) this.#underWay.set(kind, (this.#underWay.get(kind) ?? 0) + 1)
        return [...open.keys()]
      }
      await new Promise<void>(resolve => this.#waiting.push(resolve))
    }
  }

  leave(kinds: readonly string[]): void {
    for (const kind of kinds) {
      const left = (this.#underWay.get(kind) ?? 0) - 1
      if (left > 0) this.#underWay.set(kind, left)
      else this.#underWay.delete(kind)
    }
    const waiting = this.#waiting
    this.#waiting = []
    for (const wake of waiting) wake()
  }
}
