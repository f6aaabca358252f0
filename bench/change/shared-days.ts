/**
 * Do pages change on the days on which what they share does? Counted for one site: the days of its history, those on which a text that pages
 * share came or went, and on how many of both kinds a page changed in its own content.
 */
const DAY_MS = 86_400_000

export class SharedDays {
  private readonly pages = new Set<string>()
  private readonly shared = new Set<number>()
  /** Own changes of each day. */
  private readonly own = new Map<number, number>()
  private first = Infinity
  private last = -Infinity

  note(at: number, page: string, what: { readonly isShared: boolean; readonly isOwn: boolean }): void {
    const day = Math.floor(at / DAY_MS)
    this.pages.add(page)
    this.first = Math.min(this.first, day)
    this.last = Math.max(this.last, day)
    if (what.isShared) this.shared.add(day)
    if (what.isOwn) this.own.set(day, (this.own.get(day) ?? 0) + 1)
  }

  toString(): string {
    const days = Math.max(0, this.last - this.first + 1)
    let [along, all, others] = [0, 0, 0]
    for (const [day, changes] of this.own) {
      all += changes
      // What one own change says of the others of its day.
      others += changes * (changes - 1)
      if (this.shared.has(day)) along += changes
    }
    const rate = (changes: number, of: number) => (of === 0 ? '–' : (changes / of).toFixed(2))
    return (
      `${this.pages.size} pages, ${days} days, on ${this.shared.size} of them shared texts changed: ${along} of ${all} own changes, ` +
      `${rate(along, this.shared.size)} a day against ${rate(all - along, days - this.shared.size)} on other days; ` +
      `with an own change come ${rate(others, all)} others that day`
    )
  }
}
