/** The site model: plain data, so that it can be stored, edited and compared. */

import type { Profile } from './cluster/profile.ts'
import type { FormField, FormKind } from './forms/forms.ts'

export type LinkType = 'list' | 'menu' | 'singleton' | 'form'

export interface PageClass {
  readonly name: string
  /** Number of sample pages that belong to it. */
  readonly pages: number
  /** The form of its addresses, `*` for what varies. */
  readonly address: string
  /** Some of its pages. */
  readonly examples: readonly string[]
  /** Its link paths, and the paths of texts that are the same on at least two of its pages, as XPaths with the share of pages. */
  readonly schema: readonly SchemaPath[]
}

export interface SchemaPath {
  readonly xpath: string
  readonly share: number
}

export interface ClassLink {
  readonly from: string
  readonly to: string
  readonly xpath: string
  readonly type: LinkType
  /** For a menu: whether its addresses are the same on every page. */
  readonly fixed: boolean
  /** Share of the source pages that have it. */
  readonly coverage: number
  /** Median number of links per page, among pages that have any. */
  readonly links: number
  /** Whether it leads to further pages of a list. */
  readonly pagination: boolean
}

/** A form on the pages of a class: a way on that no link shows. */
export interface ClassForm {
  readonly from: string
  readonly xpath: string
  readonly kind: FormKind
  readonly method: 'get' | 'post'
  /** Where it leads, on one of the pages. */
  readonly action: string
  /** The class of the page it leads to, if the sample has it. */
  readonly to?: string
  readonly fields: readonly FormField[]
  readonly coverage: number
}

export interface SiteModel {
  readonly format: 1
  readonly start: string
  /** The registered domain, if all of its hosts are parts of the site; otherwise the site is the origin of `start`. */
  readonly domain?: string
  /** When the model was made, as given by the caller (ISO 8601). */
  readonly madeAt: string
  readonly pagesUsed: number
  readonly requests: number
  /** The estimated share of the site's classes that these pages do not show; absent in older models. */
  readonly unseenShare?: number
  readonly classes: readonly PageClass[]
  readonly links: readonly ClassLink[]
  readonly forms: readonly ClassForm[]
  /** Used to assign classes to later pages. */
  readonly profile: Profile
}
