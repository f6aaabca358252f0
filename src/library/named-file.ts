/** Reads a text file named by the user; a failure names `what` the file is for. */
import { readFile } from 'node:fs/promises'
import { errorCode, Failure, utf8Text } from '../env/index.ts'

export async function readNamed(file: string, what: string): Promise<string> {
  return utf8Text(await bytesOf(file, what), file)
}

async function bytesOf(file: string, what: string): Promise<Buffer> {
  try {
    return await readFile(file)
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
