/** A site whose copies are known. */
export interface ServedSite {
  readonly name: string
  readonly start: string
  /** The page at a path with its query; null where there is none. */
  answer(path: string): string | null
  /** Which page an address shows: the same for all copies; null for what is no page. */
  pageAt(path: string): string | null
}
