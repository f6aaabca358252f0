/** A guide as plain data: it is sent to threads, and kept with a collection. */
import type { Profile } from '../cluster/profile.ts'
import { isInside } from '../inside.ts'
import type { SpecificationLine } from '../specification/specification.ts'
import type { Wrapper } from '../wrapper/model.ts'

export interface GuideData {
  /** The site it is for; null for a specification written by hand, which applies wherever its links lead. */
  readonly origin: string | null
  /** The registered domain, if all of its hosts are parts of the site. */
  readonly domain?: string
  /** `follow`: only what the model promises is visited. `label`: pages get their class, links are followed as in any crawl. */
  readonly mode: 'follow' | 'label'
  /** The class of the seeds. */
  readonly start: string
  readonly lines: readonly SpecificationLine[]
  readonly wrappers: Readonly<Record<string, Wrapper>>
  /** Values for the variables in the texts of forms. */
  readonly variables: Readonly<Record<string, string>>
  /** For an inferred model: what recognizes the class of a page by itself, and of an address. */
  readonly inferred: InferredClasses | null
}

export interface InferredClasses {
  readonly names: readonly string[]
  readonly profile: Profile
  /** Addresses of sample pages, class by class. */
  readonly members: readonly (readonly string[])[]
}

/** Whether a guide applies to the page at an address. */
export function isFor({ origin, domain }: Pick<GuideData, 'origin' | 'domain'>, url: string): boolean {
  return origin === null || isInside(url, { origin, domain })
}

/** The names of the variables that the texts of forms use. */
export function variablesIn(lines: readonly SpecificationLine[]): string[] {
  const names = new Set<string>()
  for (const line of lines)
    if (line.kind === 'action' || (line.kind === 'link' && line.type === 'form'))
      for (const [, name] of line.xpath.matchAll(/\$\{(\w+)\}/g)) names.add(name!)
  return [...names]
}

/** Number of class links from the start to each class; classes that no link reaches come last. */
export function depthsOf({ start, lines }: Pick<GuideData, 'start' | 'lines'>): ReadonlyMap<string, number> {
  const depths = new Map([[start, 0]])
  for (const [from, depth] of depths)
    for (const line of lines)
      if (line.kind === 'link' && line.source === from && !depths.has(line.destination))
        depths.set(line.destination, depth + 1)
  return depths
}
