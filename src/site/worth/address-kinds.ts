/**
 * Kinds of addresses and what their pages brought. A page counts for the form of its address, fine and coarse (its folder, ending and query),
 * for each name in its query (`sort` brings nothing new whatever path it follows), and for each folder it is in: what a program offers about each
 * of its pages (`/links-to/garden/tools`) has as many forms as the site has folders.
 */
import { coarseSignature, urlSignature } from '../sketch/url-tokens.ts'

/** How wide a kind is: the wider, the more pages it takes to judge it, and the more of them must be idle. */
export type Grain = 'fine' | 'coarse'

export interface Kind {
  pages: number
  copies: number
  /** Addresses that led nowhere. */
  missing: number
  /** Pages that said something new of their own. */
  own: number
  /** How many of its newest pages in a row neither said nor led to anything new. */
  idle: number
  /** Addresses of this kind that were queued although they are doubtful. */
  tried: number
  /** How many of its pages led to new addresses of other kinds. */
  readonly leads: Map<string, number>
  /** Distinct paths among its first pages. */
  readonly paths: Set<string>
  /** Some of the forms of addresses that brought copies or nothing. */
  readonly vainForms: Set<string>
  /** The kind that counts the pages of the class that its newest page has. */
  classKey: string | null
  addPath(path: string): void
}

/** Whether leading to further pages is worth something, or only leading to kinds that were not seen yet. */
export type Wanted = 'pages' | 'kinds'

export interface Brought {
  readonly isCopy: boolean
  readonly isMissing: boolean
  readonly isOwn: boolean
  /** Kinds of addresses that were not known before. */
  readonly leads: ReadonlySet<string>
}

const MAX_KINDS = 20_000
const MAX_LEADS = 16
/** Maximum number of query names that count by themselves. */
const MAX_NAMES = 8
/** Number of pages of a kind that are examined before it is judged. */
export const MIN_PAGES = 4
/** Number of pages of a kind that suffice to know its class. */
export const WELL_KNOWN = 12
/** What recurs on this many paths is judged by all of them. */
export const MANY_PATHS = 8
const MIN_SPREAD_SHARE = 0.1
const FIRST_PAGES = 32
/**
 * A kind is barren if at most this share of its pages are of their own, after this many pages. Kinds the model promised get a longer trial,
 * kinds that look like variants a shorter one, and kinds whose names say that they act the shortest.
 */
const BARREN = {
  promised: { fine: { pages: 16, share: 0.05 }, coarse: { pages: 16, share: 0.05 } },
  unknown: { fine: { pages: MIN_PAGES, share: 0.25 }, coarse: { pages: 6, share: 0.1 } },
  doubtful: { fine: { pages: 3, share: 0.25 }, coarse: { pages: MIN_PAGES, share: 0.1 } },
  acting: { fine: { pages: 2, share: 0.25 }, coarse: { pages: MIN_PAGES, share: 0.1 } },
} as const
/**
 * Searches lead to new pages as long as few are known. So a doubtful kind is barren, too, once this many pages in a row brought nothing, whatever
 * it brought before.
 */
const MAX_IDLE = 10
const QUIET = { pages: 8, share: 0.1 } as const
export type KindStanding = keyof typeof BARREN
const isSuspect = (standing: KindStanding) => standing === 'doubtful' || standing === 'acting'
/** How many kinds away the pages may be that a kind leads to: list of lists, list, detail. */
const MAX_STEPS = 4

export class AddressKinds {
  /** Least recently seen first. */
  readonly #kinds = new Map<string, Kind>()
  readonly #wants: Wanted

  constructor(wants: Wanted) {
    this.#wants = wants
  }

  of(key: string): Kind | undefined {
    return this.#kinds.get(key)
  }

  at(key: string): Kind {
    const kind = this.#kinds.get(key) ?? newKind()
    this.#kinds.delete(key)
    this.#kinds.set(key, kind)
    if (this.#kinds.size > MAX_KINDS) this.#kinds.delete(this.#kinds.keys().next().value!)
    return kind
  }

  count(key: string, { isCopy, isMissing, isOwn, leads }: Brought): Kind {
    const kind = this.at(key)
    kind.pages++
    if (isCopy) kind.copies++
    if (isMissing) kind.missing++
    if (isOwn) kind.own++
    kind.idle = isOwn || leads.size > 0 ? 0 : kind.idle + 1
    for (const lead of leads)
      if (kind.leads.has(lead) || kind.leads.size < MAX_LEADS)
        kind.leads.set(lead, (kind.leads.get(lead) ?? 0) + 1)
    return kind
  }

  /** Whether a kind is spread over many paths and well enough known to say that enough of its pages are of their own. */
  isFruitful(key: string): boolean {
    const kind = this.#kinds.get(key)
    if (kind === undefined || kind.pages < WELL_KNOWN || kind.paths.size < MANY_PATHS) return false
    return this.ownShare(kind) > MIN_SPREAD_SHARE
  }

  /** Whether so many pages of a folder brought next to nothing that what else is doubtful in it can wait. */
  isQuiet(key: string): boolean {
    const folder = this.#kinds.get(key)
    return folder !== undefined && folder.pages >= QUIET.pages && this.ownShare(folder) <= QUIET.share
  }

  isProven(kind: Kind): boolean {
    return kind.pages >= MIN_PAGES && this.ownShare(kind) >= 0.5
  }

  /**
   * The share of pages that said something of their own, or led to pages that do. Kinds that only lead to one another are worth nothing,
   * however many addresses they invent.
   */
  ownShare(kind: Kind, behind: readonly Kind[] = []): number {
    let most = kind.own
    for (const [key, pages] of kind.leads) {
      if (pages <= most || behind.length >= MAX_STEPS) continue
      const to = this.#leadsTo(key)
      const isWorth = to === null || (this.#wants === 'pages' && to !== kind && !behind.includes(to))
      if (isWorth && (to === null || this.#isFruitful(to, [...behind, kind]))) most = pages
    }
    return most / Math.max(1, kind.pages)
  }

  /**
   * What is known about pages of a fine kind: by themselves or, where every page begins with another word, by the pages of the same folder and
   * ending. Null if too few of either were tried.
   */
  #leadsTo(key: string): Kind | null {
    const fine = this.#kinds.get(key)
    if (fine !== undefined && fine.pages >= MIN_PAGES) return fine
    const coarse = this.#kinds.get(coarseKey(key))
    return coarse !== undefined && coarse.pages >= WELL_KNOWN ? coarse : null
  }

  #isFruitful(kind: Kind, behind: readonly Kind[]): boolean {
    return this.ownShare(kind, behind) > BARREN.unknown.fine.share
  }
}

function newKind(): Kind {
  const [paths, vainForms] = [new Set<string>(), new Set<string>()]
  const kind: Kind = {
    pages: 0,
    copies: 0,
    missing: 0,
    own: 0,
    idle: 0,
    tried: 0,
    leads: new Map<string, number>(),
    paths,
    vainForms,
    classKey: null,
    addPath: path => {
      if (kind.pages <= FIRST_PAGES && paths.size < MANY_PATHS) paths.add(path)
    },
  }
  return kind
}

/** Whether all addresses of the kind led nowhere. A sample needs no more of them; a crawl tries others, since some may work. */
export const isDead = ({ pages, missing }: Kind): boolean => pages >= MIN_PAGES && missing === pages

/** How many more pages it takes to judge a kind; 0 if it is judged. A doubtful kind may prove idle at any time. */
export function pagesToJudge(kind: Kind | undefined, grain: Grain, standing: KindStanding): number {
  const left = BARREN[standing][grain].pages - (kind?.pages ?? 0)
  const mayIdle = left <= 0 && kind !== undefined && isSuspect(standing) && grain === 'fine'
  return Math.max(0, mayIdle ? MAX_IDLE - kind.idle : left)
}

/** Whether nothing more is expected of the kind. */
export function isBarren(kind: Kind, grain: Grain, standing: KindStanding, kinds: AddressKinds): boolean {
  const { pages, share } = BARREN[standing][grain]
  if (isSuspect(standing) && grain === 'fine' && kind.idle >= MAX_IDLE) return true
  return kind.pages >= pages && kinds.ownShare(kind) <= share
}

const coarseKey = (signature: string) => `* ${coarseSignature(signature)}`

/**
 * What an address is for, whatever the folders around it: `class-use/*.html` for `java/util/class-use/List.html`. Words that name a part of a wiki
 * (`Talk:`) are kept.
 */
export function roleOf(url: string): string {
  const [, folder = '', file = ''] = /([^/]*)\/([^/]*)$/.exec(urlSignature(url).replace(/\?.*$/s, '')) ?? []
  return `~ ${folder}/${file.includes(':') ? file : file.replace(/^first [a-z]+[._-]/, '*')}`
}

export interface AddressKind {
  readonly key: string
  readonly grain: Grain
}

/** The kinds of an address, the fine one first. */
export function kindsOf(url: string): AddressKind[] {
  const signature = urlSignature(url)
  const kinds: AddressKind[] = [
    { key: signature, grain: 'fine' },
    { key: coarseKey(signature), grain: 'coarse' },
  ]
  const mark = signature.indexOf('?')
  for (const name of signature.slice(mark + 1).split('&', MAX_NAMES))
    if (name !== '') kinds.push({ key: `?${name}`, grain: 'coarse' })
  return kinds
}

/** The folders that an address is in, from the outermost on. Those below a certain depth count as one with the folder at it. */
export function folderKinds(url: string): string[] {
  const segments = urlSignature(url).replace(/\?.*$/s, '').split('/').slice(0, -1)
  return segments.slice(0, MAX_DEPTH).map((_, i) => `/ ${segments.slice(0, i + 1).join('/')}`)
}

const MAX_DEPTH = 6

export const classKey = (pageClass: string): string => `@ ${pageClass}`
