/** Prints what changed in a collection on a server, the newest first: a program that has only the address that `tidewatch serve` printed. */
import { connect } from '../src/client/index.ts'

export async function latestChanges(url: string, since = '1d'): Promise<string[]> {
  const tidewatch = connect({ url })
  const lines: string[] = []
  for (const { id } of await tidewatch.collections()) {
    const { rows } = await tidewatch.changes(id, { since, order: 'newest', limit: 20 })
    for (const { at, url, change } of rows) lines.push(`${at} ${url} ${change?.summary ?? ''}`.trim())
  }
  return lines
}

if (import.meta.main) for (const line of await latestChanges(process.argv[2]!)) console.log(line)
