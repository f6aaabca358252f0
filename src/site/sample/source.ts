/** Where pages come from: the network, an archive or a folder; modeling does not care. */
export interface SourcePage {
  /** The address that answered, after redirects. */
  readonly url: string
  readonly html: string
  /** The charset it was decoded from, if known. */
  readonly charset?: string
  readonly status: number
}

/** Earlier queries to a search form. */
export interface FormAnswers {
  /** The name of the field that took words. */
  readonly field: string
  /** The addresses of the answers. */
  readonly urls: readonly string[]
}

export interface PageSource {
  /** The page at a canonical address, or null if there is none or it is not HTML. */
  readonly fetch: (url: string) => Promise<SourcePage | null>
  /** The known answers of a form with this action on a page: pages that no link leads to. */
  readonly answersTo?: (action: string, page: string) => Promise<FormAnswers | null>
}
