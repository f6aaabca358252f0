/** The archive's way of a page without a crawl around it: packed, written, learned from. */
import { createHash, randomUUID } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  ArchiveFolder,
  ArchiveWriter,
  type Compression,
  DictionaryGroups,
  type DictionaryTrainer,
  learnDictionary,
  type Pack,
  packerFor,
  packVisit,
  readSamples,
} from '../../src/archive/index.ts'
import type { SourcePage } from './pages.ts'

export interface Packed {
  /** Response records alone, and everything in the files. */
  readonly htmlBytes: number
  readonly fileBytes: number
  /** What dictionaries take in the files, each as often as it stands there. */
  readonly dictionaryBytes: number
  readonly files: number
  /** Processor time, for a page. */
  readonly packMs: number
  /** Processor time spent on learning, all together. */
  readonly learnMs: number
  /** Pages that were packed with a dictionary. */
  readonly withDictionary: number
}

export interface PackOptions {
  readonly compression: Compression
  readonly level: number
  /** Most bytes of a dictionary; 0 for none. */
  readonly dictionaryBytes: number
}

/** Visits that go to the disk together: few, as in a polite crawl. */
const BATCH = 10
const DICTIONARY_FRAME = 0x184d2a5d

export async function packAll(pages: readonly SourcePage[], options: PackOptions): Promise<Packed> {
  const folder = await mkdtemp(join(tmpdir(), 'tidewatch-bench-archive-'))
  try {
    return await new Pipeline(folder, options).run(pages)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

class Pipeline implements DictionaryTrainer {
  readonly #folder: string
  readonly #options: PackOptions
  readonly #packs: Map<number, Pack>
  readonly #dictionaries = new Map<number, Uint8Array>()
  readonly #families: DictionaryGroups | null
  readonly #writer: ArchiveWriter
  readonly #sizes = new Map<number, number>()
  readonly #sum = { htmlBytes: 0, dictionaryBytes: 0, packMs: 0, learnMs: 0, withDictionary: 0 }

  constructor(folder: string, options: PackOptions) {
    this.#folder = folder
    this.#options = options
    this.#packs = new Map([[0, packerFor(options.compression, options.level, null)]])
    const kept = Promise.resolve(new Map())
    this.#families =
      options.dictionaryBytes > 0 ? new DictionaryGroups({ school: this, kept, chance: Math.random }) : null
    let files = 0
    this.#writer = new ArchiveWriter(
      {
        folder: new ArchiveFolder(folder),
        worker: 'bench',
        compression: options.compression,
        level: options.level,
        dictionaries: this.#families,
        rotateBytes: 2 ** 40,
        software: 'bench',
        now: Date.now,
        newId: () => `urn:uuid:${randomUUID()}`,
      },
      {
        openArchiveFile: async () => files++,
        closeArchiveFile: async (id, size) => void this.#sizes.set(id, size),
      },
    )
  }

  async run(pages: readonly SourcePage[]): Promise<Packed> {
    for (let at = 0; at < pages.length; at += BATCH) await this.#batch(pages.slice(at, at + BATCH))
    await this.#writer.close()
    const fileBytes = [...this.#sizes.values()].reduce((sum, size) => sum + size, 0)
    await this.#addDictionaries()
    return { ...this.#sum, packMs: this.#sum.packMs / pages.length, fileBytes, files: this.#sizes.size }
  }

  async train(
    samples: Parameters<DictionaryTrainer['train']>[0],
    current: number,
  ): Promise<Uint8Array | null> {
    const { level, dictionaryBytes: mostBytes } = this.#options
    const before = process.cpuUsage()
    const options = {
      level,
      mostBytes,
      current: this.#dictionaries.get(current) ?? null,
      chance: Math.random(),
    }
    const learned = learnDictionary(readSamples(this.#folder, samples), options)
    this.#sum.learnMs += spentMs(before)
    return learned
  }

  teach(number: number, dictionary: Uint8Array): void {
    this.#dictionaries.set(number, dictionary)
    this.#packs.set(number, packerFor('zstd', this.#options.level, dictionary))
  }

  async #addDictionaries(): Promise<void> {
    for (const name of (await readdir(this.#folder)).filter(each => each.endsWith('.zst'))) {
      const bytes = await readFile(join(this.#folder, name))
      if (bytes.readUInt32LE(0) === DICTIONARY_FRAME) this.#sum.dictionaryBytes += 8 + bytes.readUInt32LE(4)
    }
  }

  forget(number: number): void {
    this.#packs.delete(number)
  }

  async #batch(pages: readonly SourcePage[]): Promise<void> {
    const visits = pages.map(page => {
      const number = this.#families?.numberFor(page.url, null) ?? 0
      const visit = visitOf(page)
      const before = process.cpuUsage()
      const packed = packVisit(visit, this.#packs.get(number)!)
      this.#sum.packMs += spentMs(before)
      this.#sum.htmlBytes += packed.firstLength
      if (number !== 0) this.#sum.withDictionary++
      return { page, number, bytes: packed.bytes }
    })
    for (const { page, number, bytes } of visits) {
      const { name, offset } = await this.#writer.write(bytes, [], number)
      const place = { file: name, offset, length: bytes.length }
      this.#families?.stored({ url: page.url, pageClass: null, place, isSample: true })
    }
    // Lessons come to their end here, as they would between two pages.
    await new Promise(resolve => setImmediate(resolve))
  }
}

function spentMs(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

function visitOf({ url, html }: SourcePage) {
  const { host, pathname } = new URL(url)
  const at = Date.now()
  const headers = [
    'Server',
    'nginx',
    'Date',
    new Date(at).toUTCString(),
    'Content-Type',
    'text/html; charset=utf-8',
  ]
  return {
    url,
    at,
    address: '192.0.2.7',
    request: {
      method: 'GET',
      path: pathname,
      headers: ['Host', host, 'User-Agent', 'tidewatch/0.1', 'Accept', 'text/html,*/*;q=0.8'],
    },
    response: {
      status: 200,
      statusText: 'OK',
      headers: [...headers, 'Content-Length', String(html.length), 'ETag', `"${html.length.toString(16)}"`],
    },
    payload: html,
    payloadDigest: createHash('sha1').update(html).digest(),
    truncated: null,
    revisit: null,
    metadata: { via: `https://${host}/`, depth: 3, hops: 0, fetchTimeMs: 120 },
    newId: () => `urn:uuid:${randomUUID()}`,
  }
}
