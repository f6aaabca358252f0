/**
 * The path of an element as a sketch names it, `/div.list/ul/li`, made once for all elements that have it: a page has thousands of
 * elements but only dozens of paths, and a separate path for each would be as long as the page is deep.
 */
import type { Interner } from './interner.ts'
import { templatePath } from './template-path.ts'

/** Deeper steps are left out: they do not distinguish templates. */
const MAX_PATH_CHARS = 2_000
const MAX_STEP_CHARS = 200

export class StepPath {
  private readonly text: string
  /** The nearest path at or above this that ends in a step with a class or an id. */
  private readonly named: StepPath | undefined
  private readonly below = new Map<string, StepPath>()
  private known: number | undefined
  private knownTemplate: number | undefined

  private constructor(text: string, named: StepPath | 'itself' | undefined) {
    this.text = text
    this.named = named === 'itself' ? this : named
  }

  static root(): StepPath {
    return new StepPath('', undefined)
  }

  /** The path one step down; `word` distinguishes the step from others of its tag. */
  step(tag: string, word: string | undefined): StepPath {
    if (this.text.length > MAX_PATH_CHARS) return this
    const step = (word === undefined ? tag : `${tag}.${word}`).slice(0, MAX_STEP_CHARS)
    const found = this.below.get(step)
    if (found !== undefined) return found
    const path = new StepPath(`${this.text}/${step}`, word === undefined ? this.named : 'itself')
    this.below.set(step, path)
    return path
  }

  id(vocabulary: Interner): number {
    this.known ??= vocabulary.id(this.text)
    return this.known
  }

  /** The path down to its last step with a class or an id: what is below is content. */
  get place(): StepPath {
    return this.named ?? this
  }

  /** The number of what the path says about the template. */
  templateId(vocabulary: Interner): number {
    this.knownTemplate ??= vocabulary.id(templatePath(this.text))
    return this.knownTemplate
  }
}
