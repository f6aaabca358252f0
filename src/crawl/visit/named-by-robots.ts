/** Turns what a robots.txt names into candidates: its sitemaps, and with `scope.mentions` the paths of its rules. */
import type { Candidate } from '../../store/index.ts'
import { type Canonicalizer, originOf } from '../../url/index.ts'
import type { NamedByRobots } from '../host/robots-gate.ts'
import type { CrawlSettings } from '../settings.ts'
import type { Candidates } from './candidates.ts'

interface NamedParts {
  readonly settings: CrawlSettings
  readonly candidates: Candidates
  readonly canonicalizer: Canonicalizer
}

export function namedByRobots(origin: string, named: NamedByRobots, parts: NamedParts): Candidate[] {
  return [...sitemaps(origin, named.sitemaps, parts), ...pages(origin, named.paths, parts)]
}

/** Sitemaps are read only for the origins of seeds. */
function sitemaps(
  origin: string,
  named: readonly string[],
  { settings, candidates }: NamedParts,
): Candidate[] {
  if (!settings.sitemaps || !settings.seeds.some(({ url }) => originOf(url) === origin)) return []
  const isGuess = named.length === 0 && settings.guessesSitemaps
  return candidates.sitemaps(origin, isGuess ? [`${origin}/sitemap.xml`] : named)
}

/** A forbidden path becomes a known page all the same: step 1 of its visit refuses it, and nothing is sent. */
function pages(
  origin: string,
  paths: readonly string[],
  { settings, candidates, canonicalizer }: NamedParts,
): Candidate[] {
  return paths.flatMap(path => {
    const url = canonicalizer.canonical(path, origin)
    return (url && candidates.candidate(url, settings.seedDepth + 1, null)) ?? []
  })
}
