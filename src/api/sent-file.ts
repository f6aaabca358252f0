/** A text file that comes with a question: whoever asks has it, the server need not. */
import { z } from 'zod'

export interface SentFile {
  /** For messages: `trace.csv, line 3: …`. */
  readonly name: string
  readonly text: string
}

/** Letters of a name; on disk each may take four bytes, and 255 are allowed. */
const MAX_NAME_CHARS = 60

export const sentFile = (usualName: string, maxChars: number) =>
  z.object({
    name: z.string().min(1).max(MAX_NAME_CHARS).default(usualName).describe('for messages about it'),
    text: z
      .string()
      .min(1, 'the file is empty')
      .max(maxChars, `the file is too long: it may have ${maxChars} characters at most`),
  })

/** In JSON the end of a line takes two characters, and letters of most languages take two bytes. */
export const bytesFor = (chars: number): number => 2 * chars
