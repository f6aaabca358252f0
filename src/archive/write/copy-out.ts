/**
 * An archive file in the form that others expect: `.warc.gz` with one gzip member per record. Files in that form are copied byte for byte;
 * zstd, plain and damaged ones are repacked, record by record, keeping blocks and digests, without what cannot be read. Either way the
 * result is read and indexed along the way, so that an index never claims what the file does not hold.
 */
import { gzipSync } from 'node:zlib'
import type { AnyFile } from '../archive-folder.ts'
import { cdxLine } from '../index/cdxj.ts'
import { byText, type FileIndex, indexFile, wrongWith } from '../index/make-index.ts'
import { FileBytes } from '../read/file-bytes.ts'
import { entryOf, inspectRecord } from '../read/inspect.ts'
import { readRecords, type StreamedRecord } from '../read/read-records.ts'
import { GzipInto } from './gzip-into.ts'

export interface ByteSink {
  write(bytes: Uint8Array): Promise<void>
}

export interface CopiedFile extends FileIndex {
  readonly name: string
  readonly sizeBytes: number
}

const SMALL_BLOCK = 1024 * 1024
const LEVEL = 6

export const exportedName = (name: string): string => name.replace(/\.warc(\.zst|\.gz)?$/, '.warc.gz')

export interface CopyOptions {
  /** Leaves out what was recorded after this time (`WARC-Date`), except for records that describe the file itself. */
  readonly until?: number
}

/** `sizeBytes` is the committed length: bytes after that may still be being written. */
export async function copyOut(
  from: AnyFile,
  file: { readonly name: string; readonly sizeBytes: number },
  sink: ByteSink,
  { until }: CopyOptions = {},
): Promise<CopiedFile> {
  const name = exportedName(file.name)
  if (name !== file.name || until !== undefined) return repack(from, { ...file, name, until }, sink)
  const index = await indexFile(from, { endAt: file.sizeBytes, fileName: name })
  if (index.stopped) return repack(from, { ...file, name, until }, sink)
  const bytes = await FileBytes.open(from, file.sizeBytes)
  try {
    for await (const piece of bytes.range(0, file.sizeBytes)) await sink.write(piece)
  } finally {
    await bytes.close()
  }
  return { name, sizeBytes: bytes.endAt, ...index }
}

async function repack(
  from: AnyFile,
  file: { readonly sizeBytes: number; readonly name: string; readonly until: number | undefined },
  sink: ByteSink,
): Promise<CopiedFile> {
  const { name, until = Number.POSITIVE_INFINITY } = file
  const lines: string[] = []
  const problems: { offset: number; problem: string }[] = []
  let records = 0
  let offset = 0
  const reader = readRecords(from, { endAt: file.sizeBytes, skipsDamage: true })
  for await (const record of reader) {
    if (isLater(record, until)) continue
    const { inspection, length } = await packAgain(record, name, sink)
    const problem = wrongWith(inspection)
    if (problem !== null) problems.push({ offset: record.offset, problem })
    if (length === 0) continue
    records++
    const entry = entryOf(record, inspection, { offset, length, file: name })
    if (entry) lines.push(cdxLine(entry))
    offset += length
  }
  return { name, sizeBytes: offset, lines: lines.sort(byText), records, problems, stopped: reader.stopped }
}

function isLater({ headers }: StreamedRecord, until: number): boolean {
  return headers.get('warc-type') !== 'warcinfo' && Date.parse(headers.get('warc-date') ?? '') > until
}

const RECORD_END = Buffer.from('\r\n\r\n')

async function packAgain(record: StreamedRecord, name: string, sink: ByteSink) {
  const head = renamed(record, name)
  if (record.contentLength > SMALL_BLOCK) return packLarge(record, head, sink)
  const pieces: Buffer[] = [head]
  const inspection = await inspectRecord(record, piece => void pieces.push(piece))
  // Others cannot read a record that ends too early, nor anything behind it.
  if (inspection.isCut) return { inspection, length: 0 }
  const member = gzipSync(Buffer.concat([...pieces, RECORD_END]), { level: LEVEL })
  await sink.write(member)
  return { inspection, length: member.length }
}

async function packLarge(record: StreamedRecord, head: Buffer, sink: ByteSink) {
  const member = new GzipInto(sink, LEVEL)
  await member.write(head)
  const inspection = await inspectRecord(record, piece => member.write(piece))
  await member.write(RECORD_END)
  return { inspection, length: await member.end() }
}

/** A `warcinfo` record names the file it is in. */
function renamed({ head, headers }: StreamedRecord, name: string): Buffer {
  const before = headers.get('warc-filename')
  if (before === undefined) return head
  return Buffer.from(head.toString('utf8').replace(/^(WARC-Filename:\s*).*?(\r?)$/im, `$1${name}$2`))
}
