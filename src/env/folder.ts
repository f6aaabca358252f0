import { mkdirSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { errorCode } from './failure.ts'

/**
 * Makes a folder with all that is missing above it. Node's own way never comes back from a place that says of an existing folder's
 * child that something is missing, as `/proc` and some mounted drives do; here that is an error like any other. `mode` is for the
 * folder itself; those above it, and one that exists, have the usual permissions.
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

/** As far as the user's mask lets them. */
const FOR_ALL = 0o777

function isThere(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false }) !== undefined
}

function refusal(folder: string): Error {
  return Object.assign(new Error(`no folder can be made in ${dirname(folder)}`), { code: 'EACCES' })
}
