/**
 * What counts as a change.
 *
 * `signatureOf` reads a body once and makes its signature: hashes on several levels, a simhash, a sketch of its
 * 3-grams, a block signature, and the hashes of its pieces of text in their places. `decide` compares two signatures,
 * neither of which needs its body, and says whether the page changed, where and by how much, or why not. `VolatileRegions`
 * learns from each comparison what differs on every visit without being edited; `SharedTexts` learns what the pages of a host have in common.
 *
 * Invariants: pure; nothing throws on what the web sends; time is linear in the body, and in the number of pieces (at most
 * a thousand) for a decision; a stored signature takes two to four kilobytes for a page of thirty.
 *
 * Sources: simhash (Charikar), shingles and sketches (Broder), blocks (Tridgell's rsync), patience
 * alignment (Cohen), and an experiment of 2006 in which every page of a million "changed" every day, because dates did.
 * Cost and quality: `npm run bench:change`; docs/change.md explains the rules to users.
 */
export { compareReports } from './decide/accessibility-change.ts'
export type { ChangeNote } from './decide/change-note.ts'
export { type Comparison, compare } from './decide/compare.ts'
export {
  type ChangeLevel,
  type ChangeRules,
  DEFAULT_RULES,
  type Decision,
  decide,
  type Excused,
  isSharedEvidence,
  type Learned,
  type Unchanged,
} from './decide/decide.ts'
export type { Gap } from './decide/gap.ts'
export { pageBit } from './decide/page-bits.ts'
export { compareRecords, recordFrom } from './decide/record-change.ts'
export { type SharedSightings, SharedTexts } from './decide/shared-texts.ts'
export type { SlotEvidence } from './decide/slot.ts'
export { CLOSE_MS, VolatileRegions } from './decide/volatile.ts'
export { PagePart, type PartSettings } from './part/page-part.ts'
export { formatDiff, type Marks } from './show/format-diff.ts'
export { summarize } from './show/summarize.ts'
export {
  type DiffLine,
  type DiffWords,
  type TextDiffOptions,
  textDiff,
} from './show/text-diff.ts'
export { decodeSignature, encodeSignature, isCurrentSignature } from './signature/encode.ts'
export { type SignatureOptions, signatureOf } from './signature/make-signature.ts'
export type { BodyKind, Level, Signature } from './signature/signature.ts'
export { simhashDistance } from './signature/simhash.ts'
export { type Sketch, sketchResemblance } from './signature/sketch.ts'
