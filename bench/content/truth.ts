/** Which blocks of a page belong to a text that people marked as its content. */
const WORD = /[\p{L}\p{N}]+/gu
const SHINGLE = 4

export const wordsOf = (text: string): string[] => text.toLowerCase().match(WORD) ?? []

export class Truth {
  readonly #words: readonly string[]
  readonly #shingles = new Set<string>()
  readonly #lines = new Set<string>()

  constructor(content: string) {
    this.#words = wordsOf(content)
    for (let i = 0; i + SHINGLE <= this.#words.length; i++)
      this.#shingles.add(this.#words.slice(i, i + SHINGLE).join(' '))
    for (const line of content.split('\n')) this.#lines.add(wordsOf(line).join(' '))
    this.#text = ` ${this.#words.join(' ')} `
  }

  readonly #text: string

  /** The share of a block's words that stand in the content in their order. Short ones have to be found whole. */
  shareIn(text: string): number {
    const words = wordsOf(text)
    if (words.length === 0) return 0
    if (words.length < SHINGLE) {
      const joined = words.join(' ')
      if (this.#lines.has(joined)) return 1
      return words.length > 1 && this.#text.includes(` ${joined} `) ? 0.6 : 0
    }
    const covered = new Uint8Array(words.length)
    for (let i = 0; i + SHINGLE <= words.length; i++)
      if (this.#shingles.has(words.slice(i, i + SHINGLE).join(' '))) covered.fill(1, i, i + SHINGLE)
    return covered.reduce((sum, each) => sum + each, 0) / words.length
  }
}
