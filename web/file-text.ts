/** Reads files that people choose, in the browser, and unpacks gzip. */

export interface FileText {
  readonly name: string
  readonly text: string
}

/** Maximum length of names on the server. */
const MAX_NAME_CHARS = 60

/** The file chosen in a form, or null. `maxChars` is the limit of the server. */
export async function fileIn(form: FormData, field: string, maxChars: number): Promise<FileText | null> {
  const file = form.get(field)
  if (!(file instanceof File) || file.size === 0) return null
  const name = file.name.slice(-MAX_NAME_CHARS)
  // In UTF-8, each UTF-16 unit takes at most three bytes.
  const text = await textOf(unpacked(file, await isGzip(file)), 3 * maxChars)
  if (text === null || text.length > maxChars)
    throw new Error(`${name} is too long: ${maxChars.toLocaleString('en')} characters are the most.`)
  return { name, text }
}

async function isGzip(file: File): Promise<boolean> {
  const [first, second] = new Uint8Array(await file.slice(0, 2).arrayBuffer())
  return first === 0x1f && second === 0x8b
}

const unpacked = (file: File, isPacked: boolean): ReadableStream<Uint8Array> =>
  isPacked ? file.stream().pipeThrough(new DecompressionStream('gzip')) : file.stream()

/** Null if it is longer: a small packed file may unpack to more than a browser can hold. */
async function textOf(bytes: ReadableStream<Uint8Array>, maxBytes: number): Promise<string | null> {
  const decoder = new TextDecoder()
  const reader = bytes.getReader()
  let text = ''
  for (let size = 0; size <= maxBytes; ) {
    const { done, value } = await reader.read()
    if (done) return text + decoder.decode()
    size += value.byteLength
    text += decoder.decode(value, { stream: true })
  }
  await reader.cancel()
  return null
}
