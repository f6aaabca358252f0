/** Where pages come from: the network, an archive or a folder; modelling does not care. */
export interface SourcePage {
  /** The address that answered, after redirects. */
  readonly url: string
  readonly html: string
  /** What it was decoded from, where that is known. */
  readonly charset?: string
  readonly status: number
}

/** What a search form was asked before. */
export interface FormAnswers {
  /** The name of the field that took words. */
  readonly field: string
  /** Where answers stand. */
  readonly urls: readonly string[]
}

export interface PageSource {
  /** The page at a canonical address, or null when there is none or it is no HTML. */
  readonly fetch: (url: string) => Promise<SourcePage | null>
  /** The answers to a form of a page that leads to an address, where any are known: pages that no link leads to. */
  readonly answersTo?: (action: string, page: string) => Promise<FormAnswers | null>
}
