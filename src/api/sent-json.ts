/** Reads the JSON body of a request, up to its maximum size, whatever its Content-Length says. */
import { Failure } from '../env/index.ts'

/** More than any config or list of addresses takes. */
const MAX_BODY_BYTES = 4 * 2 ** 20

export async function sentJson(request: Request, maxBytes = MAX_BODY_BYTES): Promise<unknown> {
  const text = await textOf(request, maxBytes)
  if (text === '') return {}
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new Failure('usage', 'the request is not JSON', { cause: error })
  }
}

async function textOf({ headers, body }: Request, maxBytes: number): Promise<string> {
  const tooLong = () => new Failure('usage', `the request is too long: it may have ${maxBytes} bytes at most`)
  if (Number(headers.get('content-length') ?? 0) > maxBytes) throw tooLong()
  const pieces: Uint8Array[] = []
  let bytes = 0
  for await (const piece of (body ?? []) as AsyncIterable<Uint8Array>) {
    bytes += piece.byteLength
    if (bytes > maxBytes) throw tooLong()
    pieces.push(piece)
  }
  return new TextDecoder().decode(Buffer.concat(pieces))
}
