/** A text file sent with a request, so that it need not be on the server. */
import { z } from 'zod'

export interface SentFile {
  /** Name to use in messages, as in `trace.csv, line 3: …`. */
  readonly name: string
  readonly text: string
}

/** Maximum length of a name: on disk, each character may take four bytes, and 255 bytes are allowed. */
const MAX_NAME_CHARS = 60

export const sentFile = (usualName: string, maxChars: number) =>
  z.object({
    name: z.string().min(1).max(MAX_NAME_CHARS).default(usualName).describe('for messages about it'),
    text: z
      .string()
      .min(1, 'the file is empty')
      .max(maxChars, `the file is too long: it may have ${maxChars} characters at most`),
  })

/** In JSON, a line break takes two characters, and most letters outside ASCII take two bytes. */
export const bytesFor = (chars: number): number => 2 * chars
