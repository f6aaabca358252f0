/**
 * Tickets for frames, images and feed readers, which cannot send a token in a header. A ticket is a query parameter that lets its holder read
 * one path of one collection. It is derived from the token of the person who requested it and is valid as long as that token. All tickets but
 * those for feeds expire after a day or two, because addresses are written to logs.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'

export const TICKET_USES = ['stored', 'changes.atom', 'changes.json', 'exports/file', 'export'] as const
type TicketUse = (typeof TICKET_USES)[number]

const DAY_MS = 86_400_000

/** What a ticket for an address signs at a given time; null for addresses without tickets. */
function opened(path: string, nowMs: number): string | null {
  const use = TICKET_USES.find(each => path.endsWith(`/${each}`))
  if (use === undefined) return null
  return use.startsWith('changes') ? path : `${path} ${Math.floor(nowMs / DAY_MS)}`
}

const signed = (token: string, text: string): string =>
  createHmac('sha256', token).update(`ticket for ${text}`).digest('base64url')

/** Makes a ticket; `token` is the hash of a token. */
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
