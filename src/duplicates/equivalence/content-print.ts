import type { Signature } from '../../change/index.ts'
import type { Moment } from '../../change/noise/moments.ts'
import { MAIN } from '../../change/signature/regions.ts'
import { Digest64, hex32 } from '../../change/text/hash.ts'

/** What a page says, regardless of the order of its parts. */
export interface ContentPrint {
  /** Hash of title, main text and dates, without counters and tokens. */
  readonly hash: string
  /** 64 bits as 16 hexadecimal digits, over the words of the main text. */
  readonly simhash: string
  readonly words: number
}

/** Pages with fewer words are told apart by their pictures too. */
const FEW_WORDS = 20
const DAY_MS = 86_400_000

/**
 * Null for a body without text. Lists that differ only in their order count as the same, as do addresses on the page that differ only in
 * their query. A date other than today's counts: pages of a calendar differ in nothing else.
 */
export function contentPrint(
  { fresh, simhash, regions, takenAt }: Signature,
  pictures: readonly string[],
): ContentPrint | null {
  if (fresh === undefined) return null
  const words = fresh.text.split(/\s+/).length
  const dates = [...regions.moments]
    .filter(([at]) => (regions.flags[at]! & MAIN) !== 0)
    .flatMap(([, moments]) => moments.filter(moment => !isOfTheVisit(moment, takenAt)))
    .map(({ hash }) => hex32(hash))
  const lines = fresh.text.split('\n').map(line => (line.startsWith('/') ? line.split('?', 1)[0]! : line))
  const seen = words < FEW_WORDS ? pictures.map(url => url.split('?', 1)[0]!) : []
  return { hash: hashOf([...lines, ...dates, ...seen]), simhash, words }
}

function hashOf(lines: readonly string[]): string {
  const digest = new Digest64()
  for (const line of [...new Set(lines)].sort()) digest.addText(`${line}\n`)
  return digest.hex()
}

/** "Last updated", or today's date in any time zone: both are printed by a clock. */
function isOfTheVisit({ isLabel, hash, parts }: Moment, takenAt: number): boolean {
  if (isLabel || hash === 0) return true
  return [-DAY_MS, 0, DAY_MS].some(shift => {
    const day = new Date(takenAt + shift)
    const month = day.getUTCMonth()
    const saysMonth = parts.some(
      part => part === 2 * (month + 1) || (part % 2 === 1 && ((part >> 1) & (1 << month)) !== 0),
    )
    return saysMonth && parts.includes(2 * day.getUTCDate())
  })
}
