/** `tidewatch diff URL [REV REV]`: what changed between two revisions of a page, in its own words. */
import { type DiffLine, formatDiff, textDiff } from '../change/index.ts'
import { copyLost, revisionText } from '../crawl/body.ts'
import { Failure, printable } from '../env/index.ts'
import type { RevisionRow, VisitRow } from '../store/index.ts'
import { canonicalUrl } from '../url/index.ts'
import { coloursFor } from './colours.ts'
import { open, type SharedOptions } from './context.ts'
import { EXIT, type Output, Painted } from './output.ts'
import { shownTime } from './table.ts'

export interface DiffOptions extends SharedOptions {
  /** Also what differs only in dates, counters and the like. */
  readonly noise?: boolean
}

export async function diffCommand(
  address: string,
  revisions: readonly string[],
  options: DiffOptions,
  output: Output,
): Promise<number> {
  const url = canonicalUrl(address)
  if (url === undefined) throw new Failure('usage', `"${address}" is not a web address`)
  const numbers = revisions.map(numberOf)
  if (numbers.length === 1 || numbers.length > 2)
    throw new Failure(
      'usage',
      'name two revisions, as tidewatch history numbers them, or none for the last two',
    )
  const collection = await open(options, 'read')
  try {
    const page = await collection.store.page(url)
    if (!page) throw new Failure('broken', `${url} is not known in ${collection.name}`)
    const stored = await collection.store.revisions(page)
    const [before, after] = pairOf(stored, numbers, url)
    for (const revision of [before, after]) if (!revision.place) throw copyLost(revision, url)
    const texts = [before, after].map(revision => revisionText(collection.archiveFolder, revision))
    const [old, now] = (await Promise.all(texts)) as [string, string]
    const type = after.type === null ? {} : { type: after.type }
    const diff = textDiff(old, now, { ...type, noise: options.noise ?? false })
    if (options.json) {
      const changes = diff.filter(line => line.kind !== 'same')
      const change = noteOf(await collection.store.visits(page), after.number)
      output.result(
        JSON.stringify({ url, before: revisionJson(before), after: revisionJson(after), change, changes }),
      )
      return EXIT.done
    }
    const colours = coloursFor(process.stdout)
    const title = `revision ${before.number} of ${shownTime(before.fetchedAt)} UTC → ${after.number} of ${shownTime(after.fetchedAt)} UTC`
    output.result(new Painted(colours.bold(title)))
    const marks = { removed: colours.red, added: colours.green, path: colours.dim }
    const lines = formatDiff(diff.map(printableLine), marks)
    for (const line of lines) output.result(new Painted(line))
    if (lines.length === 0) output.result('the same text; try --noise for what was left out')
    return EXIT.done
  } finally {
    await collection.close()
  }
}

/** Before colours are added, which must stay. */
function printableLine(line: DiffLine): DiffLine {
  const path = { path: printable(line.path) }
  return line.kind === 'changed'
    ? { ...line, ...path, words: line.words.map(word => ({ ...word, text: printable(word.text) })) }
    : { ...line, ...path, text: printable(line.text) }
}

function numberOf(text: string): number {
  if (!/^\d+$/.test(text)) throw new Failure('usage', `"${text}" is not the number of a revision`)
  return Number(text)
}

function pairOf(
  stored: readonly RevisionRow[],
  numbers: readonly number[],
  url: string,
): readonly [RevisionRow, RevisionRow] {
  if (numbers.length === 0) {
    if (stored.length < 2)
      throw new Failure(
        'broken',
        `${url} has ${stored.length === 1 ? 'one revision' : 'no revision'}: nothing to compare`,
      )
    return [stored.at(-2)!, stored.at(-1)!]
  }
  const found = numbers.map(number => stored.find(revision => revision.number === number))
  const missing = numbers.find((_, i) => !found[i])
  if (missing !== undefined)
    throw new Failure('usage', `${url} has no revision ${missing}: it has 1 to ${stored.length}`)
  return [found[0]!, found[1]!]
}

const revisionJson = ({ number, fetchedAt, title, sizeBytes }: RevisionRow) => ({
  revision: number,
  fetchedAt: new Date(fetchedAt).toISOString(),
  title,
  sizeBytes,
})

/** Why the engine took it for a change. */
function noteOf(visits: readonly VisitRow[], revision: number): unknown {
  const note = visits.find(visit => visit.revision === revision)?.note
  return note ? JSON.parse(note) : null
}
