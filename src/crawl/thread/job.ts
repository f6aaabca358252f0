/** What goes to a parse thread and what comes back. Plain data only: it is copied or moved between threads. */
import type { Head, RequestHead } from '../../archive/index.ts'
import type { BrowserLink, PageFindings } from '../../browser/rendered.ts'
import type { ChangeNote, ChangeRules, SharedSightings } from '../../change/index.ts'
import type { PackedReport } from '../../document/accessibility/level-scores.ts'
import type { FoundPattern } from '../../document/patterns/index.ts'
import type { WallSign } from '../../document/walls/index.ts'
import type { ContentPrint } from '../../duplicates/index.ts'
import type { PageBearing } from '../../focus/index.ts'
import type { Submission } from '../../site/index.ts'
import type { Exclusion, PageKind } from '../../store/index.ts'
import type { Url } from '../../url/index.ts'
import type { PushOffer } from './beside-body.ts'
import type { FormSight } from './form-sights.ts'
import type { ParsedSearch } from './search-terms.ts'

/** Sitemaps may have 50 MiB (sitemaps.org): cutting them where pages are cut would lose most of what they name. */
export const MAX_SOURCE_BYTES = 50 * 1024 * 1024

export interface ParseJob {
  readonly url: string
  readonly depth: number
  readonly hops: number
  readonly via: string | null
  readonly at: number
  readonly durationMs: number
  readonly address: string | null
  readonly request: RequestHead | null
  readonly response: Head
  /** As received, or as a browser showed it. Its memory moves to the thread. */
  readonly body: Uint8Array
  /** Present where `body` is what a browser showed. */
  readonly rendered?: RenderedFrom
  readonly cut: boolean
  /** What it was announced as, whatever its type says. */
  readonly kind: PageKind
  /** The class that is known or promised. */
  readonly pageClass: string | null
  /** The payload before, for "is it the same?", and when it was stored, for revisit records; null when the archive has lost it. */
  readonly previous: { readonly digest: Buffer; readonly at: number | null } | null
  /** Present when the payload may be a change. */
  readonly compare: CompareJob | null
  /** Obey robots directives inside the page and its headers. */
  readonly obey: boolean
  /** The server says that the previous revision still holds. */
  readonly notModified: boolean
  /** It is kept without a look inside, because a thread ended while it looked. */
  readonly isOpaque?: boolean
  readonly want: {
    readonly text: boolean
    /** Fingerprints of the visible text, which costs as much as everything else together. */
    readonly fingerprints: boolean
    /** What the page is compared with others by, which costs about as much as everything else together. */
    readonly likeness: boolean
    /** What the page says, to tell whether another address shows it too; costs as much as its likeness. */
    readonly content: boolean
    readonly body: boolean
    readonly links: boolean
  }
}

/** What a browser was shown, and the addresses that only it found. */
export interface RenderedFrom {
  readonly response: Head
  /** As received, and decoded. */
  readonly body: Uint8Array
  readonly html: string
  readonly links: readonly BrowserLink[]
  /** JPEG, the second one small. */
  readonly picture?: Uint8Array
  readonly thumbnail?: Uint8Array
  /** What axe-core said of it. */
  readonly findings?: PageFindings
  /** What was loaded for it and is to be kept. */
  readonly loaded: readonly LoadedPart[]
}

/** An answer to a request that a page made while it was shown. */
export interface LoadedPart {
  readonly url: string
  readonly at: number
  readonly address: string
  readonly response: Head
  /** As received. */
  readonly body: Uint8Array
  readonly truncated: boolean
}

export interface FoundUrls {
  readonly hrefs: readonly Url[]
  /** 16 bytes each. */
  readonly keys: Uint8Array
  /** What keeps each out, or null. */
  readonly excluded: readonly (Exclusion | null)[]
  /** Milliseconds: when a sitemap or feed says it changed; 0 for unknown. */
  readonly hints: readonly number[] | null
  /** What a sitemap says of how often each changes. */
  readonly saidRates: readonly (string | null)[] | null
  readonly kind: 'links' | 'sitemap' | 'feed'
  /** What each is promised to be, where a site model is followed. */
  readonly promises: readonly ClassPromise[] | null
  /** Links that were reported before, where they are counted, one a line: a text goes to another thread faster than a hundred do. */
  readonly repeated: string
}

/** A page of a class, or a picture that a record names, which belongs to none. */
export type ClassPromise =
  | { readonly kind: 'page'; readonly pageClass: string }
  | { readonly kind: 'image'; readonly pageClass: null }

/** What is true of a document, small enough to keep until its visit is reported. */
export interface ReadFacts {
  readonly type: string
  readonly charset: string | null
  readonly title: string | null
  readonly sizeBytes: number
  readonly truncated: boolean
  /** The payload is that of the previous revision. */
  readonly same: boolean
  /** Is it of a type that is wanted? */
  readonly wanted: boolean
  /** A directive of the page forbids to keep it. */
  readonly noindex: boolean
  /** How many links its body has, known or not. */
  readonly linkCount: number
  /** Fingerprint of the words in title and anchors: equal for pages that may be alike. */
  readonly outline: number
  /** Of the visible text, when asked for: a simhash of its words, and a hash of their set. */
  readonly fingerprints: { readonly words: string; readonly set: number } | null
}

/** `pending`: it differs, and a second look within seconds would tell whether that is noise. */
export type ChangeVerdict = 'changed' | 'unchanged' | 'pending'

/** A payload that is not the one before, compared with it. */
export interface ComparedPayload {
  readonly verdict: ChangeVerdict
  readonly note: ChangeNote
  /** The fingerprint of this payload, and that of the stored revision when it had none yet. */
  readonly after: Uint8Array
  readonly before: Uint8Array | null
  /** What was learned of volatile regions, of the page and of its host, as JSON. */
  readonly learned: string | null
  readonly hostLearned: string | null
  /** What this visit says of texts that pages of the host share; null where it says nothing. */
  readonly sharedSeen: SharedSightings | null
  /** This was such a second look; did it find noise that was not known? */
  readonly secondLook: 'taught' | 'idle' | null
  /** The decoded text of a page that changed, for a summary. */
  readonly text: string | null
}

/** What a payload that is not the one before is compared with. */
export interface CompareJob {
  readonly rules: Partial<ChangeRules>
  /** Are regions that differ on every visit learned and left out? */
  readonly learns: boolean
  /** Signatures of the current revision, and of the payload seen last when that is another. */
  readonly revised: Uint8Array | null
  readonly seen: Uint8Array | null
  /** The current revision itself, when it has no signature yet. */
  readonly old: {
    readonly headers: readonly string[]
    readonly payload: Uint8Array
    readonly digest: Uint8Array
    /** When it was received. */
    readonly at: number
  } | null
  /** Until when the page was seen as `seen` (null: the revision) has it, before this visit; null where there was no earlier visit. */
  readonly stood: { readonly seen: Uint8Array | null; readonly untilMs: number } | null
  /** What was read on the current revision, where records are what is compared. */
  readonly record: string | null
  /** What accessibility checks found on the current revision, where that is what is compared. */
  readonly accessibility: PackedReport | null
  readonly learned: string | null
  readonly hostLearned: string | null
  /** Texts that pages of the host share, as JSON. */
  readonly hostShared: string | null
  /** The time of the visit, and since the one before. */
  readonly at: number
  readonly intervalMs: number
  /** It is fetched a second time within seconds, on purpose. */
  readonly isSecondLook: boolean
  /** May a second look be asked for? */
  readonly mayConfirm: boolean
  /** Visits since the last other payload, which found the same bytes. */
  readonly quietVisits: number
  /** Were there such visits, whether or not they have been learned from? */
  readonly stoodStill: boolean
}

/** What a site model says of a page. */
export interface Guided {
  readonly pageClass: string | null
  /** As JSON. */
  readonly record: string | null
  readonly action: Submission | null
  /** Hashes of what it says outside of its links, where an inferred model is followed. */
  readonly phrases: Uint32Array | null
}

/** Records that are archived with those of a page, and what the index says of the first of them. */
export interface PackedBeside {
  /** If they are not those of the page. */
  readonly url?: string
  readonly at?: number
  readonly status?: number
  readonly bytes: Uint8Array
  readonly firstLength: number
  readonly type: string
  readonly digest: Uint8Array
}

export interface ParseResult {
  readonly facts: ReadFacts
  readonly guided: Guided | null
  readonly comparison: ComparedPayload | null
  readonly digest: Uint8Array
  readonly canonical: Url | null
  /** Where the page itself sends its readers at once (`<meta http-equiv=refresh>` within 5 seconds, or the header). */
  readonly refresh: Url | null
  readonly found: FoundUrls
  /** It looks as if something stood before the page, and the page is not what was stored before. */
  readonly wall: WallSign | null
  /** Somebody who says when it changes. */
  readonly push: PushOffer | null
  /** Sitemap indexes and feeds to read next. */
  readonly sources: readonly Url[]
  readonly packedLinks: Uint8Array | null
  /** What a new revision leaves in the full-text index, if there is one. */
  readonly search: ParsedSearch | null
  /** What was looked for and found on a payload that is not the one before. */
  readonly patterns: readonly FoundPattern[] | null
  /** What a focused crawl judges by; null in other crawls. */
  readonly bearing: PageBearing | null
  /** Forms and words, where search forms are asked. */
  readonly forms: FormSight | null
  /** What accessibility checks found on a payload that is not the one before. */
  readonly accessibility: PackedReport | null
  /** Why nothing could be read of a document; the reason follows "the file". */
  readonly unreadable: string | null
  readonly records: Uint8Array
  readonly firstLength: number
  /** The number of the dictionary that the records are packed with, or 0. */
  readonly dictionary: number
  /** Where `records` has what a browser showed: the records of what the server sent, and a picture where one is kept. */
  readonly beside: readonly PackedBeside[]
  /** What the page is compared with others by, if asked for. */
  readonly likeness: { readonly simhash: Uint8Array; readonly sketch: Uint8Array } | null
  /** What it says in any order, if asked for. */
  readonly content: ContentPrint | null
  readonly text: string | null
  readonly body: Uint8Array | null
  readonly links:
    | readonly {
        readonly href: string
        readonly text: string
        readonly kind: string
        readonly nofollow: boolean
      }[]
    | null
}
