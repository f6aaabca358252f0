/** Where pages come from: the network, an archive or a folder; modelling does not care. */
export interface SourcePage {
  /** The address that answered, after redirects. */
  readonly url: string
  readonly html: string
  /** What it was decoded from, where that is known. */
  readonly charset?: string
  readonly status: number
}

export interface PageSource {
  /** The page at a canonical address, or null when there is none or it is no HTML. */
  readonly fetch: (url: string) => Promise<SourcePage | null>
}
