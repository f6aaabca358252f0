/** `tidewatch search WORDS…` and `tidewatch index`: searches the text of pages, and builds the index for it. */
import { printable } from '../env/index.ts'
import { type SearchHit, shownTime } from '../library/index.ts'
import { indexWords } from '../library/index-words.ts'
import { colorsFor } from './colors.ts'
import { open, reading, type SharedOptions } from './context.ts'
import { onInterrupt } from './interrupt.ts'
import { EXIT, type Output, Painted } from './output.ts'
import { timeOf } from './show.ts'

export interface SearchFlags extends SharedOptions {
  readonly limit?: number
  readonly at?: string
  readonly cursor?: string
}

export function searchCommand(
  words: readonly string[],
  options: SearchFlags,
  output: Output,
): Promise<number> {
  const { limit, cursor, json = false } = options
  const at = timeOf(options.at)
  return reading(options, async collection => {
    const hits = collection.search(words.map(asTyped).join(' '), {
      ...(limit !== undefined && { limit }),
      ...(cursor !== undefined && { cursor }),
      ...(at && { at }),
    })
    let count = 0
    for await (const hit of hits) {
      if (json) output.result(JSON.stringify(hit))
      else {
        if (count === 0 && hit.isPartial) output.note('no page has all the words; these have some of them')
        print(hit, output)
      }
      count++
    }
    if (count === 0 && !json) output.note('no pages found')
    return EXIT.done
  })
}

/** Restores the quotation marks that the shell removed: an argument with spaces among several was a quoted phrase. */
const asTyped = (word: string, _: number, words: readonly string[]) =>
  words.length > 1 && /\s/.test(word) && !word.includes('"') ? quoted(word) : word

const quoted = (word: string) => (/^[+-]/.test(word) ? `${word[0]}"${word.slice(1)}"` : `"${word}"`)

function print({ url, title, snippet, fetchedAt }: SearchHit, output: Output): void {
  const colors = colorsFor(process.stdout)
  output.result(new Painted(colors.bold(printable(title || url))))
  output.result(new Painted(colors.dim(`  ${printable(url)}  ${shownTime(fetchedAt.getTime())}`)))
  if (snippet && snippet.text !== '')
    output.result(new Painted(`  ${marked(snippet, text => colors.yellow(text))}`))
}

/** Makes the text printable piece by piece, because doing so shifts the positions of later marks. */
function marked({ text, marks }: NonNullable<SearchHit['snippet']>, mark: (text: string) => string): string {
  let shown = ''
  let at = 0
  for (const [start, end] of marks) {
    shown += printable(text.slice(at, start)) + mark(printable(text.slice(start, end)))
    at = end
  }
  return shown + printable(text.slice(at))
}

export async function indexCommand(
  options: SharedOptions & { readonly all?: boolean },
  output: Output,
): Promise<number> {
  const collection = await open(options, 'write')
  const interrupt = onInterrupt(output)
  try {
    const built = await collection.index({
      signal: interrupt.signal,
      ...(options.all && { revisions: 'all' as const }),
    })
    if (options.json) output.result(JSON.stringify(built))
    else output.result(indexWords(built))
    return built.interrupted ? EXIT.interrupted : EXIT.done
  } finally {
    interrupt.release()
    await collection.close()
  }
}
