/**
 * WACZ 1.1.1, a web archive in one file that browsers replay: a ZIP whose entries are stored, so that a reader can seek.
 *
 *   archive/NAME.warc.gz      the records
 *   indexes/index.cdxj        sorted
 *   pages/pages.jsonl         a header line, then {id, url, ts, title, text} for each page, the text if `hasText`
 *   datapackage.json          every entry above with size and SHA-256
 *   datapackage-digest.json   the SHA-256 of that
 */
import { createHash } from 'node:crypto'
import { inBatches } from '../index/merge-index.ts'
import type { ByteSink } from '../write/copy-out.ts'
import { type PatchableSink, ZipWriter } from './zip.ts'

export interface WaczPage {
  readonly id: string
  readonly url: string
  readonly ts: string
  readonly title?: string
  /** The visible text, if requested. */
  readonly text?: string
}

interface Resource {
  readonly name: string
  readonly path: string
  readonly hash: string
  readonly bytes: number
}

export class WaczWriter {
  readonly #zip: ZipWriter
  readonly #about: { readonly title: string; readonly software: string; readonly created: string }
  readonly #resources: Resource[] = []

  constructor(sink: PatchableSink, about: { title: string; software: string; at: number }) {
    this.#zip = new ZipWriter(sink, about.at)
    this.#about = { title: about.title, software: about.software, created: new Date(about.at).toISOString() }
  }

  warc<T>(name: string, fill: (content: ByteSink) => Promise<T>): Promise<T> {
    return this.#resource(`archive/${name}`, fill)
  }

  index(lines: AsyncIterable<string>): Promise<void> {
    return this.#resource('indexes/index.cdxj', content => writeText(content, lines))
  }

  pages(pages: AsyncIterable<WaczPage>, hasText = false): Promise<void> {
    async function* lines() {
      yield `${JSON.stringify({ format: 'json-pages-1.0', id: 'pages', title: 'All pages', hasText })}\n`
      for await (const page of pages) yield `${JSON.stringify(page)}\n`
    }
    return this.#resource('pages/pages.jsonl', content => writeText(content, lines()))
  }

  async end(): Promise<void> {
    const { title, software, created } = this.#about
    const description = {
      profile: 'data-package',
      wacz_version: '1.1.1',
      title,
      software,
      created,
      resources: this.#resources,
    }
    const text = Buffer.from(`${JSON.stringify(description, null, 2)}\n`)
    const hash = `sha256:${createHash('sha256').update(text).digest('hex')}`
    const digest = Buffer.from(`${JSON.stringify({ path: 'datapackage.json', hash }, null, 2)}\n`)
    await this.#zip.entry('datapackage.json', content => content.write(text))
    await this.#zip.entry('datapackage-digest.json', content => content.write(digest))
    await this.#zip.end()
  }

  async #resource<T>(path: string, fill: (content: ByteSink) => Promise<T>): Promise<T> {
    const hash = createHash('sha256')
    let bytes = 0
    const result = await this.#zip.entry(path, content =>
      fill({
        write: async piece => {
          hash.update(piece)
          bytes += piece.length
          await content.write(piece)
        },
      }),
    )
    const name = path.slice(path.lastIndexOf('/') + 1)
    this.#resources.push({ name, path, hash: `sha256:${hash.digest('hex')}`, bytes })
    return result
  }
}

async function writeText(content: ByteSink, lines: AsyncIterable<string>): Promise<void> {
  for await (const batch of inBatches(lines)) await content.write(Buffer.from(batch))
}
