/** Exports made on the server, kept until somebody removes them: one for each format, as a file or a folder of files. */
import { createReadStream } from 'node:fs'
import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { Failure } from '../env/index.ts'
import type { DownloadedFormat, TaskOrder } from './task-order.ts'

export interface ExportedFile {
  /** `news.csv`, or `news-warc/….warc.gz` if the export is a folder. */
  readonly name: string
  readonly sizeBytes: number
  readonly madeAt: Date
}

const ENDINGS: Readonly<Record<DownloadedFormat, string>> = {
  warc: '-warc',
  wacz: '.wacz',
  trec: '.trec.gz',
  parquet: '.parquet',
  csv: '.csv',
  jsonl: '.jsonl',
  graphml: '.graphml',
  cypher: '.cypher',
}

/** Matches exports in progress, which are not complete yet. */
const UNFINISHED = /\.(?:making|part|old)(?:$|[./])/

export class ExportFiles {
  readonly #folder: string
  readonly #name: string

  /** `name` is the name of the collection in addresses. */
  constructor(folder: string, name: string) {
    this.#folder = join(folder, name)
    this.#name = name
  }

  /** The path for the export of an order; empty for orders that make no file. */
  placeFor(order: TaskOrder): string {
    if (order.kind === 'records') return join(this.#folder, `${this.#name}-records-${order.format}`)
    if (order.kind !== 'export') return ''
    const contents = order.markdown ? '-markdown' : order.text ? '-text' : ''
    return join(this.#folder, `${this.#name}${contents}${order.main ? '-main' : ''}${ENDINGS[order.format]}`)
  }

  async list(): Promise<readonly ExportedFile[]> {
    const entries = await readdir(this.#folder, { recursive: true, withFileTypes: true }).catch(() => [])
    const found: ExportedFile[] = []
    for (const entry of entries) {
      if (!entry.isFile()) continue
      const path = join(entry.parentPath, entry.name)
      const name = path.slice(this.#folder.length + 1).replaceAll('\\', '/')
      if (UNFINISHED.test(name)) continue
      const about = await stat(path).catch(() => null)
      if (about) found.push({ name, sizeBytes: about.size, madeAt: about.mtime })
    }
    return found.sort((a, b) => (a.name < b.name ? -1 : 1))
  }

  /** Opens only files that `list` names, so no path can lead anywhere else. */
  async open(name: string): Promise<ExportedFile & { readonly body: ReadableStream }> {
    const file = (await this.list()).find(each => each.name === name)
    if (!file) throw new Failure('usage', `there is no export ${name}`)
    const body = Readable.toWeb(createReadStream(join(this.#folder, file.name))) as ReadableStream
    return { ...file, body }
  }

  /** Removes an export with all its files; false if there is none with this name. */
  async remove(name: string): Promise<boolean> {
    const names = new Set((await this.list()).map(each => each.name.split('/')[0]))
    if (!names.has(name)) return false
    await rm(join(this.#folder, name), { recursive: true, force: true })
    return true
  }
}
