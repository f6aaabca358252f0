/** Step 2 of a visit: what to ask, built from the profile, what is stored, cookies and credentials; then the plug-ins. */
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

const LARGE = /\.(?:pdf|zip|gz|mp4|iso|docx?|xlsx?|pptx?)$/i

export class RequestBuilder {
  readonly #settings: RequestSettings
  readonly #plugins: PluginRunner
  readonly #origins: ReadonlyMap<string, string>

  constructor(settings: RequestSettings, plugins: PluginRunner) {
    this.#settings = settings
    this.#plugins = plugins
    this.#origins = new Map(
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
    const headers = this.base(page.url, profile)
    if (page.revision > 0) this.#addConditions(headers, page)
    if (this.#wantsRange(page, memory)) {
      headers.set('range', `bytes=0-${this.#settings.maxBodyBytes - 1}`)
      headers.set('accept-encoding', 'identity')
    }
    const cookie = this.#settings.cookies === 'off' ? undefined : memory.cookies.header(page.url, nowMs)
    if (cookie) headers.set('cookie', cookie)
    const veto = this.#plugins.has('request') ? await this.#runPlugins(page, headers) : null
    return { headers: [...headers].flatMap(([name, value]) => [titleCase(name), value]), veto }
  }

  /** The headers every request has, also those for robots.txt, sitemaps and probes. */
  base(url: string, profile: Profile): Map<string, string> {
    const headers = new Map([
      ['user-agent', profile.userAgent],
      ['accept', profile.accept],
      ['accept-language', profile.acceptLanguage],
      ['accept-encoding', 'gzip, br, zstd'],
    ])
    for (const [name, value] of Object.entries(this.#settings.headers)) headers.set(name.toLowerCase(), value)
    const authorization = this.#origins.get(originOf(url))
    if (authorization) headers.set('authorization', authorization)
    return headers
  }

  #addConditions(headers: Map<string, string>, page: QueuedPage): void {
    if (page.etag) headers.set('if-none-match', page.etag)
    if (page.lastModified) headers.set('if-modified-since', page.lastModified)
  }

  /** Large files from servers that can cut them: then only the part that will be kept travels. */
  #wantsRange(page: QueuedPage, memory: HostMemory): boolean {
    return memory.ranges && LARGE.test(new URL(page.url).pathname)
  }

  async #runPlugins(page: QueuedPage, headers: Map<string, string>): Promise<string | null> {
    let veto: string | null = null
    const stored = page.fetchedAt === null ? null : { fetchedAt: page.fetchedAt, revision: page.revision }
    const request = { url: new URL(page.url), depth: page.depth, headers, stored }
    const context = { ...this.#plugins.context, veto: (reason: string) => void (veto = reason) }
    await this.#plugins.run('request', plugin => plugin.request!(request, context))
    return veto
  }
}

const titleCase = (name: string) =>
  name.replace(/(^|-)([a-z])/g, (_, dash: string, letter: string) => dash + letter.toUpperCase())
