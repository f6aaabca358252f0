/**
 * The Robots Exclusion Protocol, RFC 9309: parse a robots.txt once, ask it often.
 *
 * A file is groups of agents with rules. All groups that name our product token count as one; when none does, those of
 * `*` count; otherwise nothing is forbidden. Of the rules that match a path the longest decides, and `Allow` on a tie.
 * Beyond the RFC we read what search engines read (missing colons, common misspellings, agents followed by text,
 * `Allow: …/index.html` as allowing the folder, `Crawl-delay`), since authors test their files against those.
 *
 * Invariants: never throws, whatever the bytes; never more than 500 KiB; `/robots.txt` itself is always allowed; a
 * verdict names the line that decided. The object holds no state but its answers' caches, so keeping the body is
 * keeping everything.
 * Cost: parsing is linear. A check walks over the agent's rules from the longest and reads the path at most once for each;
 * what takes more than `MAX_CHECK_CHARS` counts as forbidden, so that no file can hold the crawl up.
 */
import { type Line, meaningfulLines } from './lines.ts'
import { Group, Orders, type RobotsVerdict } from './orders.ts'

export type { Orders, RobotsVerdict } from './orders.ts'

/** Agents that stand together. Only rules end a group (section 2.1), but a delay holds for those named before it alone. */
interface Addressees {
  readonly group: Group
  delayMs: number | undefined
}

const EVERYBODY = '*'
const CACHED_AGENTS = 16
export function parseRobots(body: Uint8Array | string): Robots {
  return new Robots(body)
}

export class Robots {
  readonly sitemaps: readonly string[]
  /** Where each of `sitemaps` stands. */
  readonly sitemapLines: readonly number[]
  readonly #named: ReadonlyMap<string, ReadonlySet<Addressees>>
  readonly #orders = new Map<string, Orders>()

  constructor(body: Uint8Array | string) {
    const reader = new Reader()
    for (const line of meaningfulLines(body)) reader.read(line)
    this.sitemaps = reader.sitemaps
    this.sitemapLines = reader.sitemapLines
    this.#named = reader.named
  }

  /** `agent` is a product token or a whole User-Agent value that starts with one. */
  check(agent: string, url: string): RobotsVerdict {
    return this.for(agent).check(url)
  }

  /** In milliseconds. */
  crawlDelay(agent: string): number | undefined {
    return this.for(agent).crawlDelayMs
  }

  /** What concerns one agent. It holds nothing of the rest of the file. */
  for(agent: string): Orders {
    const known = this.#orders.get(agent)
    if (known !== undefined) return known
    const orders = this.#assemble(agent)
    if (this.#orders.size >= CACHED_AGENTS) this.#orders.clear()
    this.#orders.set(agent, orders)
    return orders
  }

  #assemble(agent: string): Orders {
    const own = tokenOfAgent(agent)
    const addressed = [
      ...((own === undefined ? undefined : this.#named.get(own)) ?? this.#named.get(EVERYBODY) ?? []),
    ]
    return new Orders([...new Set(addressed.map(({ group }) => group))], longest(addressed))
  }
}

function longest(addressed: readonly Addressees[]): number | undefined {
  let delayMs: number | undefined
  for (const each of addressed) if (each.delayMs !== undefined) delayMs = Math.max(delayMs ?? 0, each.delayMs)
  return delayMs
}

/** Collects groups. Agents share the group object, so that a file of many agents and many rules stays small. */
class Reader {
  readonly sitemaps: string[] = []
  readonly sitemapLines: number[] = []
  readonly named = new Map<string, Set<Addressees>>()
  #group = new Group()
  #addressees: Addressees | undefined
  #ruled = false

  read(line: Line): void {
    switch (line.field) {
      case 'agent':
        this.#agent(line.value)
        break
      case 'allow':
      case 'disallow':
        this.#rule(line)
        break
      case 'delay':
        this.#delay(line.value)
        break
      case 'sitemap':
        this.sitemaps.push(text(line.value))
        this.sitemapLines.push(line.number)
    }
  }

  #agent(value: string): void {
    if (this.#ruled) this.#group = new Group()
    if (this.#ruled || this.#addressees?.delayMs !== undefined) this.#addressees = undefined
    this.#ruled = false
    this.#addressees ??= { group: this.#group, delayMs: undefined }
    for (const name of namesOfLine(value)) {
      const known = this.named.get(name)
      if (known === undefined) this.named.set(name, new Set([this.#addressees]))
      else known.add(this.#addressees)
    }
  }

  #rule(line: Line): void {
    if (this.#addressees === undefined) return
    this.#ruled = true
    if (line.value === '') return
    const allows = line.field === 'allow'
    this.#group.add(allows, line.number, line.value)
    const folder = allows ? /^(.*\/)index\.html?$/.exec(line.value)?.[1] : undefined
    if (folder !== undefined) this.#group.add(allows, line.number, `${folder}$`, line.value)
  }

  #delay(value: string): void {
    const seconds = Number.parseFloat(value)
    if (this.#addressees === undefined || !(seconds >= 0 && seconds < Number.POSITIVE_INFINITY)) return
    this.#addressees.delayMs = Math.max(this.#addressees.delayMs ?? 0, Math.round(seconds * 1000))
  }
}

function text(octets: string): string {
  return Buffer.from(octets, 'latin1').toString('utf8')
}

/**
 * The names that a line addresses: `*`, even when text follows it, or a product token. Section 2.2.1 has only letters,
 * `_` and `-` in a token; a name with digits is understood both ways, as `crawler2` and as `crawler`.
 */
function namesOfLine(value: string): readonly string[] {
  if (/^\*(?:\s|$)/.test(value)) return [EVERYBODY]
  const token = /^[a-z_-]*/i.exec(value)![0].toLowerCase()
  const withDigits = /^[\w-]*/.exec(value)![0].toLowerCase()
  return [...new Set([token, withDigits])].filter(name => name !== '')
}

/** `tidewatch/1 (+https://example.org/bot)` is `tidewatch`; something that is no token addresses nobody by name. */
function tokenOfAgent(agent: string): string | undefined {
  const name = agent.split('/', 1)[0]!.toLowerCase()
  return /^[\w-]+$/.test(name) ? name : undefined
}
