import type { ChangeNote } from '../../src/client/index.ts'

/** What a change was, without the place on the page that the summary begins with: people read what differs, and find where on hover. */
export function changeSaid(change: ChangeNote | null): string {
  if (!change) return '–'
  const { summary, why, paths } = change
  if (summary === undefined) return why ?? (paths.length > 0 ? `in ${paths[0]}` : '–')
  const place = paths.find(path => summary.startsWith(`${path}: `))
  return place === undefined ? summary : summary.slice(place.length + 2)
}
