import { dirname, resolve } from 'node:path'
import type { WaczPage } from '../../archive/format/wacz.ts'
import { WaczWriter } from '../../archive/index.ts'
import type { PageRow } from '../../store/index.ts'
import type { Visible } from '../visible.ts'
import { type ArchiveSummary, copyArchive, withIndexRuns } from './export-warc.ts'
import type { ExportOrder } from './exported-pages.ts'
import { contentsOf } from './page-contents.ts'
import { intoFile } from './target.ts'

/** Exports the archive, its index and its list of pages as one file, for replayweb.page and similar tools. */
export async function exportWacz(
  visible: Visible,
  path: string,
  order: ExportOrder,
): Promise<ArchiveSummary & { readonly pages: number }> {
  const title = (await visible.holdings.store.readMeta()).get('name') ?? 'tidewatch collection'
  return intoFile(path, file =>
    withIndexRuns(dirname(resolve(path)), async runs => {
      const wacz = new WaczWriter(file, { title, software: 'tidewatch', at: order.clock.now() })
      const summary = await copyArchive(visible, runs, (name, copy) => wacz.warc(name, copy))
      await wacz.index(runs.lines())
      let pages = 0
      await wacz.pages(
        counted(storedPages(visible, order), () => pages++),
        order.text === true,
      )
      await wacz.end()
      return { ...summary, bytes: file.sizeBytes, pages }
    }),
  )
}

/** Types that only help to show a page. */
const RESOURCE =
  /^(?:image|audio|video|font)\/|^text\/(?:css|javascript|vtt)$|^application\/.*(?:javascript|font|wasm)/

/** Whether it is in the archive for the sake of other pages: readers do not look for it in a list of pages. A seed is always a page. */
const isResource = ({ type, via }: PageRow) => via !== null && RESOURCE.test(type ?? '')

async function* storedPages(visible: Visible, order: ExportOrder): AsyncGenerator<WaczPage> {
  for await (const page of visible.pages({ stored: true, withoutSources: true, withoutReplaced: true })) {
    // Replay finds a capture by its time: that of the current revision, not of a later visit that found it unchanged.
    const revision = await visible.current(page)
    const at = revision?.fetchedAt ?? page.fetchedAt
    if (at === null || isResource(page)) continue
    const title = revision?.title ?? page.title
    const id = page.key.toString('hex')
    const text = order.text ? (await contentsOf(visible, page, revision, order)).text : null
    const said = { ...(title !== null && { title }), ...(text !== null && { text }) }
    yield { id, url: page.url, ts: new Date(at).toISOString(), ...said }
  }
}

async function* counted<T>(items: AsyncIterable<T>, count: () => void): AsyncGenerator<T> {
  for await (const item of items) {
    count()
    yield item
  }
}
