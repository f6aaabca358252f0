/**
 * Where the text of each node is in the page, and how it is decoded. Beside the nodes and not in them: most nodes are no texts, and what a
 * large page costs is mostly the memory of its nodes.
 */
import { isSpace } from './attributes.ts'
import { decodeText, type TextMode } from './references.ts'

const MODES: readonly TextMode[] = ['data', 'rcdata', 'raw', 'cdata']
const FIRST_NODES = 256

export class TextPlaces {
  /** Three numbers for each node: start, end and mode. */
  #places = new Int32Array(3 * FIRST_NODES)

  set(order: number, start: number, end: number, mode: TextMode): void {
    if (3 * order + 3 > this.#places.length) this.#grow(3 * order + 3)
    this.#places[3 * order] = start
    this.#places[3 * order + 1] = end
    this.#places[3 * order + 2] = MODES.indexOf(mode)
  }

  lengthOf(order: number): number {
    return 3 * order < this.#places.length ? this.#places[3 * order + 1]! - this.#places[3 * order]! : 0
  }

  isSpace(html: string, order: number): boolean {
    const places = this.#places
    const end = places[3 * order + 1]!
    for (let at = places[3 * order]!; at < end; at++) if (!isSpace(html.charCodeAt(at))) return false
    return true
  }

  decode(html: string, order: number): string {
    const places = this.#places
    const at = 3 * order
    return at < places.length ? decodeText(html, places[at]!, places[at + 1]!, MODES[places[at + 2]!]!) : ''
  }

  #grow(least: number): void {
    const larger = new Int32Array(2 * Math.max(least, this.#places.length))
    larger.set(this.#places)
    this.#places = larger
  }
}
