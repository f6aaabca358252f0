import { api, token } from '../api/call.ts'
import { useAsked } from '../asking.ts'

/** Query parameters for an address that is read without our headers, by a frame, a feed reader or a download; null until they are known. */
export function useTicket(
  collection: string,
  use: 'stored' | 'changes.atom' | 'changes.json' | 'exports/file',
): Readonly<Record<string, string>> | null {
  const { answer, state } = useAsked(`ticket ${collection} ${use}`, how =>
    token() === null ? Promise.resolve({ ticket: null }) : api.ticket(collection, { for: use }, how),
  )
  if (state === 'asking' && answer === null) return null
  return answer?.ticket ? { ticket: answer.ticket } : {}
}
