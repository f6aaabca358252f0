/**
 * What was found out about the pages of one host: which kinds of them a browser shows with more than their servers send. A kind is
 * a class of the site model, where there is one, and pages of one template; a template that changes is another kind and is looked at
 * again by itself. Kinds that were not met for longest are forgotten.
 */

import { isWorthIt, type RenderGain } from '../render/render-gain.ts'
import { areAlike, type TemplateSketch } from '../render/template-sketch.ts'

/** What one look at both said. */
export interface RenderChoice {
  readonly pageClass: string | null
  readonly sketch: TemplateSketch
  readonly isRendered: boolean
  /** Null where the page could not be shown. */
  readonly gain: RenderGain | null
  /** The page that was looked at, and when. */
  readonly url: string
  readonly at: number
}

/** Sites have ten or twenty; a page a kind would be a trap. */
const MAX_KINDS = 40
/** What scripts bring may change where the template does not. */
const KEPT_MS = 30 * 86_400_000

export class RenderMemory {
  /** Met most lately last. */
  readonly #choices: RenderChoice[]

  constructor(saved: readonly RenderChoice[] = []) {
    this.#choices = [...saved]
  }

  get isEmpty(): boolean {
    return this.#choices.length === 0
  }

  /** Nobody looked yet, or some kind of page is rendered. */
  get mayBeRendered(): boolean {
    return this.isEmpty || this.#choices.some(choice => choice.isRendered)
  }

  /** What holds for a page like this; undefined where none was looked at, or not lately. */
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
