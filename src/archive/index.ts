/**
 * The archive: bytes as received, append-only, in the format of the field (WARC/1.1 with a CDXJ index beside it).
 *
 * A record is made and packed where the page is parsed (`warc.ts`, `pack.ts`, in a worker), placed and flushed by one writer (`writer.ts`),
 * and found again by the place that the store keeps with each visit (`reader.ts`): one look-up, one seek.
 *
 * With zstd, pages that look alike share a dictionary: `families.ts` says which, `learn.ts` learns it from records in the archive,
 * `frames.ts` packs with it, and every file that needs one begins with it, so that a file can be read by itself.
 *
 * Durability: the writer flushes to the disk before the store commits the visits, and the store keeps the committed
 * length of each file. So after a crash everything that was reported is in both; what stands behind the committed length
 * was never reported and is cut off (`repairFile`), which leaves every file whole to its last record.
 */
export * from './cdxj.ts'
export { type ByteSink, type CopiedFile, copyOut, exportedName } from './copy-out.ts'
export { Families, type School, type StoredPage } from './families.ts'
export { GzipInto } from './gzip-into.ts'
export {
  cutTornEnd,
  fileState,
  forgetFile,
  hasIndex,
  isReadable,
  keepIndexLines,
} from './harm.ts'
export { entryOf, type Inspection, inspectRecord } from './inspect.ts'
export { learnDictionary } from './learn.ts'
export { type FileIndex, indexFile, writeIndex } from './make-index.ts'
export { IndexRuns, inBatches } from './merge-index.ts'
export * from './pack.ts'
export {
  type RecordEnd,
  type RecordReader,
  readRecords,
  type Stopped,
  type StreamedRecord,
} from './read-records.ts'
export {
  type ArchivedHttp,
  type ArchivedRecord,
  headerValue,
  parseRecord,
  readRecordAt,
} from './reader.ts'
export { type Redaction, Redactor } from './redact.ts'
export { keptDictionaries, type Place, readSamples } from './samples.ts'
export { type TrecPage, trecDocument } from './trec.ts'
export * from './wacz.ts'
export * from './warc.ts'
export * from './writer.ts'
export { type PatchableSink, ZipWriter } from './zip.ts'
