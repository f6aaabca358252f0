/** Limits on URLs that only a trap would produce. */
export interface TrapLimits {
  readonly urlLength: number
  readonly pathDepth: number
  /** How often one segment may occur in a path. */
  readonly repeatedSegments: number
  readonly queryParameters: number
}

export const DEFAULT_TRAP_LIMITS: TrapLimits = {
  urlLength: 2000,
  pathDepth: 20,
  repeatedSegments: 3,
  queryParameters: 16,
}

/** The limit that `canonical` breaks, as text, or `undefined`. */
export function brokenLimit(canonical: string, limits: TrapLimits): string | undefined {
  if (canonical.length > limits.urlLength)
    return `URL of ${canonical.length} characters > ${limits.urlLength}`
  const question = canonical.indexOf('?')
  const end = question === -1 ? canonical.length : question
  const path = canonical.slice(canonical.indexOf('/', canonical.indexOf('//') + 2) + 1, end)
  return brokenByPath(path.split('/'), limits) ?? brokenByQuery(canonical, question, limits)
}

function brokenByPath(segments: readonly string[], limits: TrapLimits): string | undefined {
  if (segments.length > limits.pathDepth) return `path of ${segments.length} segments > ${limits.pathDepth}`
  if (segments.length <= limits.repeatedSegments) return undefined
  const counts = new Map<string, number>()
  for (const segment of segments) counts.set(segment, (counts.get(segment) ?? 0) + 1)
  for (const [segment, count] of counts) {
    if (count > limits.repeatedSegments) return `path segment "${segment}" repeated ${count} times`
  }
  return undefined
}

function brokenByQuery(canonical: string, question: number, limits: TrapLimits): string | undefined {
  if (question === -1) return undefined
  const count = canonical.slice(question).split('&').length
  return count > limits.queryParameters ? `${count} query parameters > ${limits.queryParameters}` : undefined
}
