/** The comparison of step 4, in a parse thread: decides whether the new payload is a change of the page, or the same page with other noise. */
import {
  type ChangeNote,
  CLOSE_MS,
  compare,
  compareRecords,
  compareReports,
  type Decision,
  decide,
  decodeSignature,
  encodeSignature,
  isCurrentSignature,
  isSharedEvidence,
  type Learned,
  pageBit,
  recordFrom,
  SharedTexts,
  type Signature,
  VolatileRegions,
} from '../../change/index.ts'
import { isConverted } from '../../document/converted-types.ts'
import { jsonOf } from '../../env/json.ts'
import { type ReadBody, readOld, signatureIn, textOf } from './compared-body.ts'
import type { ComparedPayload, CompareJob } from './job.ts'

export { contentPrint, likenessOf } from '../../duplicates/index.ts'
export { partOf, signatureIn } from './compared-body.ts'

/** Shortest interval assumed between two visits, unless one is a second look: the page may have been edited within seconds. */
const NOT_CLOSE_MS = CLOSE_MS + 1
/** Maximum number of second looks at one page, beside those that are needed for proof. */
const MAX_CONFIRMATIONS = 1
const MAX_SLOTS_OF_PAGE = 40
const MAX_SLOTS_OF_HOST = 60
/** Visits that found the same bytes count as evidence that nothing differed, up to this many of them, each over an interval that is not close. */
const MAX_QUIET = 10
const QUIET_MS = 3_600_000
/** Longer texts are not carried to the main thread to be summarized. */
const MAX_TEXT = 1_000_000

/** Levels whose notes already say what differs. */
const UNTOLD = new Set(['record', 'accessibility'])

/** What was learned about a page, kept as JSON. */
interface PageLearned {
  readonly regions: unknown
  /** Second looks so far. */
  readonly confirmations: number
}

/** `after` is the signature of the body, as `signatureIn` makes it. */
export async function compareWith(
  job: CompareJob,
  body: ReadBody,
  after: Signature,
): Promise<ComparedPayload> {
  const isStored = job.revised !== null && isCurrentSignature(job.revised, body.part?.tag)
  const made = !isStored && job.old !== null ? signatureIn(await readOld(job.old, body), job.old.at) : null
  const revised = made ?? ofSamePart(decoded(job.revised), after)
  if (!revised) return unknownBefore(after)
  const known = jsonOf<Partial<PageLearned>>(job.learned)
  const page = VolatileRegions.from(known?.regions, MAX_SLOTS_OF_PAGE, true)
  const host = VolatileRegions.from(jsonOf(job.hostLearned), MAX_SLOTS_OF_HOST, true).lookAt(
    pageBit(body.url),
  )
  const texts = SharedTexts.from(jsonOf(job.hostShared))
  // A page that was seen twice with the same bytes has no region that differs on every visit, whatever other pages have.
  const all: Learned = {
    volatile: job.stoodStill ? [page] : [page, host],
    shared: { texts, url: body.url },
    canProve: job.canProve,
  }
  const { isSecondLook } = job
  const seen = ofSamePart(decoded(job.seen), after) ?? revised
  const isTaught = job.learns && !isSecondLook && seen.kind === after.kind
  const learn = () => observe(seen, after, job, [page, host])
  const isNews = isSecondLook && decide(seen, after, job.rules, all).changed
  // What differs within seconds is noise; learn it before judging.
  if (job.learns && isSecondLook) learn()
  const decision = decide(withLater(revised, job), after, job.rules, job.learns ? all : [])
  if (job.learns && !isSecondLook) learn()
  const confirmations = (known?.confirmations ?? 0) + (isSecondLook ? 1 : 0)
  const isWorthwhile = job.mayConfirm && confirmations < MAX_CONFIRMATIONS
  const mayWait = job.learns && job.mayLook && (isWorthwhile || decision.wantsProof === true)
  const learned: PageLearned = { regions: page, confirmations }
  const note = withStructure(
    recordNote(job, body) ?? accessibilityNote(job, body) ?? noteOf(decision),
    revised,
    after,
  )
  // Documents get no summary: it is made where the earlier text would have to be converted first.
  const isTold = note.changed && !UNTOLD.has(note.level) && !isConverted(body.type)
  const text = isTold ? textOf(body) : null
  return {
    verdict: note.changed ? (mayWait ? 'pending' : 'changed') : 'unchanged',
    note: isSecondLook ? { ...note, secondLook: foundBy(seen, after) } : note,
    after: encodeSignature(after),
    before: made && encodeSignature(made),
    learned: job.learns ? JSON.stringify(learned) : null,
    hostLearned: job.learns ? JSON.stringify(host) : null,
    sharedSeen: isTaught ? texts.sightings(body.url, compare(withLater(seen, job), after)) : null,
    secondLook: isSecondLook ? (isNews ? 'taught' : 'idle') : null,
    text: text !== null && text.length <= MAX_TEXT ? text : null,
  }
}

/** Signatures of other parts of a page, made before the config was edited, tell nothing. */
const ofSamePart = (signature: Signature | null, { part }: Signature) =>
  signature?.part === part ? signature : null

/** Adds what the page said at its last visit: a date that had not moved by then does not follow the clock. */
function withLater(revised: Signature, { stood }: CompareJob): Signature {
  if (stood === null) return revised
  const { regions } = ofSamePart(decoded(stood.seen), revised) ?? revised
  return { ...revised, since: { regions, untilMs: stood.untilMs } }
}

/** A signature that cannot be decoded counts as missing. */
function decoded(bytes: Uint8Array | null): Signature | null {
  if (bytes === null) return null
  try {
    return decodeSignature(Buffer.from(bytes)) ?? null
  } catch {
    return null
  }
}

/** Learns from the difference between one visit and the next, whichever revision is stored. */
function observe(
  seen: Signature,
  after: Signature,
  job: CompareJob,
  learners: readonly VolatileRegions[],
): void {
  const { intervalMs, quietVisits, isSecondLook } = job
  if (seen.kind !== after.kind) return
  const quiet = compare(seen, seen)
  const comparison = compare(seen, after)
  for (const regions of learners) {
    if (isSecondLook && comparison.gaps.length === 0) regions.observeSteady(quiet)
    for (let i = 0; i < Math.min(quietVisits, MAX_QUIET); i++) regions.observe(quiet, QUIET_MS)
    const countedMs = isSecondLook ? Math.min(intervalMs, CLOSE_MS) : Math.max(intervalMs, NOT_CLOSE_MS)
    regions.observe(comparison, countedMs, after.fresh?.labels)
  }
}

/** The result when the archive no longer has the earlier copy: all that is known is that the bytes differ. */
function unknownBefore(after: Signature): ComparedPayload {
  return {
    verdict: 'changed',
    note: { changed: true, level: 'raw', difference: 1, paths: [], why: 'no earlier copy' },
    after: encodeSignature(after),
    before: null,
    learned: null,
    hostLearned: null,
    sharedSeen: null,
    secondLook: null,
    text: null,
  }
}

/** The decision by records; null if records are not compared, or one of the two pages has none. */
function recordNote({ rules, record: stored }: CompareJob, { record }: ReadBody): ChangeNote | null {
  const before = recordFrom(stored)
  const after = recordFrom(record ?? null)
  if (rules.level !== 'record' || before === null || after === null) return null
  const { difference, fields, summary } = compareRecords(before, after)
  const changed = difference > (rules.threshold ?? 0)
  const why = difference > 0 ? 'under threshold' : 'elsewhere'
  return {
    changed,
    ...(changed ? {} : { why }),
    level: 'record',
    difference: rounded(difference),
    paths: fields,
    ...(summary === '' ? {} : { summary }),
  }
}

/** The decision by accessibility checks; null if these are not compared, or one of the two pages was not checked. */
function accessibilityNote({ rules, accessibility: before }: CompareJob, body: ReadBody): ChangeNote | null {
  const after = body.accessibility ?? null
  if (rules.level !== 'accessibility' || before === null || after === null) return null
  const { difference, rules: paths, summary } = compareReports(before, after)
  const changed = difference > (rules.threshold ?? 0)
  const why = difference > 0 ? 'under threshold' : 'elsewhere'
  return {
    changed,
    ...(changed ? {} : { why }),
    level: 'accessibility',
    difference: rounded(difference),
    paths,
    ...(changed ? { summary } : {}),
  }
}

function noteOf(decision: Decision): ChangeNote {
  const { changed, level, difference, paths, excused, resemblance, simhashDistance } = decision
  return {
    changed,
    ...(decision.changed ? {} : { why: decision.why }),
    level,
    difference: rounded(difference),
    resemblance: rounded(resemblance),
    simhashDistance,
    paths,
    ...(excused.length > 0 ? { excused: excused.map(each => each.path) } : {}),
    ...sharedPart(excused),
  }
}

function sharedPart(excused: Decision['excused']): Pick<ChangeNote, 'sharedWith'> {
  const shared = excused.map(({ evidence }) => evidence).filter(isSharedEvidence)
  return shared.length > 0 ? { sharedWith: Math.min(...shared.map(({ pages }) => pages)) } : {}
}

/** The change levels of 2004: nothing changed, the text alone, or the structure, which shows in the tags. */
function withStructure(note: ChangeNote, revised: Signature, after: Signature): ChangeNote {
  const before = revised.levels.tags
  const now = after.levels.tags
  const isOther = note.changed && before !== undefined && now !== undefined && before !== now
  return isOther ? { ...note, structure: true } : note
}

/** Whether anything at all differed within seconds. */
const foundBy = (seen: Signature, after: Signature) =>
  compare(seen, after).gaps.length > 0 ? 'differs' : 'same'

const rounded = (value: number) => Math.round(value * 10_000) / 10_000
