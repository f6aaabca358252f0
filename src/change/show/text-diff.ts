/**
 * A readable diff of two bodies: lines (one for each block of text) are aligned, and words within changed lines. Lines that differ only in
 * noise count as the same, unless `noise` is set.
 */
import { scan } from '../../html/index.ts'
import { align } from '../decide/align.ts'
import { MomentJudge } from '../noise/moment-clock.ts'
import { formOf, linesOf } from '../signature/body-format.ts'
import type { Line } from '../signature/pieces.ts'
import { SignatureReader } from '../signature/read-page.ts'
import { hashText, mix } from '../text/hash.ts'
import { resemblance } from '../text/resemblance.ts'

export interface DiffWords {
  readonly kind: 'same' | 'removed' | 'added'
  readonly text: string
}

/** `path` is the readable path of the block. */
export type DiffLine =
  | { readonly kind: 'same' | 'removed' | 'added'; readonly path: string; readonly text: string }
  | {
      readonly kind: 'changed'
      readonly path: string
      readonly words: readonly DiffWords[]
      /** Set if it differs only in dates that follow the clock, counters and the like; only if the times of both bodies are known. */
      readonly noise?: true
    }

export interface TextDiffOptions {
  readonly type?: string
  /** Also show lines that differ only in dates, counters and the like. */
  readonly noise?: boolean
  /** When the two bodies were received, in milliseconds since 1970: with it, dates that do not follow the clock are shown. */
  readonly times?: { readonly before: number; readonly after: number }
}

const MAX_WORDS = 4000
const MIN_ALIKE = 0.2
/** Characters of a line used to decide whether it resembles another. */
const MAX_COMPARED = 20_000
/** Candidates considered for one removed line. */
const NEAR = 8

interface Readable {
  readonly lines: readonly Line[]
  readonly labels: ReadonlyMap<number, string>
}

export function textDiff(before: string, after: string, options: TextDiffOptions = {}): DiffLine[] {
  const [old, now] = [readable(before, options.type), readable(after, options.type)]
  const keys = (lines: readonly Line[]) => lines.map(line => keyOf(line, options.noise === true))
  const partner = align(keys(old.lines), keys(now.lines))
  const isEdited = options.times ? editsBetween(options.times) : null
  if (isEdited) partRedated(old.lines, now.lines, partner, isEdited)
  const isNoise = (a: Line, b: Line) => isEdited !== null && isAlikeButNoise(a, b) && !isEdited(a, b)
  const result: DiffLine[] = []
  let [r0, a0] = [0, 0]
  for (let at = 0; at <= old.lines.length; at++) {
    const other = at === old.lines.length ? now.lines.length : partner[at]!
    if (other < 0) continue
    addGap(result, { old, now, isNoise }, [r0, at], [a0, other])
    if (at < old.lines.length) result.push(plain('same', now, now.lines[other]!))
    r0 = at + 1
    a0 = other + 1
  }
  return result
}

type Compare = (old: Line, now: Line) => boolean

/** Whether a date of a line was edited between these times. */
function editsBetween({ before, after }: { readonly before: number; readonly after: number }): Compare {
  const judge = new MomentJudge(after)
  return (old, now) => judge.isEdited(old.moments, now.moments, [before])
}

/** Removes the partner of lines that are the same except for an edited date. */
function partRedated(
  old: readonly Line[],
  now: readonly Line[],
  partner: Int32Array,
  isEdited: Compare,
): void {
  old.forEach((line, at) => {
    const other = now[partner[at]!]
    if (other && isEdited(line, other)) partner[at] = -1
  })
}

const isAlikeButNoise: Compare = (old, now) =>
  old.masked === now.masked && old.text !== now.text && hasSameHrefs(old, now)

const hasSameHrefs: Compare = (old, now) => old.hrefs.join('\n') === now.hrefs.join('\n')

function readable(body: string, type: string | undefined): Readable {
  const form = formOf(type)
  if (form === 'lines') {
    const lines = [...linesOf(body)].map(text => ({ text, masked: text, path: 0, hrefs: [], moments: [] }))
    return { lines, labels: new Map([[0, 'line']]) }
  }
  const reader = new SignatureReader(body, form === 'xml', true)
  scan(body, reader, { xml: form === 'xml' })
  reader.end()
  return { lines: reader.pieces.lines ?? [], labels: reader.labels }
}

function keyOf(line: Line, noise: boolean): number {
  return line.hrefs.reduce((key, href) => mix(key, hashText(href)), hashText(noise ? line.text : line.masked))
}

type Range = readonly [number, number]

interface Sides {
  readonly old: Readable
  readonly now: Readable
  readonly isNoise: Compare
}

/** Adds lines without a partner: two that resemble each other become one changed line. */
function addGap(result: DiffLine[], sides: Sides, [r0, r1]: Range, [a0, a1]: Range): void {
  const { old, now } = sides
  let next = a0
  for (let at = r0; at < r1; at++) {
    const level = r1 - r0 === a1 - a0 ? a0 + at - r0 : -1
    const twin = twinOf(old.lines[at]!, now.lines, next, a1, level)
    if (twin < 0) {
      result.push(plain('removed', old, old.lines[at]!))
      continue
    }
    for (; next < twin; next++) result.push(plain('added', now, now.lines[next]!))
    result.push(changed(sides, old.lines[at]!, now.lines[next++]!))
  }
  for (; next < a1; next++) result.push(plain('added', now, now.lines[next]!))
}

/** `level` is the line at the same offset in a gap with equally long sides, or −1. */
function twinOf(line: Line, lines: readonly Line[], from: number, to: number, level: number): number {
  if (level >= from && line.path === lines[level]?.path) return level
  let best = -1
  let most = MIN_ALIKE
  for (let at = from; at < Math.min(to, from + NEAR); at++) {
    const alike = line.masked === lines[at]!.masked ? 1 : alikeness(line.text, lines[at]!.text)
    if (alike <= most) continue
    best = at
    most = alike
  }
  return best
}

/** Compares the beginnings of two lines. */
const alikeness = (a: string, b: string): number =>
  resemblance(a.slice(0, MAX_COMPARED), b.slice(0, MAX_COMPARED))

const labelOf = ({ labels }: Readable, line: Line) => labels.get(line.path) ?? 'body'

function plain(kind: 'same' | 'removed' | 'added', side: Readable, line: Line): DiffLine {
  return { kind, path: labelOf(side, line), text: line.text || line.hrefs.join(' ') }
}

function changed({ now, isNoise }: Sides, old: Line, line: Line): DiffLine {
  const path = labelOf(now, line)
  if (old.masked !== line.masked || hasSameHrefs(old, line)) {
    const words = wordDiff(old.text, line.text)
    return { kind: 'changed', path, words, ...(isNoise(old, line) && { noise: true }) }
  }
  const words = wordDiff(old.hrefs.join(' '), line.hrefs.join(' '))
  return {
    kind: 'changed',
    path: `${path}/@href`,
    words: [{ kind: 'same', text: line.text ? `${line.text} ` : '' }, ...words],
  }
}

/** Words with the white space after them, joined into runs of the same kind. */
export function wordDiff(before: string, after: string): DiffWords[] {
  const [old, now] = [wordsOf(before), wordsOf(after)]
  const keys = (words: readonly string[]) => words.map(word => hashText(word.trimEnd()))
  const partner = align(keys(old), keys(now))
  const runs: { kind: DiffWords['kind']; text: string }[] = []
  const add = (kind: DiffWords['kind'], text: string) => {
    const last = runs.at(-1)
    if (last?.kind === kind) last.text += text
    else if (text !== '') runs.push({ kind, text })
  }
  let next = 0
  for (let at = 0; at <= old.length; at++) {
    const other = at === old.length ? now.length : partner[at]!
    if (other < 0) {
      add('removed', old[at]!)
      continue
    }
    add('added', now.slice(next, other).join(''))
    if (at < old.length) add('same', now[other]!)
    next = other + 1
  }
  return runs
}

/** A price, a time or a date is one word. */
const WORDS = /\p{N}+(?:[.,:'’]\p{N}+)+\s*|[\p{L}\p{N}_]+\s*|[^\p{L}\p{N}_\s]\s*|\s+/gu

function wordsOf(text: string): string[] {
  const words: string[] = []
  for (const match of text.matchAll(WORDS)) {
    if (words.length === MAX_WORDS) return [...words, text.slice(match.index)]
    words.push(match[0])
  }
  return words
}
