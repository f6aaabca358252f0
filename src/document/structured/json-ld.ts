/**
 * JSON-LD in scripts. Much of it is not quite JSON: comments, raw line ends inside strings, commas before closing
 * brackets. `JSON.parse` is tried first; what it rejects is repaired in one pass and tried once more.
 */
import type { Tree } from '../../html/index.ts'

export type Json = string | number | boolean | null | readonly Json[] | JsonObject
export interface JsonObject {
  readonly [name: string]: Json
}

const MAX_SCRIPTS = 100
const MAX_SCRIPT_CHARS = 2_000_000

/** All items in the scripts of a page, with lists flattened; what cannot be read is left out. */
export function jsonLdOf(tree: Tree): JsonObject[] {
  const items: JsonObject[] = []
  let scripts = 0
  for (const node of tree.elementsNamed('script')) {
    if (!/^\s*application\/ld\+json\b/i.test(node.attribute('type') ?? '')) continue
    if (++scripts > MAX_SCRIPTS) break
    const value = readJson(node.text())
    for (const item of Array.isArray(value) ? value : [value])
      if (isObject(item) && Object.keys(item).length > 0) items.push(item)
  }
  return items
}

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function readJson(text: string): Json | undefined {
  if (text.length > MAX_SCRIPT_CHARS) return undefined
  return parsed(text) ?? parsed(mended(text))
}

function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json
  } catch {
    return undefined
  }
}

/** Drops comments and trailing commas, and escapes control characters in strings. */
function mended(text: string): string {
  const parts: string[] = []
  const comments = new Comments(text)
  for (let i = 0; i < text.length; ) {
    const isString = text[i] === '"'
    const comment = isString ? undefined : comments.endAt(i)
    const end = comment ?? (isString ? stringEnd(text, i) : plainEnd(text, i))
    if (isString) parts.push(escapedControls(text.slice(i, end)))
    else if (comment === undefined) pushPlain(parts, text.slice(i, end))
    i = end
  }
  return parts.join('').replace(/;\s*$/, '')
}

function stringEnd(text: string, from: number): number {
  let i = from + 1
  while (i < text.length && text[i] !== '"') i += text[i] === '\\' ? 2 : 1
  return i + 1
}

const ENDS: readonly (readonly [start: string, end: string])[] = [
  ['//', '\n'],
  ['/*', '*/'],
  ['<!--', '-->'],
  ['-->', ''],
  ['<![CDATA[', ''],
  [']]>', ''],
]

const MAX_COMMENT_CHARS = 2_000

/** Finds where comments end, called from front to back: each search continues where the last one of its kind ended. */
class Comments {
  private readonly text: string
  /** By end mark: its next position; infinity if there is none. */
  private readonly next = new Map<string, number>()

  constructor(text: string) {
    this.text = text
  }

  /** The end of a comment that begins at `from`, if one does; if it has no end nearby, only its start mark is skipped. */
  endAt(from: number): number | undefined {
    const found = ENDS.find(([start]) => this.text.startsWith(start, from))
    if (found === undefined) return undefined
    const [start, end] = found
    const at = end === '' ? Number.POSITIVE_INFINITY : this.nextEnd(end, from)
    return at - from > MAX_COMMENT_CHARS ? from + start.length : at + end.length
  }

  private nextEnd(end: string, from: number): number {
    const known = this.next.get(end) ?? -1
    if (known >= from) return known
    const at = this.text.indexOf(end, from)
    const place = at < 0 ? Number.POSITIVE_INFINITY : at
    this.next.set(end, place)
    return place
  }
}

function plainEnd(text: string, from: number): number {
  let i = from + 1
  while (i < text.length && !'"/<-]'.includes(text[i]!)) i++
  return i
}

/** Drops a comma if the next token closes a bracket. */
function pushPlain(parts: string[], part: string): void {
  const word = part.replace(/,(\s*[\]}])/g, '$1')
  if (/^\s*[\]}]/.test(word))
    for (let i = parts.length - 1; i >= 0 && i >= parts.length - 20; i--) {
      if (parts[i]!.trim() === '') continue
      parts[i] = parts[i]!.replace(/,\s*$/, '')
      break
    }
  parts.push(word)
}

function escapedControls(string: string): string {
  let text = ''
  let from = 0
  for (let i = 0; i < string.length; i++) {
    const code = string.charCodeAt(i)
    if (code >= 0x20) continue
    text += `${string.slice(from, i)}\\u${code.toString(16).padStart(4, '0')}`
    from = i + 1
  }
  return text + string.slice(from)
}
