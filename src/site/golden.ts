/** A golden set: what a person says the classes of a site are, as patterns on path and query, and the links between them. */
import type { LinkType } from './model.ts'

export interface GoldenClass {
  readonly name: string
  readonly regex: string
  /** Number of pages on the whole site, if somebody counted. */
  readonly pages?: number | undefined
  /** Classes of one template have the same word here; defaults to the class's own name. */
  readonly template?: string | undefined
  /** Pages without content of their own: not scored. */
  readonly trap?: boolean | undefined
}

export interface GoldenLink {
  readonly from: string
  readonly to: string
  readonly type: LinkType
  /** Share of the source pages that have it; defaults to all. */
  readonly coverage?: number | undefined
}

export interface Golden {
  readonly classes: readonly GoldenClass[]
  readonly links: readonly GoldenLink[]
}

/** Returns the class of an address, or undefined; patterns are written for decoded paths, with or without the query. */
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
