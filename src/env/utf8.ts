import { Failure } from './failure.ts'

const decoder = new TextDecoder('utf-8', { fatal: true })

/**
 * The text of a file that the user wrote, without its byte order mark. Anything but UTF-8 is an error: letters would be replaced without a
 * word, in the names of fields and in addresses.
 */
export function utf8Text(bytes: Uint8Array, fileName: string): string {
  try {
    return decoder.decode(bytes)
  } catch (cause) {
    const before = Buffer.from(bytes.buffer, bytes.byteOffset, validLength(bytes))
    const line = before.toString('latin1').split('\n').length
    throw new Failure(
      'usage',
      `${fileName}:${line}: is not written in UTF-8: save the file in that encoding`,
      {
        cause,
      },
    )
  }
}

/** How many bytes at the beginning are UTF-8, found by halving. */
function validLength(bytes: Uint8Array): number {
  let good = 0
  for (let wrong = bytes.length; wrong - good > 1; ) {
    const middle = Math.floor((good + wrong) / 2)
    if (isValid(bytes.subarray(0, middle))) good = middle
    else wrong = middle
  }
  return good
}

/** Whether it may be the beginning of a text: the last letter may be cut off. */
function isValid(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true })
    return true
  } catch {
    return false
  }
}
