import { statSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { Failure } from '../env/index.ts'

const ADDRESS = /^[a-z][a-z0-9+.-]*:\/\//i
/** Paths that cannot be meant as the name of a host. */
const PATH = /^(?:[/~]|\.{1,2}(?:\/|$))|\.(?:ya?ml|json)$/i

/** People who name a folder or a config where addresses stand are told how to. */
export function refuseFiles(words: readonly string[]): void {
  for (const word of words) {
    if (ADDRESS.test(word) || !PATH.test(word)) continue
    const found = statSync(word, { throwIfNoEntry: false })
    if (found?.isDirectory())
      throw new Failure('usage', `${word} is a folder: crawl it as ${pathToFileURL(`${word}/`).href}`)
    if (found)
      throw new Failure(
        'usage',
        `${word} is a file: a config goes after --config, a list of addresses after --seeds`,
      )
  }
}
