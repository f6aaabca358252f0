/**
 * E-mail addresses in text, plain or hidden the way people do it. Each form of `@` is looked at once, with a bounded number of characters
 * on either side, so time is linear in the text.
 */

import { atMarks, dotAt, hyphenedDotIn, type Mark, withDots } from './email-marks.ts'
import { addressOf } from './mail-address.ts'

/** Most marks looked at: a page with more was not written by people. */
const MAX_MARKS = 20_000
const MAX_LEFT_CHARS = 100
const MAX_LABELS = 8
const LABEL = /[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?/uy
const LOCAL_END = /[\p{L}\p{N}._%+'&~-]+$/u
/** Words that announce an address, in the languages of most pages. */
const ANNOUNCED =
  /(?:e-?mail|e-?post|mail|contact|kontakt|contatto|contacto|correo|courriel|correio|почта|write to|reach me|skriv til)\S{0,3}\s*$/iu
/** Country domains that are also endings of source files. */
const CODE_ENDINGS = new Set(['rs', 'py', 'sh', 'md', 'cc', 'so', 'ml', 'ps'])
const INVISIBLE = /[\u00ad\u200b-\u200f\u2060\ufeff]/g
/** `@` encoded twice, or as programs write it. */
const ENCODED_AT =
  /(?<=[\p{L}\p{N}])(?:&(?:amp;)?(?:#0*64|#x0*40|commat);|%40|\\u0040|\\x40)(?=[\p{L}\p{N}])/giu

export function emailsIn(text: string): Set<string> {
  const found = new Set<string>()
  const plain = text.replace(INVISIBLE, '').replace(ENCODED_AT, '@')
  let marks = 0
  for (const mark of atMarks(plain)) {
    if (marks++ >= MAX_MARKS) break
    const address = addressAround(plain, mark)
    if (address !== undefined) found.add(address)
  }
  return found
}

function addressAround(text: string, at: Mark): string | undefined {
  const right = domainAfter(text, at)
  if (right === undefined || isElsewhere(text, right.end)) return undefined
  const isHidden = at.kind === 'bracketed' || at.kind === 'word'
  const left = withDots(
    text.slice(Math.max(0, at.start - MAX_LEFT_CHARS), at.start),
    right.hasDotWord || (isHidden && right.isHidden),
  )
  const local = LOCAL_END.exec(left)?.[0].replace(/^[.'&~%-]+|\.+$/g, '')
  if (local === undefined || local === '') return undefined
  const before = left.slice(0, left.length - local.length)
  if (/[@＠]$|:\/\/$|:\/\/[^\s/]*:$/.test(before) || !isMeant(at, local, right, before)) return undefined
  return longestAddress(local, right.labels)
}

interface Domain {
  readonly labels: readonly string[]
  readonly end: number
  /** Whether a dot is written as a word. */
  readonly hasDotWord: boolean
  /** Whether a dot is written in any way that hides it. */
  readonly isHidden: boolean
}

function domainAfter(text: string, at: Mark): Domain | undefined {
  const labels: string[] = []
  const kinds = new Set<Mark['kind']>()
  let end = at.end
  for (let next = end; labels.length < MAX_LABELS; ) {
    LABEL.lastIndex = next
    const label = labelOf(LABEL.exec(text)?.[0], at)
    if (label === undefined) break
    labels.push(label)
    end = next + label.length
    const dot = dotAt(text, end)
    if (dot === undefined || !isContinued(dot, at)) break
    kinds.add(dot.kind)
    next = dot.end
  }
  if (labels.length < 2) return undefined
  return {
    labels,
    end,
    hasDotWord: kinds.has('word'),
    isHidden: ['word', 'bracketed', 'spaced'].some(kind => kinds.has(kind as Mark['kind'])),
  }
}

/** A dot and a space end a sentence, unless the `@` is written with spaces too. */
function isContinued(dot: Mark, at: Mark): boolean {
  // "at any point in": "point" is French for a dot, but an ordinary English word.
  if (dot.kind === 'word' && /^point$/i.test(dot.text) && /^at$/i.test(at.text)) return false
  return dot.kind !== 'spaced' || (at.kind !== 'sign' && dot.isWide)
}

/** If `@` is between hyphens, dots are too, and are not part of a name. */
function labelOf(label: string | undefined, at: Mark): string | undefined {
  const end = label !== undefined && at.text.startsWith('-') ? hyphenedDotIn(label) : -1
  return end > 0 ? label?.slice(0, end) : label
}

/** `git@example.com:path` is a location of files. */
const isElsewhere = (text: string, end: number) => /^:[\p{L}\p{N}/~._-]/u.test(text.slice(end, end + 2))

/** Whether it is an address, or the words are there by chance. */
function isMeant(at: Mark, local: string, domain: Domain, before: string): boolean {
  switch (at.kind) {
    case 'sign':
      return true
    case 'bracketed':
      return !isJoint(at.text) || domain.isHidden || isNoPath(at.text, domain, before)
    case 'spaced':
      return domain.isHidden || /[._\d]/.test(local) || ANNOUNCED.test(before)
    case 'word':
      if (domain.hasDotWord || domain.isHidden) return true
      if (at.text === 'AT') return local === local.toLowerCase()
      return !/^at$/i.test(at.text) || ANNOUNCED.test(before)
  }
}

const isJoint = (mark: string) => /^[*|~/_-]/.test(mark)

/** "stay-at-home.com" is a site and "src/at/file.rs" a file; "ann_at_example.com" is an address. */
function isNoPath(mark: string, { labels }: Domain, before: string): boolean {
  return (
    !mark.startsWith('-') &&
    /(?:^|[\s:<("'])$/.test(before) &&
    !CODE_ENDINGS.has(labels.at(-1)!.toLowerCase())
  )
}

/** Text that follows an address without a space may look like part of it: "…@example.com.Write". */
function longestAddress(local: string, labels: readonly string[]): string | undefined {
  for (let count = labels.length; count >= 2; count--) {
    const [last = '', before = ''] = [labels[count - 1], labels[count - 2]]
    const isSentence = count > 2 && /^\p{Lu}\p{Ll}/u.test(last) && before === before.toLowerCase()
    const address = isSentence ? undefined : addressOf(local, labels.slice(0, count).join('.'))
    if (address !== undefined) return address
  }
  return undefined
}
