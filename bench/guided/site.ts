/** A site whose truth is known, answered by a server of the bench. */
export interface KnownSite {
  readonly name: string
  readonly start: string
  /** What is at a path with its query, with links into the site under this origin. */
  answer(path: string, origin: string): Answer
  /** What an address shows. */
  contentAt(path: string): Content | null
}

export type Answer =
  | { readonly kind: 'page'; readonly html: string }
  | { readonly kind: 'moved'; readonly to: string }
  | { readonly kind: 'nothing' }

export const NOTHING: Answer = { kind: 'nothing' }

/** A page of its own, whatever its address; null where an address has nothing that is wanted (traps, redirects). */
export interface Content {
  readonly page: string
  readonly className: string
}
