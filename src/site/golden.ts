/** A golden set: what a person says the classes of a site are, as patterns on path and query, and the links between them. */
import type { LinkType } from './model.ts'

export interface GoldenClass {
  readonly name: string
  readonly regex: string
  /** How many there are on the whole site, if somebody counted. */
  readonly pages?: number | undefined
  /** Classes of one template carry the same word; its own name when left out. */
  readonly template?: string | undefined
  /** No content of its own: not scored. */
  readonly trap?: boolean | undefined
}

export interface GoldenLink {
  readonly from: string
  readonly to: string
  readonly type: LinkType
  /** Share of the source pages that have it; all of them when left out. */
  readonly coverage?: number | undefined
}

export interface Golden {
  readonly classes: readonly GoldenClass[]
  readonly links: readonly GoldenLink[]
}

/** Tells the class of an address, or undefined; patterns are written for decoded paths, with or without the query. */
export function goldenClassifier(golden: Golden): (url: string) => GoldenClass | undefined {
  const patterns = golden.classes.map(one => ({ one, regex: new RegExp(one.regex) }))
  return url => {
    const { pathname, search } = new URL(url)
    for (const text of [decoded(pathname + search), decoded(pathname), pathname + search]) {
      const found = patterns.find(({ regex }) => regex.test(text))
      if (found !== undefined) return found.one
    }
    return undefined
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
