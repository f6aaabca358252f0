/**
 * Which Urls belong to a collection. The rules have a fixed order; each accepts, rejects or passes, the first that does not pass decides,
 * and a Url that nothing rejects is accepted. Every rejection names its rule in the user's own words, since "why was this page not
 * fetched?" is what people ask of a crawler. (In Heritrix, the last rule of such a sequence wins; with the first, decisions are easier to
 * explain.)
 *
 * Order: scheme, file roots, trap limits, exclude, local, include, depth. The limits come before the patterns, so that a user's regexp
 * never sees a URL longer than they allow.
 */
import { decodedRoot, filePath } from './file-url.ts'
import { hostOf } from './identity.ts'
import { brokenLimit, type TrapLimits } from './limits.ts'
import { compilePattern, type Matcher, type ScopePattern } from './pattern.ts'
import { registrableDomain } from './suffix.ts'

export { DEFAULT_TRAP_LIMITS, type TrapLimits } from './limits.ts'
export type { ScopePattern } from './pattern.ts'

export interface ScopeSettings {
  readonly schemes: readonly string[]
  /** Empty means everything; otherwise a Url must match one of them. */
  readonly include: readonly ScopePattern[]
  readonly exclude: readonly ScopePattern[]
  /** The number of links from a seed; seeds have depth 0. */
  readonly depth?: number
  /** Only the hosts, or the registrable domains, of the seeds. */
  readonly local?: 'host' | 'domain'
  readonly seedHosts: readonly string[]
  readonly fileRoots: readonly string[]
  readonly limits: TrapLimits
}

export type ScopeVerdict =
  | { readonly accepted: true }
  | { readonly accepted: false; readonly rule: string; readonly kind: ScopeKind }

export type ScopeKind = 'scheme' | 'exclude' | 'include' | 'local' | 'depth' | 'trap' | 'file'

interface Candidate {
  readonly url: string
  readonly scheme: string
  readonly host: string
  readonly depth: number
}

/** `undefined` passes; a string rejects and says why. */
type Rule = (candidate: Candidate) => string | undefined

const ACCEPTED: ScopeVerdict = { accepted: true }

export class Scope {
  readonly #rules: readonly (readonly [ScopeKind, Rule])[]

  constructor(settings: ScopeSettings) {
    this.#rules = [
      ['scheme', schemeRule(settings.schemes)],
      ['file', fileRule(settings.fileRoots)],
      ['trap', trapRule(settings.limits)],
      ['exclude', excludeRule(settings.exclude)],
      ['local', localRule(settings)],
      ['include', includeRule(settings.include)],
      ['depth', depthRule(settings.depth ?? Number.POSITIVE_INFINITY)],
    ]
  }

  decide(canonical: string, depth: number): ScopeVerdict {
    const scheme = canonical.slice(0, canonical.indexOf(':'))
    const candidate = { url: canonical, scheme, host: hostOf(canonical), depth }
    for (const [kind, decide] of this.#rules) {
      const rule = decide(candidate)
      if (rule !== undefined) return { accepted: false, rule, kind }
    }
    return ACCEPTED
  }
}

function schemeRule(schemes: readonly string[]): Rule {
  const allowed = new Set(schemes.map(scheme => scheme.toLowerCase().replace(/:$/, '')))
  return ({ scheme }) => (allowed.has(scheme) ? undefined : `scheme ${scheme}`)
}

function fileRule(fileRoots: readonly string[]): Rule {
  const roots = fileRoots.map(decodedRoot)
  return ({ url, scheme }) => {
    if (scheme !== 'file') return undefined
    const path = filePath(url)
    if (path === undefined) return 'not a file of this machine'
    return roots.some(root => `${path}/`.startsWith(root)) ? undefined : 'not below an allowed folder'
  }
}

function trapRule(limits: TrapLimits): Rule {
  return ({ url }) => {
    const broken = brokenLimit(url, limits)
    return broken === undefined ? undefined : `trap: ${broken}`
  }
}

function excludeRule(patterns: readonly ScopePattern[]): Rule {
  const matchers = compileAll(patterns, 'exclude')
  return ({ url, host }) => {
    const index = matchers.findIndex(matcher => matcher.matches(url, host))
    return index === -1 ? undefined : `exclude[${index}] ${matchers[index]!.words}`
  }
}

/** Sites redirect from one of these names to the other, and link to both. */
const withoutWww = (host: string) => host.replace(/^www\.(?=[^.]+\.)/, '')

/** Files have no host: they are bounded by folders instead. */
function localRule(settings: ScopeSettings): Rule {
  const { local } = settings
  if (local === undefined) return () => undefined
  const nameOf = local === 'host' ? withoutWww : registrableDomain
  const allowed = new Set(settings.seedHosts.map(host => nameOf(host.toLowerCase())))
  const words = local === 'host' ? 'not a seed host' : "not in a seed's domain"
  return ({ scheme, host }) => (scheme === 'file' || allowed.has(nameOf(host)) ? undefined : words)
}

/** Patterns on hosts do not apply to files, so that `suffix .no` does not exclude a folder. */
function includeRule(patterns: readonly ScopePattern[]): Rule {
  const matchers = compileAll(patterns, 'include')
  const onUrls = matchers.filter(matcher => matcher.on === 'url')
  return ({ url, scheme, host }) => {
    const speaking = scheme === 'file' ? onUrls : matchers
    const passes = speaking.length === 0 || speaking.some(matcher => matcher.matches(url, host))
    return passes ? undefined : 'not included by any rule'
  }
}

function depthRule(limit: number): Rule {
  return ({ depth }) => (depth > limit ? `depth ${depth} > ${limit}` : undefined)
}

function compileAll(patterns: readonly ScopePattern[], where: string): readonly Matcher[] {
  return patterns.map((pattern, index) => compilePattern(pattern, `scope.${where}[${index}]`))
}
