/** Values that many requests and answers of the API have in common. */
import { z } from 'zod'
import { momentOf } from '../library/index.ts'

/** A `Date` in code, ISO 8601 in JSON. */
export const time = z
  .codec(z.iso.datetime(), z.date(), {
    decode: text => new Date(text),
    encode: date => date.toISOString(),
  })
  .meta({ id: 'Time', description: 'ISO 8601, in UTC' })

export const list = <T extends z.ZodType>(item: T) => z.array(item).readonly()

export const share = z.number().describe('0 to 1')

/** Anything that JSON can hold. */
export const anything = z.unknown().meta({ description: 'any JSON value' })

const DEFAULT_LIMIT = 100
const MAX_LIMIT = 1_000

/** Maximum number of rows in an answer. */
export const limit = z.coerce
  .number()
  .int()
  .min(1)
  .max(MAX_LIMIT)
  .default(DEFAULT_LIMIT)
  .describe(`rows in one answer: ${DEFAULT_LIMIT} by default, at most ${MAX_LIMIT}`)

/** The longest cursors contain a value found on a page. */
const MAX_CURSOR_CHARS = 8_000

/** Where an earlier answer ended. */
export const cursor = z.string().max(MAX_CURSOR_CHARS).optional().describe('the `next` of an earlier answer')

export const text = (about: string) => z.string().max(2_000).optional().describe(about)

/** A time, or how long ago. It is resolved by each operation, because it depends on the clock of the collection. */
export const since = z
  .string()
  .max(40)
  .refine(isMoment, 'write 30d, 12h, 2026-11-15 or 2026-11-15T10:30:00Z')
  .optional()
  .describe('30d, 12h, 2026-11-15 or 2026-11-15T10:30:00Z')

function isMoment(word: string): boolean {
  return momentOf(word, 0) !== null
}

/** A filter as written in addresses of the API, so that a view can be shared, subscribed to as a feed, or turned into a notification. */
export const changeFilter = z.object({
  host: text('`example.org`, or `http://example.org:8080`'),
  class: text('a class of the site model'),
  pattern: text('addresses that hold this; `*` stands for anything'),
  except: text('no addresses that hold this; `*` stands for anything'),
  level: text('`content`, `text`, `links`, …: what was compared'),
  minDifference: z.coerce.number().min(0).max(1).optional().describe('at least this share differs'),
  appears: text('a text that the page says now and did not say before'),
  disappears: text('a text that the page said before and does not say now'),
  below: z.coerce.number().optional().describe('a number in what has changed is below this now'),
  above: z.coerce.number().optional().describe('a number in what has changed is above this now'),
})
