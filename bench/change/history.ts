/**
 * A git repository in which somebody keeps the pages of sites, one file for each, replayed through the comparison that a visit uses:
 * signatures, learned regions and shared texts, kept from visit to visit as the engine keeps them. A commit that touches a file is a visit
 * that found other bytes; all earlier commits are visits that found the page as it was, as archives of this kind fetch everything each
 * time. There are no second looks: nobody can ask the past twice.
 *
 * Beside it a judge of its own. Of a site that one knows, `outside` says by tag, class or id what is not the page's own content: did anything
 * else differ, text, pictures' words or link targets? Of others, it looks for the element with most text in its paragraphs. What differs
 * in digits alone is told apart: it may be a counter, or an edit.
 */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { encodeSignature, signatureOf } from '../../src/change/index.ts'
import { VolatileMemory } from '../../src/crawl/host/volatile-memory.ts'
import { compareWith, signatureIn } from '../../src/crawl/thread/compare-payload.ts'
import { Chance } from './chance.ts'
import { SharedDays } from './shared-days.ts'
import { attribute, bodyOf, type Element, isElement, textOf, treeOf } from './tree.ts'

export interface HistoryOptions {
  /** A git directory or a work tree. */
  readonly folder: string
  /** The branch, and what the paths of its files have to match. */
  readonly branch: string
  readonly match: RegExp
  /** What the judge leaves out, matched against `<tag> id class`; without it, the judge is crude. */
  readonly outside: RegExp | undefined
  /** Prints each change that the judge does not see, and each that it alone sees. */
  readonly show: boolean
  /** Prints whether pages change on the days on which what they share does. */
  readonly days: boolean
  /** Pages of each site, drawn by the seed, and the last visits of each. */
  readonly pages: number
  readonly visits: number
  readonly seed: number
}

interface Version {
  readonly commit: string
  readonly path: string
  readonly at: number
  /** When the repository had its commit before. */
  readonly beforeAt: number
}

interface Tally {
  visits: number
  differed: number
  changed: number
  /** Called a change, where the judge's text is the same, and where it differs in digits alone; called none, where it differs, likewise. */
  outside: number
  figures: number
  missed: number
  missedFigures: number
}

const NOTHING: Tally = {
  ...{ visits: 0, differed: 0, changed: 0 },
  ...{ outside: 0, figures: 0, missed: 0, missedFigures: 0 },
}

interface PageState {
  revised: Uint8Array
  seen: Uint8Array | null
  learned: string | null
  judged: string
  at: number
}

const MAX_GIT_OUTPUT = 2 ** 30
const UNSEEN = new Set(['script', 'style', 'noscript', 'template', 'svg'])
const TYPE = 'text/html'

/** The first folder of a path that looks like a host, or its first folder. */
const siteOf = (path: string): string =>
  path.split('/').find(part => /\.[a-z]{2,}$/.test(part)) ?? path.split('/')[0]!

export async function replayHistory(options: HistoryOptions): Promise<Map<string, Tally>> {
  const versions = versionsIn(options)
  const blobs = new Blobs(options.folder)
  const tallies = new Map<string, Tally>()
  const sites = Map.groupBy(versions, ({ path }) => siteOf(path))
  for (const [site, all] of sites) {
    const tally = { ...NOTHING }
    tallies.set(site, tally)
    const replay = new SiteReplay(tally, options)
    for (const version of chosen(all, options)) {
      const body = await blobs.read(`${version.commit}:${version.path}`)
      if (body !== undefined) await replay.visit(version, body)
    }
    if (options.days) console.log(`${site}: ${replay.days}`)
  }
  blobs.close()
  return tallies
}

/** All visits, oldest first. */
function versionsIn({ folder, branch, match }: HistoryOptions): Version[] {
  const args = [
    '-C',
    folder,
    '-c',
    'core.quotePath=false',
    'log',
    '--first-parent',
    '--reverse',
    '--diff-filter=AM',
    '--no-renames',
  ]
  const { stdout, status, stderr } = spawnSync(
    'git',
    [...args, '--format=@%H %ct', '--name-only', branch, '--', '*.html', '*.htm', '*.xhtml'],
    {
      maxBuffer: MAX_GIT_OUTPUT,
      encoding: 'utf8',
    },
  )
  if (status !== 0) throw new Error(`git log failed in ${folder}: ${stderr}`)
  const versions: Version[] = []
  let [commit, at, beforeAt] = ['', 0, 0]
  for (const line of stdout.split('\n')) {
    const head = /^@([0-9a-f]+) (\d+)$/.exec(line)
    if (head) {
      beforeAt = at
      commit = head[1]!
      at = 1000 * Number(head[2])
    } else if (/\.x?html?$/.test(line) && match.test(line))
      versions.push({ commit, path: line, at, beforeAt })
  }
  return versions
}

/** The last visits of some pages, in the order of the site. */
function chosen(all: readonly Version[], { pages, visits, seed }: HistoryOptions): Version[] {
  const byPath = Map.groupBy(all, ({ path }) => path)
  const paths = new Chance(seed).some([...byPath.keys()].sort(), pages)
  return paths.flatMap(path => byPath.get(path)!.slice(-visits)).sort((a, b) => a.at - b.at)
}

class SiteReplay {
  readonly days = new SharedDays()
  private readonly tally: Tally
  private readonly pages = new Map<string, PageState>()
  private readonly host = new VolatileMemory()
  private readonly options: HistoryOptions

  constructor(tally: Tally, options: HistoryOptions) {
    this.tally = tally
    this.options = options
  }

  async visit({ path, at, beforeAt }: Version, bytes: Buffer): Promise<void> {
    this.tally.visits++
    const url = `https://example.org/${path}`
    const html = bytes.toString('utf8')
    const state = this.pages.get(path)
    const judged = judgedText(html, this.options.outside)
    if (state === undefined) {
      const revised = encodeSignature(signatureOf(html, url, { takenAt: at }))
      this.pages.set(path, { revised, seen: null, learned: null, judged, at })
      return
    }
    const body = { url, bytes, type: TYPE, charset: 'utf-8', digest: new Uint8Array(20) }
    const compared = await compareWith(this.jobFor(state, at, beforeAt), body, signatureIn(body, at))
    state.learned = compared.learned
    if (compared.hostLearned !== null) this.host.learn(null, compared.hostLearned)
    if (compared.sharedSeen !== null) this.host.learnShared(compared.sharedSeen)
    const isChanged = compared.verdict === 'changed'
    const finding = this.count(isChanged, judged, state.judged)
    const isShared = !isChanged && compared.note.sharedWith !== undefined
    this.days.note(at, path, { isShared, isOwn: isChanged && finding === null })
    if (this.options.show && finding !== null) {
      const at8601 = new Date(at).toISOString().slice(0, 16)
      console.log(
        `${finding} ${at8601} ${path}: ${compared.note.paths.slice(0, 3).join(', ')}${firstDifference(state.judged, judged)}`,
      )
    }
    if (isChanged) {
      state.revised = compared.after
      state.judged = judged
    }
    state.seen = isChanged ? null : compared.after
    state.at = at
  }

  private jobFor(state: PageState, at: number, beforeAt: number) {
    const lastAt = Math.max(state.at, Math.min(beforeAt, at))
    return {
      rules: {},
      learns: true,
      revised: state.revised,
      seen: state.seen,
      old: null,
      stood: { seen: state.seen, untilMs: lastAt },
      record: null,
      accessibility: null,
      learned: state.learned,
      hostLearned: this.host.of(null),
      hostShared: this.host.shared,
      intervalMs: at - lastAt,
      isSecondLook: false,
      mayConfirm: false,
      mayLook: false,
      canProve: false,
      quietVisits: lastAt > state.at ? 1 : 0,
      stoodStill: lastAt > state.at,
    }
  }

  /** The judge compares with the last version that was called a change, as the decision does. Null where they agree. */
  private count(isChanged: boolean, judged: string, before: string): string | null {
    const { tally } = this
    tally.differed++
    if (isChanged) tally.changed++
    const isSame = judged === before
    if (isSame && !isChanged) return null
    const isFigures = !isSame && withoutDigits(judged) === withoutDigits(before)
    if (isChanged && !isSame && !isFigures) return null
    const found = isChanged ? (isSame ? 'outside' : 'figures') : isFigures ? 'missedFigures' : 'missed'
    tally[found]++
    return found
  }
}

const withoutDigits = (text: string): string => text.replace(/\p{Nd}[\p{Nd}.,:  ]*/gu, '#')

/** The first place where two texts differ, both shortened. */
function firstDifference(before: string, after: string): string {
  if (before === after) return ''
  let at = 0
  while (before[at] === after[at]) at++
  const shown = (text: string) => text.slice(Math.max(0, at - 30), at + 60)
  return `: ${shown(before)} → ${shown(after)}`
}

function judgedText(html: string, outside: RegExp | undefined): string {
  const body = bodyOf(treeOf(html))
  if (!body) return ''
  const text = outside ? ownText(body, outside) : crudeText(body)
  return text.replace(/\s+/g, ' ').trim()
}

function ownText(element: Element, outside: RegExp): string {
  return element.childNodes
    .map(child => {
      if (!isElement(child)) return textOf(child)
      const names = `<${child.tagName}> ${attribute(child, 'id') ?? ''} ${attribute(child, 'class') ?? ''}`
      if (UNSEEN.has(child.tagName) || outside.test(names)) return ''
      const told = attribute(child, child.tagName === 'img' ? 'alt' : 'href') ?? ''
      return ` ${ownText(child, outside)} ${told} `
    })
    .join('')
}

/** The text of the element whose own paragraphs and headings have most of it. */
function crudeText(body: Element): string {
  let best: Element | undefined
  let most = -1
  const visit = (element: Element): void => {
    let own = 0
    for (const child of element.childNodes) {
      if (!isElement(child) || UNSEEN.has(child.tagName)) continue
      if (/^(?:p|h[1-6]|pre|blockquote|ul|ol|table)$/.test(child.tagName)) own += textOf(child).length
      visit(child)
    }
    if (own > most) {
      best = element
      most = own
    }
  }
  visit(body)
  return best ? seenText(best) : ''
}

function seenText(element: Element): string {
  return element.childNodes
    .map(child => (isElement(child) ? (UNSEEN.has(child.tagName) ? '' : seenText(child)) : textOf(child)))
    .join(' ')
}

/** Files of commits, by one git process. */
class Blobs {
  private readonly git
  private buffer = Buffer.alloc(0)

  constructor(folder: string) {
    this.git = spawn('git', ['-C', folder, 'cat-file', '--batch'], { stdio: ['pipe', 'pipe', 'ignore'] })
  }

  /** Undefined for one that the repository lacks. */
  async read(name: string): Promise<Buffer | undefined> {
    this.git.stdin.write(`${name}\n`)
    const head = (await this.until(() => this.buffer.indexOf(10) + 1)).toString('latin1')
    const size = /^[0-9a-f]+ blob (\d+)\n$/.exec(head)
    if (!size) return undefined
    const length = Number(size[1]) + 1
    return (await this.until(() => (this.buffer.length >= length ? length : 0))).subarray(0, -1)
  }

  close(): void {
    this.git.stdin.end()
  }

  private async until(enough: () => number): Promise<Buffer> {
    for (let length = enough(); ; length = enough()) {
      if (length > 0) {
        const taken = this.buffer.subarray(0, length)
        this.buffer = this.buffer.subarray(length)
        return taken
      }
      const [chunk] = (await once(this.git.stdout, 'data')) as [Buffer]
      this.buffer = Buffer.concat([this.buffer, chunk])
    }
  }
}

const percent = (part: number, whole: number) =>
  whole === 0 ? '–' : `${((100 * part) / whole).toFixed(1)} %`

export function printHistory(tallies: ReadonlyMap<string, Tally>): void {
  const total = { ...NOTHING }
  const line = (
    site: string,
    { visits, differed, changed, outside, figures, missed, missedFigures }: Tally,
  ) =>
    console.log(
      `${site.padEnd(30)} ${visits} visits, ${differed} pairs differ, ${changed} called a change (${percent(changed, differed)}), ` +
        `${percent(outside, changed)} of these outside the page's own content, ${percent(figures, changed)} in digits alone; that differs in ${missed} others, and in digits alone in ${missedFigures}`,
    )
  for (const [site, tally] of tallies) {
    line(site, tally)
    for (const key of Object.keys(total) as (keyof Tally)[]) total[key] += tally[key]
  }
  line('all', total)
}
