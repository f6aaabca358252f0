/**
 * The archive: bytes as received, append-only, in the format that web archives use (WARC/1.1 with a CDXJ index next to it).
 *
 * A record is made and packed where the page is parsed (`warc.ts`, `pack.ts`, in a worker thread), placed and flushed by one writer
 * (`writer.ts`), and found again by the place that the store keeps with each visit (`reader.ts`): one lookup, one seek.
 *
 * With zstd, pages that look alike share a dictionary: `dictionary-groups.ts` decides which, `learn.ts` learns it from records in the
 * archive, `frames.ts` packs with it, and every file that needs one begins with it, so that a file can be read by itself.
 *
 * A closed file may move from its folder to a bucket (`bucket/move.ts`); an `ArchiveFolder` reads it in either place.
 *
 * Durability: the writer flushes to disk before the store commits the visits, and the store keeps the committed length of each file. So
 * after a crash, everything that was reported is in both. Anything beyond the committed length was never reported and is cut off
 * (`repairFile`), which leaves every file intact up to its last record.
 */

export { ArchiveFolder } from './archive-folder.ts'
export type { Bucket, BucketAddress } from './bucket/bucket.ts'
export { bringBack, moveOut } from './bucket/move.ts'
export { S3Bucket } from './bucket/s3-bucket.ts'
export { DictionaryGroups, type DictionaryTrainer, type StoredPage } from './dictionary/dictionary-groups.ts'
export { learnDictionary } from './dictionary/learn.ts'
export { keptDictionaries, readSamples, type SamplePlace } from './dictionary/samples.ts'
export { base32 } from './format/base32.ts'
export { claimedSha1 } from './format/digests.ts'
export * from './format/pack.ts'
export { type Redaction, Redactor } from './format/redact.ts'
export { trecDocument } from './format/trec.ts'
export * from './format/wacz.ts'
export * from './format/warc.ts'
export * from './index/cdxj.ts'
export { type FileIndex, indexFile, writeIndex } from './index/make-index.ts'
export { IndexRuns, inBatches } from './index/merge-index.ts'
export { type Capture, capturesIn, type UnusableCapture, type WarcFile } from './read/captures.ts'
export { isDenied } from './read/file-bytes.ts'
export { keepIndexLines, readIndex, replaceIndex } from './read/file-index.ts'
export {
  cutTornEnd,
  fileState,
  forgetFile,
  hasIndex,
  isReadable,
  movedFiles,
} from './read/harm.ts'
export { indexedOffsets, rangeOfVisit } from './read/page-records.ts'
export { readRecords } from './read/read-records.ts'
export {
  type ArchivedRecord,
  ASK_DOCTOR,
  readHeadAt,
  readRecordAt,
} from './read/reader.ts'
export { zippedFiles } from './read/zipped-files.ts'
export { type ByteSink, type CopiedFile, copyOut } from './write/copy-out.ts'
export { type ByteRange, eraseRanges, joinedRanges } from './write/erase.ts'
export { GzipInto } from './write/gzip-into.ts'
export type { PayloadHolder, Revisits } from './write/revisits.ts'
export { referringTo, withOwnPayload } from './write/write-anew.ts'
export * from './write/writer.ts'
