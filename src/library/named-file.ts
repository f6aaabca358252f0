/** Reads a text file named by the user; a failure names `what` the file is for. */
import { readFile, stat } from 'node:fs/promises'
import { errorCode, Failure, utf8Text } from '../env/index.ts'

/** What came through pipes (`--config <(envsubst < news.yaml)`): they can be read once, and some files are looked at twice. */
const piped = new Map<string, Promise<Buffer>>()

export async function readNamed(file: string, what: string): Promise<string> {
  return utf8Text(await bytesOf(file, what), file)
}

async function bytesOf(file: string, what: string): Promise<Buffer> {
  try {
    const known = piped.get(file)
    if (known) return await known
    const isPipe = (await stat(file)).isFIFO()
    const reading = readFile(file)
    if (isPipe) piped.set(file, reading)
    return await reading
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
