/** Pages of a list that are counted in the path of their address: `/search/page/2`, `/search/boats/seite-2`, `/search/boats/2`. */

/** Behind the list, and at the end. */
const NAMED = /\/(?:page|seite|pagina|pg|p)[/-]?(\d{1,6})\/?$/i
const BARE = /\/(\d{1,6})\/?$/

export interface PathCount {
  /** The path of the list, without a slash at its end. */
  readonly list: string
  /** Null where the path names no page of it. */
  readonly page: number | null
  /** Does a word say that it is a page that is counted? */
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

/** The path of a list, if a word says that one of its pages is counted; else the path itself. */
export function pathOfList(path: string): string {
  const { list, isNamed } = pathCount(path)
  return isNamed ? list : withoutSlash(path)
}

const withoutSlash = (path: string) => path.replace(/\/$/, '')
