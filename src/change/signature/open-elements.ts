/**
 * The stack of open elements: as much of the tree builder (HTML standard 13.2.4.2) as is needed to tell the place of a text. Unclosed
 * paragraphs, items and cells are closed where the standard closes them; all other errors are taken as they come, within a bounded depth.
 */
import type { Attributes } from '../../html/index.ts'
import { hashText, mix } from '../text/hash.ts'
import {
  BARRIER,
  CONTAINER,
  ENDABLE,
  ENDS_LIKE,
  INLINE,
  isHidden,
  nameHash,
  nameTraits,
  placeByRole,
  placeOf,
  UNSEEN,
} from './elements.ts'
import { Apart } from './name-roles.ts'

const MAX_DEPTH = 256
const LABEL_SEGMENTS = 6

const IS_APART = 1
const IS_HIDDEN = 2
const IS_WITHIN = 4
const IS_SUSPECT = 8
const IS_COUNTING = 16

/** The open elements that each start tag ends. */
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

/** Whether the name of an element around the text leaves no doubt that it is apart. */
export const isSureDoubt = (doubt: number): boolean => doubt % 2 === 1

/** Below the bottom of the stack. */
const NONE = -1

const nameHashes = new Map<string, number>()
const MAX_NAMES = 1000

export class OpenElements {
  depth = 0
  private readonly names: string[] = new Array(MAX_DEPTH).fill('')
  private readonly traits = new Uint16Array(MAX_DEPTH)
  private readonly paths = new Uint32Array(MAX_DEPTH)
  private readonly flags = new Uint8Array(MAX_DEPTH)
  private readonly containers = new Uint32Array(MAX_DEPTH)
  /** The outermost enclosing element that only its name marks as apart. */
  private readonly doubts = new Uint32Array(MAX_DEPTH)
  private readonly segments: string[] = new Array(MAX_DEPTH).fill('')
  /** The innermost element so far that a start tag may end, on this side of a barrier; `NONE` if there is none. */
  private readonly endable = new Int16Array(MAX_DEPTH)
  /** The innermost block so far, likewise. */
  private readonly block = new Int16Array(MAX_DEPTH)
  /** Number of open elements for which the stack had no room. */
  private beyond = 0
  private made = 0

  /** Resets the stack: one instance serves all pages, as its arrays cost more than many pages have tags. */
  clear(): this {
    this.depth = this.beyond = this.made = 0
    return this
  }

  get path(): number {
    return this.depth === 0 ? 0 : this.paths[this.depth - 1]!
  }

  get container(): number {
    return this.depth === 0 ? 0 : this.containers[this.depth - 1]!
  }

  get doubt(): number {
    return this.depth === 0 ? 0 : this.doubts[this.depth - 1]!
  }

  get isApart(): boolean {
    return this.has(IS_APART)
  }

  get isHidden(): boolean {
    return this.has(IS_HIDDEN)
  }

  get isWithin(): boolean {
    return this.has(IS_WITHIN)
  }

  get isCounting(): boolean {
    return this.has(IS_COUNTING)
  }

  get isSuspect(): boolean {
    return this.has(IS_SUSPECT)
  }

  private has(flag: number): boolean {
    return this.depth > 0 && (this.flags[this.depth - 1]! & flag) !== 0
  }

  open(name: string, traits: number, attributes: Attributes): void {
    if (traits & ENDS_LIKE) this.endUpTo(ENDS[name]!)
    else if ((traits & INLINE) === 0) this.endParagraph()
    if (this.depth === MAX_DEPTH) {
      this.beyond++
      return
    }
    const { depth } = this
    this.names[depth] = name
    this.traits[depth] = traits
    this.flags[depth] = this.has(IS_HIDDEN) || traits & UNSEEN ? IS_HIDDEN : 0
    this.endable[depth] = traits & ENDABLE ? depth : traits & BARRIER ? NONE : this.endableBelow(depth)
    this.block[depth] = traits & INLINE ? this.blockBelow(depth) : depth
    if (!attributes.empty && isHidden(attributes)) this.flags[depth] = IS_HIDDEN
    if (traits & INLINE) this.openInline(depth)
    else this.openBlock(name, traits, attributes, depth)
    this.depth = depth + 1
  }

  private openInline(depth: number): void {
    this.flags[depth]! |= depth === 0 ? 0 : this.flags[depth - 1]!
    this.paths[depth] = this.path
    this.containers[depth] = this.container
    this.doubts[depth] = this.doubt
  }

  private openBlock(name: string, traits: number, attributes: Attributes, depth: number): void {
    let flags = this.flags[depth]! | (depth === 0 ? 0 : this.flags[depth - 1]!)
    const isApart = (flags & IS_APART) !== 0
    let place = placeOf(name, traits, (flags & IS_WITHIN) !== 0, isApart)
    let { doubt } = this
    let hash = hashOf(name)
    this.segments[depth] = ''
    if (!attributes.empty) {
      const id = nameTraits(attributes.get('id'))
      const style = nameTraits(attributes.get('class'))
      if (place === 'as before') place = placeByRole(attributes.get('role'), isApart)
      if (place === 'as before' && name !== 'body')
        doubt = this.doubtBy(Math.max(id.apart, style.apart), doubt)
      if (id.counts || style.counts) flags |= IS_COUNTING
      if (name !== 'body' && (id.suspect || style.suspect)) flags |= IS_SUSPECT
      if (id.steady !== '' || style.steady !== '') {
        hash = mix(hash, nameHash(id, style))
        this.segments[depth] = (id.steady && `#${id.steady}`) + (style.steady && `.${style.steady}`)
      }
    }
    if (place === 'apart') flags |= IS_APART
    else if (place === 'content') {
      flags = (flags & ~IS_APART) | IS_WITHIN
      doubt = 0
    }
    this.doubts[depth] = doubt
    this.flags[depth] = flags
    this.paths[depth] = mix(this.path, hash)
    this.containers[depth] = traits & CONTAINER ? ++this.made : this.container
  }

  /** The outermost doubt counts, except that a sure one inside an unsure one replaces it. Sure doubts are odd numbers. */
  private doubtBy(apart: number, around: number): number {
    if (apart === Apart.no || isSureDoubt(around) || (around !== 0 && apart === Apart.perhaps)) return around
    return 2 * ++this.made + (apart === Apart.surely ? 1 : 0)
  }

  /** Ends the innermost element of this name; an end tag that ends nothing is ignored. */
  close(name: string, traits: number): void {
    if (this.beyond > 0) {
      this.beyond--
      return
    }
    const stops = (traits & (ENDS_LIKE | INLINE)) !== 0 || name === 'p'
    for (let at = this.depth - 1; at >= 0; at--) {
      if (this.names[at] === name) {
        this.depth = at
        return
      }
      if (stops && this.traits[at]! & BARRIER) return
    }
  }

  /** Readable path: the innermost block elements, with their ids and classes. */
  label(): string {
    const found: string[] = []
    for (let at = this.depth - 1; at >= 0 && found.length < LABEL_SEGMENTS; at--) {
      const name = this.names[at]!
      if (name !== 'html' && name !== 'body' && (this.traits[at]! & INLINE) === 0)
        found.push(name + this.segments[at]!)
    }
    return found.reverse().join('/') || 'body'
  }

  private endUpTo(ended: readonly string[]): void {
    let depth = this.depth
    for (let at = this.endableBelow(depth); at !== NONE; at = this.endableBelow(at))
      if (ended.includes(this.names[at]!)) depth = at
    this.depth = depth
  }

  private endParagraph(): void {
    const at = this.blockBelow(this.depth)
    if (at !== NONE && this.names[at] === 'p') this.depth = at
  }

  private endableBelow(depth: number): number {
    return depth === 0 ? NONE : this.endable[depth - 1]!
  }

  private blockBelow(depth: number): number {
    return depth === 0 ? NONE : this.block[depth - 1]!
  }
}

function hashOf(name: string): number {
  let hash = nameHashes.get(name)
  if (hash === undefined) {
    hash = hashText(name)
    if (nameHashes.size < MAX_NAMES) nameHashes.set(name, hash)
  }
  return hash
}
