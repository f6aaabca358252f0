import type { ForgetSummary } from './forget.ts'
import { counted, shownBytes } from './shown.ts'

/** Says what was erased, and what stays. */
export function* forgetWords({ pages, revisions, erasedBytes, copies }: ForgetSummary, refetch: boolean) {
  const what = `${counted(pages.length, 'page')} in ${counted(revisions, 'revision')}`
  yield `forgot ${what}, overwrote ${shownBytes(erasedBytes)} of the archive; ${NEXT[refetch ? 'waiting' : 'never']}`
  if (copies.length > 0)
    yield `${counted(copies.length, 'other page')} with the same bytes ${copies.length === 1 ? 'stays' : 'stay'}: ${copies.join(' ')}`
}

const NEXT = {
  waiting: 'the next crawl fetches them again',
  never: 'they are never fetched again, unless forget --refetch allows it',
}
