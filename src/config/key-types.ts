/**
 * The kinds of value a key can have. Each has the words that complete the sentence "… must be", so that an error is
 * described in the reader's terms and never in the validator's.
 */
import { isIP } from 'node:net'
import { z } from 'zod'
import { seedUrl } from './seed-address.ts'
import {
  DURATION,
  DURATION_WORDS,
  RATE,
  RATE_WORDS,
  readDuration,
  readRate,
  readShare,
  readSize,
  SHARE,
  SHARE_WORDS,
  SIZE_ABOVE_0,
  SIZE_WORDS,
} from './units.ts'

/** A group of keys. An empty one (`request:` with everything below it commented out) counts as missing. */
export function section<S extends z.core.$ZodLooseShape>(shape: S, description: string) {
  const group = z.strictObject(shape, { error: 'a group of keys' })
  return group
    .nullable()
    .prefault({} as z.input<typeof group>)
    .transform(value => value ?? group.parse({}))
    .describe(description)
}

export const duration = () =>
  z
    .union([text(durationWords).regex(DURATION, { error: durationWords }), z.literal(0)], {
      error: durationWords,
    })
    .transform(value => readDuration(value)!)

function durationWords({ input }: { readonly input?: unknown }): string {
  return typeof input === 'number' ? 'a duration with its unit, such as 500ms or 1s' : DURATION_WORDS
}

/** A size above 0: no key has a use for 0 bytes. */
export const size = () =>
  z
    .union(
      [
        text(sizeWords).regex(SIZE_ABOVE_0, { error: sizeWords }),
        z.int({ error: sizeWords }).min(1, { error: sizeWords }),
      ],
      { error: sizeWords },
    )
    .transform(value => readSize(value)!)
    .refine(bytes => bytes > 0, { error: SOME_SIZE })

const SOME_SIZE = 'a size above 0'

function sizeWords({ input }: { readonly input?: unknown }): string {
  const isSize = (typeof input === 'string' || typeof input === 'number') && readSize(input) !== undefined
  return isSize ? SOME_SIZE : SIZE_WORDS
}

export const share = () =>
  z
    .union(
      [
        text(SHARE_WORDS).regex(SHARE, { error: SHARE_WORDS }),
        z.number({ error: SHARE_WORDS }).min(0, { error: SHARE_WORDS }).max(1, { error: SHARE_WORDS }),
      ],
      { error: SHARE_WORDS },
    )
    .transform(value => readShare(value)!)

/** A rate above 0: nothing could be fetched at 0 bytes per second. */
export const rate = () =>
  text(RATE_WORDS)
    .regex(RATE, { error: RATE_WORDS })
    .transform(value => readRate(value)!)
    .refine(bytes => bytes > 0, { error: `${RATE_WORDS} above 0` })

export function whole(least: number, most = Number.MAX_SAFE_INTEGER) {
  const bounds = most === Number.MAX_SAFE_INTEGER ? `of at least ${least}` : `from ${least} to ${most}`
  const error = `a whole number ${bounds}`
  return z.int({ error }).min(least, { error }).max(most, { error })
}

export const flag = () => z.boolean({ error: 'true or false' })

/** One of a few values, which may include `true` and `false`. */
export function oneOf<const V extends readonly (string | boolean)[]>(...values: V) {
  const last = String(values.at(-1))
  const error = `${values.slice(0, -1).join(', ')} or ${last}`
  return z.literal(values, { error })
}

export function text(words: string | ((issue: { readonly input?: unknown }) => string) = 'text') {
  return z.string({ error: words })
}

export function filled(words: string) {
  return text(words).min(1, { error: words })
}

export function list<T extends z.ZodType>(item: T, words: string) {
  return z.array(item, { error: `a list of ${words}` })
}

/** A list, or one item alone. */
export const listOrOne = (item: z.ZodType<string>, words: string) =>
  z
    .union([list(item, words), item], { error: `${words} in a list, or one alone` })
    .transform(value => [value].flat())

/** Text that goes into a header: a line break in it would start another header. */
/** `elseWords` say what is wrong with what is no text. */
export function headerText(words: string, elseWords = words) {
  return text(elseWords)
    .min(1, { error: words })
    .regex(/^[\t\x20-\x7e\x80-\xff]+$/, { error: `${words} of one line` })
}

export function matching(pattern: RegExp, words: string) {
  return text(words).regex(pattern, { error: words })
}

export const mediaType = () =>
  matching(/^[\w.+-]+\/[\w.+-]+$/, 'a media type such as text/html').transform(type => type.toLowerCase())

export const hostName = () =>
  matching(/^[^\s/:@]+$/, 'a host name such as www.example.org').transform(host => host.toLowerCase())

export const ipAddress = () =>
  text('an IP address').refine(address => isIP(address) !== 0, { error: 'an IP address' })

/** `127.0.0.1`, `127.0.0.1:8080`, `::1`, `[::1]:8080`. */
export const endpoint = () => {
  const error = 'an IP address, with or without a port, such as 127.0.0.1:8080'
  return text(error).refine(isEndpoint, { error })
}

function isEndpoint(value: string): boolean {
  const [, bracketed, plain, port = '0'] = /^(?:\[([^\]]+)\]|([^:]+))(?::(\d{1,5}))?$/.exec(value) ?? []
  if (bracketed !== undefined) return isIP(bracketed) === 6 && Number(port) < 65_536
  if (plain !== undefined) return isIP(plain) === 4 && Number(port) < 65_536
  return isIP(value) === 6
}

/** A seed address, kept as written: its canonical form depends on other keys. */
export const address = () =>
  filled('a web address').superRefine((value, context) => {
    if (seedUrl(value) === undefined) complain(context, `${JSON.stringify(value)} is not a web address`)
  })

interface Context {
  addIssue(issue: {
    code: 'custom'
    message: string
    path: (string | number)[]
    params: { sentence: true }
  }): void
}

/** Reports a problem as a whole sentence instead of the words after "must be". */
export function complain(context: Context, sentence: string, path: (string | number)[] = []): void {
  context.addIssue({ code: 'custom', message: sentence, path, params: { sentence: true } })
}

export const pageClass = () => filled('the name of a page class, as `tidewatch classes` prints it')

/** For groups whose keys are alternatives. */
export function exactlyOne(names: readonly string[]) {
  return (value: Readonly<Record<string, unknown>>, context: Context): void => {
    const given = names.filter(name => value[name] !== undefined)
    if (given.length === 1) return
    const choice = `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
    complain(
      context,
      `exactly one of ${choice} must be given${given.length === 0 ? '' : `, not ${given.join(' and ')}`}`,
    )
  }
}

export function atMostOne(names: readonly string[]) {
  return (value: Readonly<Record<string, unknown>>, context: Context): void => {
    const given = names.filter(name => value[name] !== undefined)
    if (given.length > 1) complain(context, `only one of ${given.join(' and ')} can be given`)
  }
}
