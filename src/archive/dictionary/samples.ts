/** Records read back from the archive to learn a dictionary from, and dictionaries that earlier runs left in it. */
import { closeSync, openSync, readSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { zstdDecompressSync } from 'node:zlib'
import type { ArchiveFolder, FileRef } from '../archive-folder.ts'
import { FAMILY_FIELD } from '../format/warc.ts'
import { dictionaryFrameLength, dictionaryIn, framesIn } from '../read/frames.ts'
import { readRecords } from '../read/read-records.ts'
import { readDictionary } from '../read/reader.ts'

export interface SamplePlace {
  /** The name of the file. */
  readonly file: string
  readonly offset: number
  readonly length: number
}

/** Read from one record at most: what pages have in common is near the beginning. */
const MAX_RECORD_BYTES = 128 * 1024
const MAX_BYTES = 4 * 1024 * 1024
/** How many files are examined, newest first. */
const MAX_FILES = 64

/**
 * The records at these places, those of one place concatenated. Places that cannot be read are left out. Reads synchronously: with
 * asynchronous reads, a busy thread would do all its other work between two steps.
 */
export function readSamples(folder: string, places: readonly SamplePlace[]): Buffer[] {
  const dictionaries = new Map<string, Buffer | null>()
  const samples: Buffer[] = []
  let left = MAX_BYTES
  for (const place of places) {
    if (left <= 0) break
    const sample = readSample(join(folder, place.file), place, dictionaries)
    samples.push(sample)
    left -= sample.length
  }
  return samples.filter(sample => sample.length > 0)
}

function readSample(path: string, place: SamplePlace, dictionaries: Map<string, Buffer | null>): Buffer {
  try {
    const file = openSync(path, 'r')
    try {
      if (!dictionaries.has(path)) dictionaries.set(path, dictionaryAtStart(file))
      const dictionary = dictionaries.get(path)
      const options = dictionary ? { dictionary } : {}
      const frames = [...framesIn(readAt(file, place.offset, place.length))]
      return Buffer.concat(
        frames.map(frame => zstdDecompressSync(frame, options).subarray(0, MAX_RECORD_BYTES)),
      )
    } finally {
      closeSync(file)
    }
  } catch {
    return Buffer.alloc(0)
  }
}

function dictionaryAtStart(file: number): Buffer | null {
  const length = dictionaryFrameLength(readAt(file, 0, 8))
  return length === null ? null : dictionaryIn(readAt(file, 0, length))
}

function readAt(file: number, offset: number, length: number): Buffer {
  const bytes = Buffer.allocUnsafe(length)
  return bytes.subarray(0, readSync(file, bytes, 0, length, offset))
}

/** The newest dictionary of each family in the archive, as a function that reads it. */
export async function keptDictionaries(
  folder: ArchiveFolder,
): Promise<ReadonlyMap<string, () => Promise<Uint8Array | null>>> {
  const found = new Map<string, () => Promise<Uint8Array | null>>()
  for (const name of (await zstdFiles(folder)).slice(0, MAX_FILES)) {
    const file = folder.file(name)
    const family = await familyOf(file).catch(() => null)
    if (family !== null && !found.has(family)) found.set(family, () => readDictionary(file))
  }
  return found
}

/** Newest first. */
async function zstdFiles({ path, bucket }: ArchiveFolder): Promise<string[]> {
  const here = await readdir(path).catch(() => [])
  const moved = bucket ? await bucket.sizes().catch(() => new Map()) : new Map()
  const names = new Set([...here, ...moved.keys()])
  return [...names]
    .filter(name => name.endsWith('.warc.zst'))
    .sort()
    .reverse()
}

/** The family of the dictionary, according to the first record of the file. */
async function familyOf(file: FileRef): Promise<string | null> {
  for await (const record of readRecords(file)) {
    const pieces: Buffer[] = []
    for await (const piece of record.block) pieces.push(piece)
    const fields = Buffer.concat(pieces).toString('utf8').split(/\r?\n/)
    const line = fields.find(field => field.startsWith(`${FAMILY_FIELD}: `))
    return record.type === 'warcinfo' && line ? line.slice(FAMILY_FIELD.length + 2) : null
  }
  return null
}
