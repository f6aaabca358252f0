import { counted } from '../library/index.ts'
import { open, reading, type SharedOptions } from './context.ts'
import { EXIT, type Output } from './output.ts'

/** `tidewatch copy --to postgres://…` */
export async function copyCommand(
  options: SharedOptions & { readonly to: string },
  output: Output,
): Promise<number> {
  // Opening for writing would create a missing collection.
  await reading(options, async () => {})
  const collection = await open(options, 'write')
  try {
    const copied = await collection.copyTo(options.to)
    if (options.json) output.result(JSON.stringify(copied))
    else {
      output.note(`copied ${counted(copied.pages, 'page')} to ${copied.to}; the archive stays where it is`)
      if (copied.hadIndex) output.note('the copy has no search index yet: run "tidewatch index" on it')
    }
  } finally {
    await collection.close()
  }
  return EXIT.done
}
