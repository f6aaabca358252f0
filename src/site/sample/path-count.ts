/** Pages of a list that are counted in the path of their address: `/search/page/2`, `/search/boats/seite-2`, `/search/boats/2`. */

/** A count with a word, at the end of the path, behind the path of the list. */
const NAMED = /\/(?:page|seite|pagina|pg|p)[/-]?(\d{1,6})\/?$/i
const BARE = /\/(\d{1,6})\/?$/

export interface PathCount {
  /** The path of the list, without a trailing slash. */
  readonly list: string
  /** Null if the path does not name a page of it. */
  readonly page: number | null
  /** Whether a word says that pages are counted. */
  readonly isNamed: boolean
}

export function pathCount(path: string): PathCount {
  const found = NAMED.exec(path) ?? BARE.exec(path)
  if (!found) return { list: withoutSlash(path), page: null, isNamed: false }
  return {
    list: withoutSlash(path.slice(0, found.index)),
    page: Number(found[1]),
    isNamed: NAMED.test(path),
  }
}

/** The path of a list, if a word says that its pages are counted; otherwise the path itself. */
export function pathOfList(path: string): string {
  const { list, isNamed } = pathCount(path)
  return isNamed ? list : withoutSlash(path)
}

const withoutSlash = (path: string) => path.replace(/\/$/, '')
