import { mkdirSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { errorCode } from './failure.ts'

/**
 * Creates a folder and any missing parents. Node's own `recursive` option never returns if a file system reports a missing entry inside an
 * existing folder, as `/proc` and some mounted drives do; here that is an ordinary error. `mode` applies to the folder itself if it is new;
 * its parents get the usual permissions.
 */
export function makeFolder(path: string, mode = FOR_ALL): void {
  const folder = resolve(path)
  try {
    mkdirSync(folder, { mode })
  } catch (error) {
    const code = errorCode(error)
    if (code === 'EEXIST' && statSync(folder).isDirectory()) return
    if (code !== 'ENOENT' || dirname(folder) === folder) throw error
    if (isThere(dirname(folder))) throw refusal(folder)
    makeFolder(dirname(folder))
    mkdirSync(folder, { mode })
  }
}

/** Pages may come from behind a log-in: nobody else on the machine may read what a collection stores. */
export const OWNER_ONLY = 0o700
/** Reduced by the user's umask. */
const FOR_ALL = 0o777

function isThere(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false }) !== undefined
}

function refusal(folder: string): Error {
  return Object.assign(new Error(`no folder can be made in ${dirname(folder)}`), { code: 'EACCES' })
}
