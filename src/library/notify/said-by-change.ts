import { formatDiff } from '../../change/index.ts'
import { valueOf as readValue } from '../../site/index.ts'
import type { Collection, DiffLine, PageChange } from '../index.ts'

/** What a change says to people. */
export interface SaidByChange {
  /** The texts on both sides, in lower case and with single spaces. */
  readonly before: string
  readonly after: string
  /** Numbers that are new in lines that changed. */
  readonly numbers: readonly number[]
  /** The lines that differ, as `tidewatch diff` prints them, cut to a length that chats and mails take. */
  readonly shown: string
}

const MAX_SHOWN_CHARS = 1_500
const CONTEXT_LINES = 1
const NUMBER = /[-−]?\d(?:[\d.,'’\u00a0\u202f]*\d)?/g

/** Reads both revisions of a change; null if they cannot be read any more. */
export async function saidBy(
  { url, revision }: Pick<PageChange, 'url' | 'revision'>,
  collection: Pick<Collection, 'page'>,
): Promise<SaidByChange | null> {
  try {
    const page = await collection.page(url)
    const diff = await page?.diff(undefined, revision)
    return diff ? saidIn(diff.lines) : null
  } catch {
    return null
  }
}

export function saidIn(lines: readonly DiffLine[]): SaidByChange {
  const sideOf = (kind: 'removed' | 'added') => lines.map(line => textOf(line, kind))
  const changed = lines.filter(({ kind }) => kind !== 'same')
  const earlier = new Set(changed.flatMap(line => numbersIn(textOf(line, 'removed'))))
  const now = changed.flatMap(line => numbersIn(textOf(line, 'added')))
  return {
    before: folded(sideOf('removed').join(' ')),
    after: folded(sideOf('added').join(' ')),
    numbers: now.filter(number => !earlier.has(number)),
    shown: cut(formatDiff(lines, undefined, CONTEXT_LINES)),
  }
}

export const folded = (text: string): string => text.replace(/\s+/g, ' ').trim().toLowerCase()

/** A line as it was before (`removed`) or is now (`added`). */
function textOf(line: DiffLine, side: 'removed' | 'added'): string {
  if (line.kind !== 'changed') return line.kind === 'same' || line.kind === side ? line.text : ''
  const words = line.words.filter(({ kind }) => kind === 'same' || kind === side)
  return words.map(({ text }) => text).join('')
}

function numbersIn(text: string): number[] {
  return (text.match(NUMBER) ?? [])
    .map(each => readValue('number', each, ''))
    .filter(each => typeof each === 'number')
}

function cut(lines: readonly string[]): string {
  let shown = ''
  for (const line of lines) {
    if (shown.length + line.length > MAX_SHOWN_CHARS) return `${shown}…`
    shown += `${line}\n`
  }
  return shown.trimEnd()
}
