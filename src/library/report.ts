import { type FileHandle, open, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readRecordAt } from '../archive/index.ts'
import { decodedBody } from '../crawl/body.ts'
import type { Holdings } from '../crawl/holdings.ts'
import type { VisitReport } from '../crawl/index.ts'
import { errorCode, Failure, makeFolder } from '../env/index.ts'
import type { PageRow, PageStore } from '../store/index.ts'

/**
 * A folder with the crawled pages, for people and course work:
 *
 *   URLsCrawled.txt   one URL per line, in the order of their visits, written while crawling
 *   stats.txt         largest, smallest and average size, greatest depth
 *   1.txt … N.txt     the pages themselves, numbered like the lines
 *
 * The folder always describes the whole collection: after an interruption it is completed from the store.
 */
export class ReportFolder {
  readonly #folder: string
  readonly #collection: Holdings<PageStore>
  readonly #list: FileHandle
  #pending = Promise.resolve()
  #failure: unknown = null

  private constructor(folder: string, collection: Holdings<PageStore>, list: FileHandle) {
    this.#folder = folder
    this.#collection = collection
    this.#list = list
  }

  static async open(folder: string, collection: Holdings<PageStore>): Promise<ReportFolder> {
    try {
      makeFolder(folder)
      const list = await open(join(folder, 'URLsCrawled.txt'), 'w')
      const report = new ReportFolder(folder, collection, list)
      for (const page of await crawledPages(collection)) await list.write(`${page.url}\n`)
      return report
    } catch (error) {
      throw new Failure(
        'broken',
        `cannot write the report to ${folder} (${errorCode(error)}): check the folder`,
        { cause: error },
      )
    }
  }

  add({ url, commit }: VisitReport): void {
    if (commit.revision?.number !== 1 || commit.revision.isSource) return
    this.#pending = this.#pending
      .then(() => this.#list.write(`${url}\n`))
      .then(
        () => {},
        error => void (this.#failure ??= error),
      )
  }

  async close(): Promise<void> {
    await this.#pending
    await this.#list.close()
    try {
      if (this.#failure) throw this.#failure
      await this.#complete()
    } catch (error) {
      if (error instanceof Failure) throw error
      throw new Failure(
        'broken',
        `cannot write the report to ${this.#folder} (${errorCode(error)}): check the folder`,
        { cause: error },
      )
    }
  }

  async #complete(): Promise<void> {
    const pages = await crawledPages(this.#collection)
    const list = join(this.#folder, 'URLsCrawled.txt')
    await writeFile(`${list}.new`, pages.map(page => `${page.url}\n`).join(''))
    await rename(`${list}.new`, list)
    await writeFile(join(this.#folder, 'stats.txt'), stats(pages))
    for (const [i, page] of pages.entries()) await this.#writePage(page, join(this.#folder, `${i + 1}.txt`))
  }

  async #writePage(page: PageRow, file: string): Promise<void> {
    const { store, archiveFolder } = this.#collection
    const place = (await store.revisions(page)).at(-1)?.place
    if (place) await writeFile(file, await decodedBody(await readRecordAt(archiveFolder, place)))
  }
}

/** Pages with content, in the order of their first visits. */
async function crawledPages({ store }: Holdings<PageStore>): Promise<PageRow[]> {
  const pages: { page: PageRow; firstAt: number }[] = []
  for await (const page of store.pages({ stored: true, withoutSources: true, withoutReplaced: true })) {
    const first = (await store.revisions(page))[0]
    if (first && page.status === 'completed') pages.push({ page, firstAt: first.fetchedAt })
  }
  return pages.sort((a, b) => a.firstAt - b.firstAt || a.page.id - b.page.id).map(({ page }) => page)
}

function stats(pages: readonly PageRow[]): string {
  const sizes = pages.map(page => page.sizeBytes ?? 0)
  const largest = sizes.reduce((a, b) => Math.max(a, b), 0)
  const smallest = sizes.reduce((a, b) => Math.min(a, b), sizes[0] ?? 0)
  const average = sizes.length === 0 ? 0 : Math.round(sizes.reduce((a, b) => a + b, 0) / sizes.length)
  const depth = pages.reduce((deepest, page) => Math.max(deepest, page.depth), 0)
  return `Maximum size: ${largest} bytes\nMinimum size: ${smallest} bytes\nAverage size: ${average} bytes\nMaximum depth reach: ${depth}\n`
}
