/** Maps strings to small numbers, so that sets of features are arrays of integers. Numbers count from 0 in order of arrival. */
export class Interner {
  private readonly ids = new Map<string, number>()
  private readonly words: string[] = []

  id(word: string): number {
    const known = this.ids.get(word)
    if (known !== undefined) return known
    this.ids.set(word, this.words.length)
    return this.words.push(word) - 1
  }

  /** The number of a word, if it has one; adds nothing. */
  find(word: string): number | undefined {
    return this.ids.get(word)
  }

  word(id: number): string {
    return this.words[id]!
  }

  get size(): number {
    return this.words.length
  }
}
