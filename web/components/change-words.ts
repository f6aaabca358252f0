import type { ChangeNote } from '../../src/client/index.ts'

/** Reasons that say little where a change is listed. */
const REASONS: Readonly<Record<string, string>> = {
  'no earlier copy': 'it differs from an earlier copy that cannot be compared',
}

/** The summary of a change without the location at its beginning: people read what differs, and see where on hover. */
export function changeSaid(change: ChangeNote | null): string {
  if (!change) return '–'
  const { summary, why, paths } = change
  if (summary === undefined) return REASONS[why ?? ''] ?? why ?? (paths.length > 0 ? `in ${paths[0]}` : '–')
  const place = paths.find(path => summary.startsWith(`${path}: `))
  return place === undefined ? summary : summary.slice(place.length + 2)
}
