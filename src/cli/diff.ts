/** `tidewatch diff URL [REV REV]`: shows the text that changed between two revisions of a page. */
import { Failure, printable } from '../env/index.ts'
import { type DiffLine, formatDiff, type PageDiff, type Revision, shownTime } from '../library/index.ts'
import { colorsFor } from './colors.ts'
import { reading, type SharedOptions } from './context.ts'
import { EXIT, type Output, Painted } from './output.ts'
import { knownPage } from './page-json.ts'

export interface DiffFlags extends SharedOptions {
  /** Also show differences in dates, counters and the like. */
  readonly noise?: boolean
  /** Compare the whole page, even if only a part of it counts. */
  readonly whole?: boolean
}

export async function diffCommand(
  address: string,
  revisions: readonly string[],
  options: DiffFlags,
  output: Output,
): Promise<number> {
  const [before, after, ...more] = revisions.map(numberOf)
  if ((before !== undefined && after === undefined) || more.length > 0)
    throw new Failure(
      'usage',
      'give two revision numbers, as tidewatch history shows them, or none for the last two',
    )
  return reading(options, async collection => {
    const page = await knownPage(collection, address)
    const diff = await page.diff(before, after, {
      noise: options.noise ?? false,
      whole: options.whole ?? false,
    })
    if (!diff) {
      const has = page.revision === 0 ? 'no revision' : 'one revision'
      throw new Failure('broken', `${page.url} has ${has}: nothing to compare`)
    }
    if (options.json) output.result(JSON.stringify(diffJson(diff)))
    else print(diff, output)
    return EXIT.done
  })
}

function diffJson({ url, before, after, change, lines }: PageDiff) {
  const changes = lines.filter(line => line.kind !== 'same')
  return { url, before: revisionJson(before), after: revisionJson(after), change, changes }
}

function print({ before, after, lines }: PageDiff, output: Output): void {
  const colors = colorsFor(process.stdout)
  const shown = ({ number, fetchedAt }: Revision) => `${number} of ${shownTime(fetchedAt.getTime())} UTC`
  output.result(new Painted(colors.bold(`revision ${shown(before)} → ${shown(after)}`)))
  const marks = { removed: colors.red, added: colors.green, path: colors.dim }
  // Without colors, words that came and went need marks of their own.
  const formatted = formatDiff(lines.map(printableLine), colors.isColorSupported ? marks : undefined)
  for (const line of formatted) output.result(new Painted(line))
  if (formatted.length === 0) output.result('the text is the same; --noise shows what was ignored')
}

/** Makes a line printable before colors are added, whose control characters must stay. */
function printableLine(line: DiffLine): DiffLine {
  const path = { path: printable(line.path) }
  return line.kind === 'changed'
    ? { ...line, ...path, words: line.words.map(word => ({ ...word, text: printable(word.text) })) }
    : { ...line, ...path, text: printable(line.text) }
}

function numberOf(text: string): number {
  if (!/^\d+$/.test(text)) throw new Failure('usage', `"${text}" is not a revision number`)
  return Number(text)
}

const revisionJson = ({ number, fetchedAt, title, sizeBytes }: Revision) => ({
  revision: number,
  fetchedAt,
  title,
  sizeBytes,
})
