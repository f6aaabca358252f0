import type { CrawlSettings } from '../crawl/settings.ts'
import type { ConfigInput } from './schema.ts'

export interface Config {
  readonly name: string
  readonly settings: CrawlSettings
  /** Addresses to use for hosts instead of those from DNS, for `networkWithHosts`. */
  readonly hosts: Readonly<Record<string, string>>
  /** Absolute paths. */
  readonly plugins: readonly string[]
  /** The user's input, in a form that can be stored with the collection. */
  readonly source: ConfigInput
}
