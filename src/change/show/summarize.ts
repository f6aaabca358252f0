/** Summarizes a change in one line; needs both bodies. */
import { type DiffLine, type DiffWords, type TextDiffOptions, textDiff } from './text-diff.ts'

const MAX_QUOTE_CHARS = 80
const CONTEXT_CHARACTERS = 25

/** The part of a decision that a summary needs. */
export interface DecidedPlaces {
  readonly paths: readonly string[]
  readonly excused: readonly { readonly path: string }[]
}

/** Such as `div#main/p: “… made of brass …” → “… made of gold …” (and 2 more places)`; '' if there is nothing to say. */
export function summarize(
  before: string,
  after: string,
  decision: DecidedPlaces,
  options: TextDiffOptions = {},
): string {
  const counted = new Set(decision.paths)
  const excused = new Set(decision.excused.map(({ path }) => path).filter(path => !counted.has(path)))
  const changes = textDiff(before, after, options).filter(
    line => line.kind !== 'same' && !excused.has(line.path),
  )
  const first = changes.find(line => counted.has(line.path)) ?? changes[0]
  // What counted looks like noise: a date that had not moved before.
  if (first === undefined && options.noise !== true && counted.size > 0)
    return summarize(before, after, decision, { ...options, noise: true })
  if (first === undefined) return ''
  const isMoved = changes.some(line => isMovedTo(first, line))
  const more = changes.length - (isMoved ? 2 : 1)
  const rest = more === 0 ? '' : ` (and ${more} more ${more === 1 ? 'place' : 'places'})`
  return `${first.path}: ${phrase(first, isMoved)}${rest}`
}

/** Text that disappeared in one place and appeared in another, such as a list item with a new rank. */
function isMovedTo(line: DiffLine, other: DiffLine): boolean {
  const isPair =
    (line.kind === 'removed' && other.kind === 'added') || (line.kind === 'added' && other.kind === 'removed')
  return isPair && line.text === other.text && line.path === other.path
}

function phrase(line: DiffLine, isMoved: boolean): string {
  if (line.kind === 'changed')
    return `${quote(side(line.words, 'removed'))} → ${quote(side(line.words, 'added'))}`
  return `${isMoved ? 'moved' : line.kind} ${quote(line.text)}`
}

/** One side of a changed line, cut to the context of its first difference. */
function side(words: readonly DiffWords[], kind: 'removed' | 'added'): string {
  const at = words.findIndex(word => word.kind !== 'same')
  const before = words
    .slice(0, at)
    .map(word => word.text)
    .join('')
  const lead =
    before.length > CONTEXT_CHARACTERS
      ? `… ${before.slice(-CONTEXT_CHARACTERS).replace(/^\S*\s/, '')}`
      : before
  return (
    lead +
    words
      .slice(at)
      .filter(word => word.kind === 'same' || word.kind === kind)
      .map(word => word.text)
      .join('')
  )
}

function quote(text: string): string {
  const trimmed = text.trim()
  return `“${trimmed.length > MAX_QUOTE_CHARS ? `${wholeWords(trimmed.slice(0, MAX_QUOTE_CHARS))} …` : trimmed}”`
}

/** Without the word that was cut, unless the language writes no spaces or the word is very long. */
function wholeWords(cut: string): string {
  const end = cut.lastIndexOf(' ')
  return end > MAX_QUOTE_CHARS / 2 ? cut.slice(0, end) : cut
}
