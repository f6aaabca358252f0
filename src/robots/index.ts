/**
 * The Robots Exclusion Protocol, RFC 9309: parse a robots.txt once, query it often.
 *
 * A file consists of groups of agents with rules. All groups that name our product token count as one; if none does, those of `*` count;
 * otherwise nothing is forbidden. Of the rules that match a path, the longest decides, and `Allow` wins a tie. Beyond the RFC, we accept
 * what search engines accept (missing colons, common misspellings, agents followed by text, `Allow: …/index.html` as allowing the folder,
 * `Crawl-delay`), since authors test their files against those.
 *
 * Invariants: never throws, whatever the bytes; never reads more than 500 KiB; `/robots.txt` itself is always allowed; a verdict names the
 * line that decided. A `RobotsFile` holds a copy of the file and answers for any agent; `Orders` hold only what concerns one agent.
 * Cost: parsing is linear. A check goes through the agent's rules, longest first, and reads the path at most once for each; a check that
 * takes more than `MAX_CHECK_CHARS` counts as forbidden, so that no file can stall the crawl.
 */
import { Lines } from './lines.ts'
import { Orders, type RobotsVerdict } from './orders.ts'
import { type Group, Rules } from './rule-set.ts'

export type { Orders, RobotsVerdict } from './orders.ts'

/** Agents named together. Only rules end a group (section 2.1), but a delay applies only to the agents named before it. */
interface Addressees {
  readonly group: Group
  delayMs: number | undefined
}

const EVERYBODY = '*'
const CACHED_AGENTS = 16

export function parseRobots(body: Uint8Array | string): RobotsFile {
  return new RobotsFile(body)
}

export interface OrdersRead {
  readonly orders: Orders
  readonly sitemaps: readonly string[]
}

/** What a file says to one agent, for callers that read many files and need no other agent: it takes no memory except for the result. */
export function readOrders(body: Uint8Array, agent: string): OrdersRead {
  const reader = new Reader(new Lines(body), SHARED_RULES)
  const orders = reader.ordersFor(agent)
  SHARED_RULES.reset(NOTHING)
  return { orders, sitemaps: reader.sitemaps }
}

const SHARED_RULES = new Rules()
const NOTHING = Buffer.alloc(0)

export class RobotsFile {
  readonly sitemaps: readonly string[]
  /** The line number of each of `sitemaps`. */
  readonly sitemapLines: readonly number[]
  readonly #reader: Reader
  readonly #orders = new Map<string, Orders>()

  /** Keeps a copy of the bytes. */
  constructor(body: Uint8Array | string) {
    this.#reader = new Reader(new Lines(typeof body === 'string' ? body : Buffer.from(body)), new Rules())
    this.sitemaps = this.#reader.sitemaps
    this.sitemapLines = this.#reader.sitemapLines
  }

  /** `agent` is a product token or a whole User-Agent value that starts with one. */
  check(agent: string, url: string): RobotsVerdict {
    return this.for(agent).check(url)
  }

  /** In milliseconds. */
  crawlDelay(agent: string): number | undefined {
    return this.for(agent).crawlDelayMs
  }

  /** What concerns one agent. The result holds nothing of the rest of the file. */
  for(agent: string): Orders {
    const known = this.#orders.get(agent)
    if (known !== undefined) return known
    const orders = this.#reader.ordersFor(agent)
    if (this.#orders.size >= CACHED_AGENTS) this.#orders.clear()
    this.#orders.set(agent, orders)
    return orders
  }
}

function longest(addressed: readonly Addressees[]): number | undefined {
  let delayMs: number | undefined
  for (const each of addressed) if (each.delayMs !== undefined) delayMs = Math.max(delayMs ?? 0, each.delayMs)
  return delayMs
}

/** Collects groups. Agents share the group object, so that a file with many agents and many rules stays small. */
class Reader {
  readonly sitemaps: string[] = []
  readonly sitemapLines: number[] = []
  readonly #named = new Map<string, Set<Addressees>>()
  readonly #rules: Rules
  #group: Group = { from: 0, to: 0 }
  #addressees: Addressees | undefined
  #ruled = false

  constructor(lines: Lines, rules: Rules) {
    this.#rules = rules
    rules.reset(lines.bytes)
    while (lines.next()) this.#read(lines)
  }

  ordersFor(agent: string): Orders {
    const own = tokenOfAgent(agent)
    const addressed = [
      ...((own === undefined ? undefined : this.#named.get(own)) ?? this.#named.get(EVERYBODY) ?? []),
    ]
    return new Orders(this.#rules, new Set(addressed.map(({ group }) => group)), longest(addressed))
  }

  #read(lines: Lines): void {
    switch (lines.field) {
      case 'agent':
        this.#agent(lines.value)
        break
      case 'allow':
      case 'disallow':
        this.#rule(lines)
        break
      case 'delay':
        this.#delay(lines.value)
        break
      case 'sitemap':
        this.sitemaps.push(text(lines.value))
        this.sitemapLines.push(lines.number)
    }
  }

  #agent(value: string): void {
    if (this.#ruled) this.#group = { from: this.#rules.size, to: this.#rules.size }
    if (this.#ruled || this.#addressees?.delayMs !== undefined) this.#addressees = undefined
    this.#ruled = false
    this.#addressees ??= { group: this.#group, delayMs: undefined }
    for (const name of namesOfLine(value)) {
      const known = this.#named.get(name)
      if (known === undefined) this.#named.set(name, new Set([this.#addressees]))
      else known.add(this.#addressees)
    }
  }

  #rule(lines: Lines): void {
    if (this.#addressees === undefined) return
    this.#ruled = true
    if (lines.start === lines.end) return
    this.#rules.add(lines)
    this.#group.to = this.#rules.size
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
 * The names that a line addresses: `*`, even when text follows it, or a product token. Section 2.2.1 allows only letters, `_` and `-` in a
 * token; a name with digits is understood both ways, as `crawler2` and as `crawler`.
 */
function namesOfLine(value: string): readonly string[] {
  if (/^\*(?:\s|$)/.test(value)) return [EVERYBODY]
  const token = /^[a-z_-]*/i.exec(value)![0].toLowerCase()
  const withDigits = /^[\w-]*/.exec(value)![0].toLowerCase()
  return [...new Set([token, withDigits])].filter(name => name !== '')
}

/** `tidewatch/1 (+https://example.org/bot)` is `tidewatch`; an agent that does not start with a token is not addressed by name. */
function tokenOfAgent(agent: string): string | undefined {
  const name = agent.split('/', 1)[0]!.toLowerCase()
  return /^[\w-]+$/.test(name) ? name : undefined
}
