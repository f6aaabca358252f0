/**
 * Which kinds of pages of one host show more in a browser than their server sends. A kind is made up of the pages of one template and,
 * if there is a site model, of one class; a template that changes is a new kind and is examined again. The kinds that were met least
 * recently are forgotten.
 */

import { isWorthIt, type RenderGain } from '../render/render-gain.ts'
import { areAlike, type TemplateSketch } from '../render/template-sketch.ts'

/** The result of comparing one page as sent with the same page as rendered. */
export interface RenderChoice {
  readonly pageClass: string | null
  readonly sketch: TemplateSketch
  readonly isRendered: boolean
  /** Null if the page could not be rendered. */
  readonly gain: RenderGain | null
  /** The page that was compared, and when. */
  readonly url: string
  readonly at: number
}

/** Sites have ten or twenty kinds; one for every page would be a trap. */
const MAX_KINDS = 40
/** Choices expire because scripts may load something else while the template stays the same. */
const KEPT_MS = 30 * 86_400_000

export class RenderMemory {
  /** Least recently met first. */
  readonly #choices: RenderChoice[]

  constructor(saved: readonly RenderChoice[] = []) {
    this.#choices = [...saved]
  }

  get isEmpty(): boolean {
    return this.#choices.length === 0
  }

  /** Whether some kind of page is rendered, or none was examined yet. */
  get mayBeRendered(): boolean {
    return this.isEmpty || this.#choices.some(choice => choice.isRendered)
  }

  /** The choice for a page like this; undefined if no such page was examined recently. */
  find(pageClass: string | null, sketch: TemplateSketch, now: number): RenderChoice | undefined {
    const at = this.#choices.findLastIndex(
      known => known.pageClass === pageClass && now - known.at < KEPT_MS && areAlike(known.sketch, sketch),
    )
    if (at < 0) return undefined
    const [choice] = this.#choices.splice(at, 1)
    this.#choices.push(choice!)
    return choice
  }

  learn(look: Omit<RenderChoice, 'isRendered'>): RenderChoice {
    const choice = { ...look, isRendered: look.gain !== null && isWorthIt(look.gain) }
    const before = this.#choices.findLastIndex(
      known => known.pageClass === look.pageClass && areAlike(known.sketch, look.sketch),
    )
    if (before >= 0) this.#choices.splice(before, 1)
    this.#choices.push(choice)
    if (this.#choices.length > MAX_KINDS) this.#choices.shift()
    return choice
  }

  toJSON(): readonly RenderChoice[] {
    return this.#choices
  }
}
