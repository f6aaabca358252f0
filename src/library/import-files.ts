/** Takes WARC files of other crawls into a collection. */
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type WarcFile, zippedFiles } from '../archive/index.ts'
import type { ConfigInput } from '../config/index.ts'
import type { Holdings } from '../crawl/holdings.ts'
import { type ImportSummary, importArchive } from '../crawl/import/import-archive.ts'
import { errorCode, Failure } from '../env/index.ts'
import { rememberConfig, rememberedConfig } from './remembered.ts'
import { type CrawlOptions, pluginsOf, resolvedConfig } from './run.ts'
import { envFor } from './run-env.ts'

export type { ImportSummary } from '../crawl/import/import-archive.ts'

export interface ImportOptions extends Pick<CrawlOptions, 'plugins' | 'signal' | 'env'> {
  /** Says what is wanted; by default the config of the last crawl, or everything in the files and nothing that it links to. */
  readonly config?: ConfigInput
  readonly onProgress?: (summary: ImportSummary) => void
}

const WARC_NAME = /\.warc(?:\.gz|\.zst)?$/i
const ARCHIVE_NAME = /\.(?:warc(?:\.gz|\.zst)?|wacz)$/i

/** Pages that are linked to and not in the files are not queued. */
const ONLY_WHAT_IS_THERE: ConfigInput = { scope: { depth: 0 } }

export async function importFiles(
  holdings: Holdings,
  files: readonly string[],
  options: ImportOptions,
): Promise<ImportSummary> {
  if (files.length === 0) throw new Failure('usage', 'no files to import')
  const found = (await Promise.all(files.map(warcFilesAt))).flat()
  const config = resolvedConfig(options.config ?? (await rememberedConfig(holdings)) ?? ONLY_WHAT_IS_THERE)
  await rememberConfig(holdings, config)
  const { signal, onProgress, plugins } = options
  return importArchive(holdings, found, {
    env: envFor(config, options.env),
    settings: config.settings,
    plugins: await pluginsOf(config, plugins),
    ...(signal && { signal }),
    ...(onProgress && { onProgress }),
  })
}

/** The archives in a folder, in a WACZ, or the file itself. */
async function warcFilesAt(path: string): Promise<readonly WarcFile[]> {
  const found = await stat(path).catch(error => {
    const code = errorCode(error)
    const why = code === 'ENOENT' ? 'there is no such file' : `it cannot be read (${code})`
    throw new Failure('usage', `${path} cannot be imported: ${why}`, { cause: error })
  })
  if (found.isDirectory()) return warcFilesBelow(path)
  return warcFilesIn(path)
}

async function warcFilesBelow(folder: string): Promise<readonly WarcFile[]> {
  const names = (await readdir(folder, { recursive: true })).filter(name => ARCHIVE_NAME.test(name))
  if (names.length === 0) throw new Failure('usage', `there are no WARC or WACZ files in ${folder}`)
  return (await Promise.all(names.sort().map(name => warcFilesAt(join(folder, name))))).flat()
}

async function warcFilesIn(path: string): Promise<readonly WarcFile[]> {
  const zipped = await zippedFiles(path, WARC_NAME)
  if (zipped === null) return [{ path }]
  if (zipped.length === 0) throw new Failure('usage', `${path} holds no WARC files`)
  if (zipped.some(({ isCompressed }) => isCompressed))
    throw new Failure(
      'usage',
      `the archives in ${path} are compressed a second time: unzip it and import them`,
    )
  return zipped.map(({ startAt, endAt }) => ({ path, startAt, endAt }))
}
