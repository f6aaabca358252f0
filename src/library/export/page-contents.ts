/** Reads the contents of pages from the archive, one page at a time, for exports with `text`. */
import { documentMarkdown, documentText } from '../../document/convert/render.ts'
import { guessLanguage } from '../../search/guess-language.ts'
import type { PageRow, RevisionRow } from '../../store/index.ts'
import { isoTime } from '../plain.ts'
import { siteSample } from '../reading/site-sample.ts'
import { Revision } from '../revision.ts'
import type { Visible } from '../visible.ts'
import type { ExportOrder } from './exported-pages.ts'

export interface PageContents {
  /** As declared by the page, or guessed from its words. */
  readonly language: string | null
  readonly authors: readonly string[]
  readonly publishedAt: string | null
  readonly modifiedAt: string | null
  /** Plain, or as Markdown if that was asked for. */
  readonly text: string | null
}

export const NO_CONTENTS: PageContents = {
  language: null,
  authors: [],
  publishedAt: null,
  modifiedAt: null,
  text: null,
}

/** Returns empty contents if the copy is lost or cannot be read. */
export async function contentsOf(
  visible: Visible,
  page: PageRow,
  row: RevisionRow | undefined,
  { main = false, markdown = false, clock }: ExportOrder,
): Promise<PageContents> {
  if (!row?.place) return NO_CONTENTS
  const site = () => siteSample(visible, page, { clock })
  const revision = new Revision(page.url, row, visible.holdings.archiveFolder, site)
  const document = await revision.document({ main }).catch(() => null)
  if (document === null || document.kind === 'unreadable') return NO_CONTENTS
  const plain = documentText(document)
  const text = markdown ? documentMarkdown(document) : plain
  return {
    language: document.language ?? (guessLanguage(plain) || null),
    authors: document.authors,
    publishedAt: isoTime(document.publishedAt),
    modifiedAt: isoTime(document.modifiedAt),
    text,
  }
}
