/** Reads a text file named by the user; a failure names `what` the file is for. */
import { readFile } from 'node:fs/promises'
import { errorCode, Failure } from '../env/index.ts'

export async function readNamed(file: string, what: string): Promise<string> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    const code = errorCode(error)
    const why =
      code === 'ENOENT'
        ? 'there is no such file'
        : code === 'EISDIR'
          ? 'it is a folder'
          : `it cannot be read (${code})`
    throw new Failure('usage', `${what} ${file}: ${why}`, { cause: error })
  }
}
