import type { CrawlSettings } from '../crawl/settings.ts'
import type { ConfigInput } from './schema.ts'

export interface Config {
  readonly name: string
  readonly settings: CrawlSettings
  /** Hosts that live elsewhere, for `networkWithHosts`. */
  readonly hosts: Readonly<Record<string, string>>
  /** `null`: the collection's own folder. */
  readonly archiveFolder: string | null
  /** Absolute paths. */
  readonly plugins: readonly string[]
  /** What was given, fit to be stored with the collection. */
  readonly source: ConfigInput
}
