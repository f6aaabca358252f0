import { Failure } from '../env/index.ts'
import { forgetWords } from '../library/forget-words.ts'
import { type Collection, counted } from '../library/index.ts'
import { open, reading, type SharedOptions } from './context.ts'
import { EXIT, type Output } from './output.ts'

export interface ForgetFlags extends SharedOptions {
  readonly refetch?: boolean
  readonly yes?: boolean
}

/** `tidewatch forget URL… --yes`; without the option, says what would be erased. */
export async function forgetCommand(
  urls: readonly string[],
  options: ForgetFlags,
  output: Output,
): Promise<number> {
  if (!options.yes) return reading(options, collection => refuse(collection, urls))
  const collection = await open(options, 'write')
  try {
    const forgotten = await collection.forget(urls, { refetch: options.refetch ?? false })
    if (options.json) output.result(JSON.stringify(forgotten))
    else for (const line of forgetWords(forgotten, options.refetch ?? false)) output.note(line)
  } finally {
    await collection.close()
  }
  return EXIT.done
}

async function refuse(collection: Collection, urls: readonly string[]): Promise<never> {
  const pages = await Promise.all(urls.map(url => collection.page(url)))
  const unknown = urls.filter((_, i) => pages[i] === null)
  if (unknown.length > 0) throw new Failure('usage', `not known in ${collection.name}: ${unknown.join(', ')}`)
  const histories = await Promise.all(pages.map(page => page!.revisions()))
  const held = `${counted(pages.length, 'page')} in ${counted(histories.flat().length, 'revision')}`
  throw new Failure('usage', `${held}: --yes erases ${pages.length === 1 ? 'it' : 'them'} for good`)
}
