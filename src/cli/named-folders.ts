/** Folders given in place of addresses: `tidewatch crawl /srv/documents`. */
import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { Failure } from '../env/index.ts'

export interface NamedSeeds {
  readonly seeds: readonly string[]
  /** The folders that the seeds refer to; empty if the seeds are web addresses. */
  readonly folders: readonly string[]
}

/** Matches words that must be paths, since they cannot be host names. */
const PATH = /^(?:[/~]|\.{1,2}(?:\/|$))|\.(?:ya?ml|json)$/i
const FILE_URL = /^file:\/\//i

export const isPath = (word: string) => PATH.test(word) || FILE_URL.test(word)

/** Folders become file: addresses. They are not crawled together with web pages, which could link to files in them. */
export function namedSeeds(words: readonly string[]): NamedSeeds {
  const folders = words.map(folderNamed).filter(folder => folder !== null)
  if (folders.length === 0) return { seeds: words, folders }
  if (folders.length < words.length)
    throw new Failure(
      'usage',
      'folders and web addresses do not mix: crawl folders into their own collection',
    )
  return { seeds: folders.map(folder => pathToFileURL(`${folder}/`).href), folders }
}

function folderNamed(word: string): string | null {
  const path = FILE_URL.test(word) ? pathOf(word) : PATH.test(word) ? resolve(word) : null
  const found = path === null ? undefined : statSync(path, { throwIfNoEntry: false })
  if (!found && FILE_URL.test(word)) throw new Failure('usage', `${word}: there is no such folder`)
  if (found && !found.isDirectory())
    throw new Failure(
      'usage',
      `${word} is a file: a config goes after --config, a list of addresses after --seeds`,
    )
  return found && path !== null ? resolve(path) : null
}

function pathOf(url: string): string | null {
  try {
    return fileURLToPath(url)
  } catch {
    return null
  }
}
