import type { ImportSummary } from './import-files.ts'
import { counted } from './shown.ts'

/** Why captures were passed over, in words that follow their number. */
const REASONS: Readonly<Record<keyof ImportSummary['passedOver'], string>> = {
  known: 'already there, or older than what is there',
  scope: 'outside the scope',
  type: 'no pages (images, styles, scripts, answers to forms)',
  payload: 'with content that is in none of the files',
  large: 'larger than request.maxBody',
  damaged: 'damaged',
}

/** Sums up an import, one sentence a line. */
export function* importWords({
  captures,
  pages,
  changes,
  passedOver,
  problems,
}: ImportSummary): Generator<string> {
  if (captures === 0) yield 'took over nothing'
  else
    yield `took over ${counted(captures, 'visit')}: ${counted(pages, 'new page')}, ${counted(changes, 'change')}`
  const rest = Object.entries(REASONS).flatMap(([why, words]) => {
    const count = passedOver[why as keyof typeof passedOver]
    return count > 0 ? [`${count} ${words}`] : []
  })
  if (rest.length > 0) yield `passed over: ${rest.join('; ')}`
  yield* problems
}
