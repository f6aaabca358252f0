/**
 * The stack of open elements: as much of the tree builder (HTML standard 13.2.4.2) as is needed to say where a text
 * stands. Unclosed paragraphs, items and cells are closed where the standard closes them; everything else that is wrong
 * is taken as it comes, within a bounded depth.
 */
import type { Attributes } from '../html/index.ts'
import { CONTAINER, INLINE, isHidden, isSuspect, placeOf, UNSEEN } from './elements.ts'
import { hashText, mix } from './hash.ts'

const DEEPEST = 256
const LONGEST_SEGMENT = 40
const LABEL_SEGMENTS = 6

const APART = 1
const HIDDEN = 2
const WITHIN = 4
const SUSPECT = 8

/** Which open elements a start tag ends, looked for no further up than the named barrier. */
const ENDS: Readonly<Record<string, readonly string[]>> = {
  li: ['li'],
  dt: ['dt', 'dd'],
  dd: ['dt', 'dd'],
  tr: ['tr', 'td', 'th'],
  td: ['td', 'th'],
  th: ['td', 'th'],
  tbody: ['tbody', 'thead', 'tr', 'td', 'th'],
  tfoot: ['tbody', 'thead', 'tr', 'td', 'th'],
  option: ['option'],
}
const BARRIERS = new Set('ul ol dl table menu select body div section article blockquote form'.split(' '))

const nameHashes = new Map<string, number>()

export class OpenElements {
  depth = 0
  private readonly names: string[] = new Array(DEEPEST).fill('')
  private readonly paths = new Uint32Array(DEEPEST)
  private readonly flags = new Uint8Array(DEEPEST)
  private readonly containers = new Uint32Array(DEEPEST)
  private readonly segments: string[] = new Array(DEEPEST).fill('')
  /** Elements that found no room on the stack. */
  private beyond = 0
  private made = 0

  get path(): number {
    return this.depth === 0 ? 0 : this.paths[this.depth - 1]!
  }

  get container(): number {
    return this.depth === 0 ? 0 : this.containers[this.depth - 1]!
  }

  get isApart(): boolean {
    return this.has(APART)
  }

  get isHidden(): boolean {
    return this.has(HIDDEN)
  }

  get isWithin(): boolean {
    return this.has(WITHIN)
  }

  get isSuspect(): boolean {
    return this.has(SUSPECT)
  }

  private has(flag: number): boolean {
    return this.depth > 0 && (this.flags[this.depth - 1]! & flag) !== 0
  }

  open(name: string, attributes: Attributes): void {
    this.endImplied(name)
    if (this.depth === DEEPEST) {
      this.beyond++
      return
    }
    const { depth } = this
    const inline = INLINE.has(name)
    this.names[depth] = name
    this.flags[depth] = this.flagsOf(name, attributes, inline)
    this.paths[depth] = inline ? this.path : this.pathOf(name, attributes)
    this.containers[depth] = CONTAINER.has(name) ? ++this.made : this.container
    this.depth = depth + 1
  }

  /** Ends the innermost element so named; an end tag that ends nothing is ignored. */
  close(name: string): void {
    if (this.beyond > 0) {
      this.beyond--
      return
    }
    for (let at = this.depth - 1; at >= 0; at--) {
      if (this.names[at] === name) {
        this.depth = at
        return
      }
      if (BARRIERS.has(this.names[at]!) && (name in ENDS || INLINE.has(name) || name === 'p')) return
    }
  }

  /** The path for people: the innermost elements with class or id. */
  label(): string {
    const found: string[] = []
    for (let at = this.depth - 1; at >= 0 && found.length < LABEL_SEGMENTS; at--) {
      const name = this.names[at]!
      if (name !== 'html' && name !== 'body' && !INLINE.has(name)) found.push(name + this.segments[at]!)
    }
    return found.reverse().join('/') || 'body'
  }

  private endImplied(name: string): void {
    const ended = ENDS[name]
    if (ended !== undefined) this.endUpTo(ended)
    else if (!INLINE.has(name)) this.endParagraph()
  }

  private endUpTo(ended: readonly string[]): void {
    let depth = this.depth
    for (let at = this.depth - 1; at >= 0 && !BARRIERS.has(this.names[at]!); at--)
      if (ended.includes(this.names[at]!)) depth = at
    this.depth = depth
  }

  private endParagraph(): void {
    let at = this.depth - 1
    while (at >= 0 && INLINE.has(this.names[at]!)) at--
    if (at >= 0 && this.names[at] === 'p') this.depth = at
  }

  private flagsOf(name: string, attributes: Attributes, inline: boolean): number {
    let flags = this.depth === 0 ? 0 : this.flags[this.depth - 1]!
    if (!attributes.empty && isHidden(attributes)) flags |= HIDDEN
    if (UNSEEN.has(name)) flags |= HIDDEN
    if (inline || name === 'body' || name === 'html') return flags
    const place = placeOf(name, attributes, (flags & WITHIN) !== 0)
    if (place === 'apart') flags |= APART
    if (place === 'content') flags = (flags & ~APART) | WITHIN
    if (!attributes.empty && (flags & SUSPECT) === 0 && isSuspect(attributes)) flags |= SUSPECT
    return flags
  }

  private pathOf(name: string, attributes: Attributes): number {
    let hash = nameHashes.get(name)
    if (hash === undefined) {
      hash = hashText(name)
      if (nameHashes.size < 1000) nameHashes.set(name, hash)
    }
    let segment = ''
    if (!attributes.empty) {
      const id = steadyName(attributes.get('id'))
      const style = steadyName(attributes.get('class'))
      if (id !== '') segment += `#${id}`
      if (style !== '') segment += `.${style}`
      if (segment !== '') hash = mix(hash, hashText(segment))
    }
    this.segments[this.depth] = segment
    return mix(this.path, hash)
  }
}

/**
 * The first class or id without the parts that hold digits: `div-gpt-ad-1699` and `css-1x8k2` name an instance or
 * a build, and would make a new place of an old one.
 */
function steadyName(value: string | undefined): string {
  if (value === undefined || value === '') return ''
  const first = /^\s*([^\s]{0,80})/.exec(value)![1]!.slice(0, LONGEST_SEGMENT)
  if (!/\d/.test(first)) return first
  return first
    .split(/[-_]/)
    .filter(part => !/\d/.test(part))
    .join('-')
}
