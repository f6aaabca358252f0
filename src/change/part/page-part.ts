/**
 * The part of a page that is compared, where the config names one (`change.rules`): what some selectors select, without what others do, and
 * without texts that match expressions. A part is a page of its own, made of the same elements with everything around them left out, so that
 * it is compared, summarized and shown like any other, and its places keep their names.
 */
import { userPattern } from '../../document/patterns/user-pattern.ts'
import { isPageType } from '../../document/type.ts'
import { compileSelector, parseTree, type Selector } from '../../html/index.ts'
import { hashText } from '../text/hash.ts'
import { compileJsonPath, type JsonPath, jsonPart } from './json-path.ts'
import { partOfTree } from './part-of-tree.ts'
import { type Spans, withoutSpans } from './spans.ts'

export interface PartSettings {
  /** CSS selectors and XPaths for pages, JSON paths (`$.price`) for JSON. None: the whole page. */
  readonly select: readonly string[]
  readonly leaveOut: readonly string[]
  /** Expressions in the syntax of RE2. */
  readonly ignoreText: readonly string[]
}

const JSON_TYPE = /[/+]json$/

export class PagePart {
  /** Tells signatures of this part from those of other parts, and of whole pages, which have 0. */
  readonly tag: number
  readonly #select: readonly Wanted[]
  readonly #leaveOut: readonly Wanted[]
  readonly #ignored: (text: string) => Spans

  /** Throws an error with a sentence if something in the settings is not valid. */
  constructor(settings: PartSettings) {
    this.tag = hashText(JSON.stringify(settings)) || 1
    this.#select = settings.select.map(compiled)
    this.#leaveOut = settings.leaveOut.map(compiled)
    const patterns = settings.ignoreText.map(userPattern)
    this.#ignored = text => patterns.flatMap(pattern => pattern.spans(text))
  }

  /** Whether only something of the page is wanted. */
  get isSelection(): boolean {
    return this.#select.length > 0
  }

  /** The part of a body as text of the same type; '' if nothing is selected. */
  of(text: string, type: string): string {
    if (isPageType(type)) return this.#ofPage(text)
    return this.#lines(JSON_TYPE.test(type) ? this.#ofJson(text) : text)
  }

  #ofPage(html: string): string {
    const { root } = parseTree(html)
    const chosen = this.isSelection ? selectors(this.#select) : null
    return partOfTree(root.tree, {
      chosen: chosen?.flatMap(each => each.select(root)) ?? null,
      values: (chosen ?? []).flatMap(each => computed(each, root)),
      leftOut: selectors(this.#leaveOut).flatMap(each => each.select(root)),
      ignored: this.#ignored,
    })
  }

  #ofJson(text: string): string {
    if (!this.isSelection && this.#leaveOut.length === 0) return text
    return jsonPart(text, this.isSelection ? paths(this.#select) : null, paths(this.#leaveOut))
  }

  #lines(text: string): string {
    return text
      .split('\n')
      .map(line => withoutSpans(line, this.#ignored(line)))
      .join('\n')
  }
}

type Wanted = Selector | JsonPath

const isPath = (wanted: Wanted): wanted is JsonPath => 'steps' in wanted
const paths = (all: readonly Wanted[]): readonly JsonPath[] => all.filter(isPath)
const selectors = (all: readonly Wanted[]): readonly Selector[] =>
  all.filter((each): each is Selector => !isPath(each))

function compiled(source: string): Wanted {
  if (source.trimStart().startsWith('$')) return compileJsonPath(source.trim())
  const answer = compileSelector(source)
  if (answer.ok) return answer.selector
  const { message, position } = answer.problem
  throw new Error(`${message} (at character ${position + 1} of ${JSON.stringify(source)})`)
}

/** What an XPath yields that selects no nodes, such as `count(//li)`. */
function computed(selector: Selector, root: Parameters<Selector['texts']>[0]): readonly string[] {
  return selector.select(root).length === 0 ? selector.texts(root).filter(text => text !== '') : []
}
