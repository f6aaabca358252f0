import { Collection, counted } from '../library/index.ts'
import type { SharedOptions } from './context.ts'
import { EXIT, type Output } from './output.ts'

/** `tidewatch empty --yes` */
export async function emptyCommand(options: SharedOptions, output: Output): Promise<number> {
  const { collection, archive, json } = options
  const deleted = await Collection.empty(collection, { archiveFolder: archive ?? null })
  if (json) output.result(JSON.stringify(deleted))
  else
    output.note(
      `deleted ${counted(deleted.pages, 'page')} and ${counted(deleted.archiveFiles, 'archive file')}; the config stays`,
    )
  return EXIT.done
}
