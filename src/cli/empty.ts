import { Failure } from '../env/index.ts'
import { Collection, counted } from '../library/index.ts'
import { reading, type SharedOptions } from './context.ts'
import { EXIT, type Output } from './output.ts'

/** `tidewatch empty --yes`; without the option, says what would be deleted. */
export async function emptyCommand(
  options: SharedOptions & { readonly yes?: boolean },
  output: Output,
): Promise<number> {
  const { collection, archive, json } = options
  if (!options.yes) return reading(options, refuse)
  const deleted = await Collection.empty(collection, { archiveFolder: archive ?? null })
  if (json) output.result(JSON.stringify(deleted))
  else
    output.note(
      `deleted ${counted(deleted.pages, 'page')} and ${counted(deleted.archiveFiles, 'archive file')}; the config stays`,
    )
  return EXIT.done
}

async function refuse(collection: Collection): Promise<never> {
  const { fetched, revisions } = await collection.counts()
  const held = `${counted(fetched, 'page')} in ${counted(revisions, 'revision')}`
  throw new Failure(
    'usage',
    `${collection.name} holds ${held}: --yes deletes them, their archive and all that was learned`,
  )
}
