import type { SavedQueries } from '../../focus/queries/index.ts'

/** The part of a host's memory with the queries sent to its forms; null if it has none. */
export function savedQueriesOf(memory: string | null): SavedQueries | null {
  if (memory === null) return null
  try {
    return (JSON.parse(memory) as { readonly forms?: SavedQueries }).forms ?? null
  } catch {
    return null
  }
}
