/** A diff as lines of text. */
import type { DiffLine } from './text-diff.ts'

const DEFAULT_CONTEXT = 2

export interface Marks {
  readonly removed: (text: string) => string
  readonly added: (text: string) => string
  readonly path: (text: string) => string
}

/** White space behind words stays outside. */
const around = (begin: string, text: string, end: string) =>
  `${begin}${text.trimEnd()}${end}${text.slice(text.trimEnd().length)}`

const PLAIN: Marks = {
  removed: text => around('[-', text, '-]'),
  added: text => around('{+', text, '+}'),
  path: text => text,
}

/** The lines of a diff as `tidewatch diff` prints them: `-`, `+` and `~` lines with some unchanged ones around. */
export function formatDiff(
  diff: readonly DiffLine[],
  marks: Marks = PLAIN,
  context = DEFAULT_CONTEXT,
): string[] {
  const shown = new Set<number>()
  diff.forEach((line, at) => {
    if (line.kind !== 'same') for (let near = at - context; near <= at + context; near++) shown.add(near)
  })
  const lines: string[] = []
  let path = ''
  diff.forEach((line, at) => {
    if (!shown.has(at)) return
    if (!shown.has(at - 1) && at > 0) lines.push('…')
    if (line.kind !== 'same' && line.path !== path) lines.push(marks.path(`@ ${line.path}`))
    if (line.kind !== 'same') path = line.path
    lines.push(printed(line, marks))
  })
  return lines
}

function printed(line: DiffLine, marks: Marks): string {
  switch (line.kind) {
    case 'same':
      return `  ${line.text}`
    case 'removed':
      return `- ${marks === PLAIN ? line.text : marks.removed(line.text)}`
    case 'added':
      return `+ ${marks === PLAIN ? line.text : marks.added(line.text)}`
    case 'changed':
      return `~ ${line.words.map(word => (word.kind === 'same' ? word.text : marks[word.kind](word.text))).join('')}`
  }
}
