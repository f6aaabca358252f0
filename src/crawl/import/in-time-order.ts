/**
 * The captures of many archive files in the order in which they were made. Crawlers append to their files, so each is in order by itself;
 * files are merged, and one is opened only when the others have come to its first record. Memory does not grow with the number of files that
 * were written one after another.
 */
import { stat } from 'node:fs/promises'
import {
  type Capture,
  capturesIn,
  readRecords,
  type UnusableCapture,
  type WarcFile,
} from '../../archive/index.ts'
import { Failure } from '../../env/index.ts'

export interface OrderOptions {
  readonly maxBytes: number
  readonly onUnusable: (why: UnusableCapture['why']) => void
  /** Called with a sentence about a file that cannot be read to its end. */
  readonly onDamage: (sentence: string) => void
}

interface OpenFile {
  head: Capture
  readonly rest: AsyncGenerator<Capture>
}

export async function* inTimeOrder(
  files: readonly WarcFile[],
  options: OrderOptions,
): AsyncGenerator<Capture, void, undefined> {
  const begun = await Promise.all(files.map(async file => ({ file, at: await beginningOf(file) })))
  // Crawlers that were stopped leave empty files behind.
  const waiting = begun.filter(({ at }) => at !== null).sort((a, b) => a.at! - b.at!)
  const open: OpenFile[] = []
  try {
    for (;;) {
      const first = earliest(open)
      const next = waiting[0]
      if (next && (first === null || next.at! <= first.head.at)) {
        waiting.shift()
        const opened = await opening(usableIn(next.file, options))
        if (opened) open.push(opened)
      } else if (first) {
        yield first.head
        const { done, value } = await first.rest.next()
        if (done) open.splice(open.indexOf(first), 1)
        else first.head = value
      } else return
    }
  } finally {
    for (const { rest } of open) await rest.return(undefined)
  }
}

const earliest = (open: readonly OpenFile[]): OpenFile | null =>
  open.reduce<OpenFile | null>((least, file) => (least && least.head.at <= file.head.at ? least : file), null)

async function opening(rest: AsyncGenerator<Capture>): Promise<OpenFile | null> {
  const { done, value } = await rest.next()
  return done ? null : { head: value, rest }
}

async function* usableIn(
  file: WarcFile,
  { maxBytes, onUnusable, onDamage }: OrderOptions,
): AsyncGenerator<Capture> {
  const onStopped = ({ offset, reason }: { readonly offset: number; readonly reason: string }) =>
    onDamage(`${file.path} is damaged at byte ${offset}: ${reason}`)
  for await (const capture of capturesIn(file, { maxBytes, onStopped }))
    if (capture.kind === 'unusable') onUnusable(capture.why)
    else yield capture
}

/** The time of the first record; null if the file is empty. */
async function beginningOf({ path, ...part }: WarcFile): Promise<number | null> {
  if ((await stat(path)).size === 0) return null
  for await (const { headers } of readRecords(path, part))
    return Date.parse(headers.get('warc-date') ?? '') || 0
  throw new Failure(
    'usage',
    `${path} is not a WARC file: of older formats, "warcio recompress" makes WARC files`,
  )
}
