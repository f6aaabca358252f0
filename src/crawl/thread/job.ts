/** What goes to a parse thread and what comes back. Plain data only: it is copied or moved between threads. */
import type { Head, RequestHead } from '../../archive/index.ts'
import type { BrowserLink, PageFindings } from '../../browser/rendered.ts'
import type { ChangeNote, ChangeRules, PartSettings, SharedSightings } from '../../change/index.ts'
import type { PackedReport } from '../../document/accessibility/level-scores.ts'
import type { FoundPattern } from '../../document/patterns/index.ts'
import type { WallSign } from '../../document/walls/index.ts'
import type { ContentPrint } from '../../duplicates/index.ts'
import type { Truncated } from '../../fetch/index.ts'
import type { PageBearing } from '../../focus/index.ts'
import type { Submission } from '../../site/index.ts'
import type { Exclusion, PageKind } from '../../store/index.ts'
import type { Url } from '../../url/index.ts'
import type { PushOffer } from './beside-body.ts'
import type { FormSight } from './form-sights.ts'
import type { ParsedSearch } from './search-terms.ts'

/** Sitemaps may have 50 MiB (sitemaps.org): cutting them at the limit for pages would lose most of what they name. */
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
  /** As received, or as a browser rendered it. Its memory moves to the thread. */
  readonly body: Uint8Array
  /** Present if `body` is what a browser rendered. */
  readonly rendered?: RenderedFrom
  /** The records of an archive that the answer is from, to be kept as they are; none if it has to be written anew. */
  readonly recorded?: readonly Uint8Array[]
  /** Why the body is incomplete; null if it is complete. */
  readonly cut: Truncated | null
  /** The kind it was announced as, whatever its type says. */
  readonly kind: PageKind
  /** The page class, if known or promised by a class link. */
  readonly pageClass: string | null
  /** Digest of the stored payload, to tell whether this one is the same, and when it was stored (for revisit records; null if the archive lost it). */
  readonly previous: { readonly digest: Buffer; readonly at: number | null } | null
  /** Present if the payload may be a change. */
  readonly compare: CompareJob | null
  /** The part of the page that is compared; null: all of it. */
  readonly part: PartSettings | null
  /** Obey robots directives inside the page and its headers. */
  readonly obey: boolean
  /** Whether the server says that the stored revision is still current. */
  readonly notModified: boolean
  /** Keep the document without reading it, because a thread died while reading it. */
  readonly isOpaque?: boolean
  readonly want: {
    readonly text: boolean
    /** Fingerprints of the visible text, which cost as much as everything else together. */
    readonly fingerprints: boolean
    /** What the page is compared with other pages by, which costs about as much as everything else together. */
    readonly likeness: boolean
    /** What the page says, to tell whether another address shows it too; costs as much as the likeness. */
    readonly content: boolean
    readonly body: boolean
    readonly links: boolean
  }
}

/** What the browser was given, and the links that only the browser found. */
export interface RenderedFrom {
  readonly response: Head
  /** As received, and decoded. */
  readonly body: Uint8Array
  readonly html: string
  readonly links: readonly BrowserLink[]
  /** Screenshots as JPEG; the second one is small. */
  readonly picture?: Uint8Array
  readonly thumbnail?: Uint8Array
  /** What axe-core found on the page. */
  readonly findings?: PageFindings
  /** Resources that the page loaded and that are kept. */
  readonly loaded: readonly LoadedPart[]
}

/** The answer to a request that a page made while it was rendered. */
export interface LoadedPart {
  readonly url: string
  readonly at: number
  readonly address: string
  readonly response: Head
  /** As received. */
  readonly body: Uint8Array
  readonly truncated: Truncated | null
}

export interface FoundUrls {
  readonly hrefs: readonly Url[]
  /** 16 bytes each. */
  readonly keys: Uint8Array
  /** Why each is excluded, or null. */
  readonly excluded: readonly (Exclusion | null)[]
  /** When each changed according to a sitemap or feed, in milliseconds; 0 if unknown. */
  readonly hints: readonly number[] | null
  /** What a sitemap says about how often each changes. */
  readonly saidRates: readonly (string | null)[] | null
  readonly kind: 'links' | 'sitemap' | 'feed'
  /** What each is promised to be, if a site model is followed. */
  readonly promises: readonly ClassPromise[] | null
  /** Links that were reported before, one per line, if links are counted: one text goes to another thread faster than a hundred. */
  readonly repeated: string
}

/** A page of a class, or an image that a record names, which has no class. */
export type ClassPromise =
  | { readonly kind: 'page'; readonly pageClass: string }
  | { readonly kind: 'image'; readonly pageClass: null }

/** Facts about a document, small enough to keep until its visit is reported. */
export interface ReadFacts {
  readonly type: string
  readonly charset: string | null
  readonly title: string | null
  readonly sizeBytes: number
  readonly truncated: boolean
  /** Whether the payload is that of the stored revision. */
  readonly same: boolean
  /** Whether its type is wanted. */
  readonly wanted: boolean
  /** Whether a directive of the page forbids keeping it. */
  readonly noindex: boolean
  /** Number of links in the body, whether known or not. */
  readonly linkCount: number
  /** Fingerprint of the words in title and anchors: equal for pages that may be alike. */
  readonly outline: number
  /** Fingerprints of the visible text, if requested: a simhash of its words, and a hash of their set. */
  readonly fingerprints: { readonly words: string; readonly set: number } | null
}

/** `pending`: the page differs, and a second look within seconds would tell whether that is noise. */
export type ChangeVerdict = 'changed' | 'unchanged' | 'pending'

/** The result of comparing a payload that differs from the stored one. */
export interface ComparedPayload {
  readonly verdict: ChangeVerdict
  readonly note: ChangeNote
  /** The signature of this payload, and that of the stored revision if it had none yet. */
  readonly after: Uint8Array
  readonly before: Uint8Array | null
  /** What was learned about volatile regions, of the page and of its host, as JSON. */
  readonly learned: string | null
  readonly hostLearned: string | null
  /** What this visit says about texts that pages of the host share; null if nothing. */
  readonly sharedSeen: SharedSightings | null
  /** If this was a second look: whether it found noise that was not known. */
  readonly secondLook: 'taught' | 'idle' | null
  /** The decoded text of a page that changed, for a summary. */
  readonly text: string | null
}

/** What to compare a payload with that differs from the stored one. */
export interface CompareJob {
  readonly rules: Partial<ChangeRules>
  /** Whether regions that differ on every visit are learned and ignored. */
  readonly learns: boolean
  /** Signatures of the current revision, and of the payload seen last if that is another. */
  readonly revised: Uint8Array | null
  readonly seen: Uint8Array | null
  /** The current revision itself, if it has no signature yet. */
  readonly old: {
    readonly headers: readonly string[]
    readonly payload: Uint8Array
    readonly digest: Uint8Array
    /** When it was received. */
    readonly at: number
  } | null
  /** What the last visit before this one saw (`seen`, or null if it was the revision), and when; null if there was no earlier visit. */
  readonly stood: { readonly seen: Uint8Array | null; readonly untilMs: number } | null
  /** The record of the current revision, if records are compared. */
  readonly record: string | null
  /** What accessibility checks found on the current revision, if that is compared. */
  readonly accessibility: PackedReport | null
  readonly learned: string | null
  readonly hostLearned: string | null
  /** Texts that pages of the host share, as JSON. */
  readonly hostShared: string | null
  /** The time since the previous visit. */
  readonly intervalMs: number
  /** Whether the page is deliberately fetched a second time within seconds. */
  readonly isSecondLook: boolean
  /** Whether a second look is worthwhile for its own sake, and whether one may be requested, for that or for proof. */
  readonly mayConfirm: boolean
  readonly mayLook: boolean
  /** Whether one is possible at all: without one, what differs on every visit is noise. */
  readonly canProve: boolean
  /** Number of visits since the payload last differed, all of which found the same bytes. */
  readonly quietVisits: number
  /** Whether there were such visits, learned from or not. */
  readonly stoodStill: boolean
}

/** What a site model found on a page. */
export interface Guided {
  readonly pageClass: string | null
  /** The record as JSON. */
  readonly record: string | null
  readonly action: Submission | null
  /** Hashes of the text outside of links, if an inferred model is followed. */
  readonly phrases: Uint32Array | null
}

/** Records that are archived together with those of a page, and what the index says about the first of them. */
export interface PackedBeside {
  /** Their address, if it is not the page's. */
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
  /** Whether nothing of the part that is to be compared is on the page. */
  readonly isPartMissing: boolean
  readonly digest: Uint8Array
  readonly canonical: Url | null
  /** Where the page itself redirects at once (`<meta http-equiv=refresh>` within 5 seconds, or the header). */
  readonly refresh: Url | null
  readonly found: FoundUrls
  /** Signs that a wall was shown in place of the page, on content that differs from what is stored. */
  readonly wall: WallSign | null
  /** The WebSub hub that announces changes of the page. */
  readonly push: PushOffer | null
  /** Sitemap indexes and feeds to read next. */
  readonly sources: readonly Url[]
  readonly packedLinks: Uint8Array | null
  /** What a new revision adds to the full-text index, if there is one. */
  readonly search: ParsedSearch | null
  /** What the configured patterns matched, on a payload that differs from the stored one. */
  readonly patterns: readonly FoundPattern[] | null
  /** What a focused crawl judges the page by; null in other crawls. */
  readonly bearing: PageBearing | null
  /** Forms and words, if search forms are filled in. */
  readonly forms: FormSight | null
  /** What accessibility checks found, on a payload that differs from the stored one. */
  readonly accessibility: PackedReport | null
  /** Why a document could not be read; worded to follow "the file". */
  readonly unreadable: string | null
  readonly records: Uint8Array
  readonly firstLength: number
  /** The number of the dictionary the records are packed with, or 0. */
  readonly dictionary: number
  /** If `records` holds a rendered page: the records of what the server sent, and of a screenshot if one is kept. */
  readonly beside: readonly PackedBeside[]
  /** What the page is compared with other pages by, if requested. */
  readonly likeness: { readonly simhash: Uint8Array; readonly sketch: Uint8Array } | null
  /** What the page says regardless of order, if requested. */
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
