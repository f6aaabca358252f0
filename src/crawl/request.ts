/** Step 2 of a visit: what to ask, built from the profile, what is stored, cookies and credentials; then the plug-ins. */
import type { Random } from '../env/index.ts'
import type { QueuedPage } from '../store/index.ts'
import { originOf } from '../url/index.ts'
import type { HostMemory } from './host-memory.ts'
import type { PluginRunner } from './plugin-runner.ts'
import type { Profile, RequestSettings } from './settings.ts'

export interface BuiltRequest {
  /** Name, value, name, value …, in the order they are sent. */
  readonly headers: readonly string[]
  /** A plug-in's reason not to send it. */
  readonly veto: string | null
}

const LARGE = /\.(?:pdf|zip|gz|mp4|iso|docx?|xlsx?|pptx?)(?:\?|$)/i

/** So many refreshes ask for the page whole, to find out whether "not modified" can be believed. */
const CHECKED_SHARE = 1 / 16

export class RequestBuilder {
  readonly #settings: RequestSettings
  readonly #plugins: PluginRunner
  readonly #random: Random
  readonly #authorizations: ReadonlyMap<string, string>

  constructor(settings: RequestSettings, plugins: PluginRunner, random: Random) {
    this.#settings = settings
    this.#random = random
    this.#plugins = plugins
    this.#authorizations = new Map(
      settings.auth.flatMap(({ origin, credentials }) => {
        if (credentials.kind === 'form') return []
        const value =
          credentials.kind === 'bearer'
            ? `Bearer ${credentials.token}`
            : `Basic ${Buffer.from(`${credentials.user}:${credentials.password}`).toString('base64')}`
        return [[origin, value] as const]
      }),
    )
  }

  profile(index: number): Profile {
    return this.#settings.profiles[index % this.#settings.profiles.length]!
  }

  async build(page: QueuedPage, memory: HostMemory, profile: Profile, nowMs: number): Promise<BuiltRequest> {
    const wantsRange = memory.ranges && LARGE.test(page.url)
    const headers = this.base(page.url, profile, wantsRange ? 'identity' : undefined)
    if (wantsRange) headers.push('Range', `bytes=0-${this.#settings.maxBodyBytes - 1}`)
    if (page.revision > 0 && !memory.validatorsLie && this.#random.next() >= CHECKED_SHARE) {
      if (page.etag) headers.push('If-None-Match', page.etag)
      if (page.lastModified) headers.push('If-Modified-Since', page.lastModified)
    }
    const cookie = this.#settings.cookies === 'off' ? undefined : memory.cookies.header(page.url, nowMs)
    if (cookie) headers.push('Cookie', cookie)
    return this.#plugins.has('request') ? this.#askPlugins(page, headers) : { headers, veto: null }
  }

  /** The headers every request has, also those for robots.txt, sitemaps and probes. */
  base(url: string, profile: Profile, encoding = 'gzip, br, zstd'): string[] {
    const headers = [
      'User-Agent',
      profile.userAgent,
      'Accept',
      profile.accept,
      'Accept-Language',
      profile.acceptLanguage,
      'Accept-Encoding',
      encoding,
    ]
    for (const [name, value] of Object.entries(this.#settings.headers)) set(headers, name, value)
    const authorization = this.#authorizations.size > 0 ? this.#authorizations.get(originOf(url)) : undefined
    if (authorization) headers.push('Authorization', authorization)
    return headers
  }

  async #askPlugins(page: QueuedPage, built: readonly string[]): Promise<BuiltRequest> {
    let veto: string | null = null
    const headers = new Map<string, string>()
    for (let i = 0; i + 1 < built.length; i += 2) headers.set(built[i]!.toLowerCase(), built[i + 1]!)
    const stored = page.fetchedAt === null ? null : { fetchedAt: page.fetchedAt, revision: page.revision }
    const request = { url: new URL(page.url), depth: page.depth, headers, stored }
    const context = { ...this.#plugins.context, veto: (reason: string) => void (veto = reason) }
    await this.#plugins.run('request', plugin => plugin.request!(request, context))
    return { headers: [...headers].flatMap(([name, value]) => [titleCase(name), value]), veto }
  }
}

/** Replaces a header or adds it. */
function set(headers: string[], name: string, value: string): void {
  const at = headers.findIndex((known, i) => i % 2 === 0 && known.toLowerCase() === name.toLowerCase())
  if (at < 0) headers.push(titleCase(name), value)
  else headers[at + 1] = value
}

function titleCase(name: string): string {
  return name.replace(/(^|-)([a-z])/g, (_, dash: string, letter: string) => dash + letter.toUpperCase())
}
