/**
 * Frames, pictures and feed readers cannot send a token in a header. A ticket lets them read one address, which carries it; it is made from the token of
 * whoever asked for it, and is good for as long as that token. All but those for
 * feeds end after a day or two, since addresses are written to logs.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'

export const TICKET_USES = ['stored', 'changes.atom', 'changes.json', 'exports/file', 'export'] as const
type TicketUse = (typeof TICKET_USES)[number]

const DAY_MS = 86_400_000

/** What a ticket is good for at a time; null for addresses that take none. */
function opened(path: string, nowMs: number): string | null {
  const use = TICKET_USES.find(each => path.endsWith(`/${each}`))
  if (use === undefined) return null
  return use.startsWith('changes') ? path : `${path} ${Math.floor(nowMs / DAY_MS)}`
}

const signed = (token: string, text: string): string =>
  createHmac('sha256', token).update(`ticket for ${text}`).digest('base64url')

/** `token` is the hash of one. */
export function ticketFor(token: string, collection: string, use: TicketUse, nowMs: number): string {
  return signed(token, opened(`/api/collections/${collection}/${use}`, nowMs)!)
}

export function isGoodTicket(
  ticket: string | undefined,
  path: string,
  tokens: readonly string[],
  nowMs: number,
): boolean {
  if (ticket === undefined) return false
  const given = Buffer.from(ticket)
  const texts = [opened(path, nowMs), opened(path, nowMs - DAY_MS)].filter(text => text !== null)
  return tokens.some(token =>
    texts.some(text => {
      const good = Buffer.from(signed(token, text))
      return good.length === given.length && timingSafeEqual(good, given)
    }),
  )
}
