/** What a page says, for exports that were asked for it: read from the archive, page by page. */
import { documentText } from '../../document/convert/render.ts'
import { guessLanguage } from '../../search/guess-language.ts'
import type { RevisionRow } from '../../store/index.ts'
import { Revision } from '../revision.ts'
import type { Visible } from '../visible.ts'

export interface PageContents {
  /** As the page says it, or as its words suggest. */
  readonly language: string | null
  readonly authors: readonly string[]
  readonly publishedAt: string | null
  readonly modifiedAt: string | null
  readonly text: string | null
}

const NOTHING: PageContents = {
  ...{ language: null, authors: [], publishedAt: null, modifiedAt: null, text: null },
}

/** A copy that is lost, or cannot be read, says nothing. */
export async function contentsOf(
  { holdings }: Visible,
  url: string,
  row: RevisionRow | undefined,
): Promise<PageContents> {
  if (!row?.place) return NOTHING
  const document = await new Revision(url, row, holdings.archiveFolder).document().catch(() => null)
  if (document === null || document.kind === 'unreadable') return NOTHING
  const text = documentText(document)
  return {
    language: document.language ?? (guessLanguage(text) || null),
    authors: document.authors,
    publishedAt: iso(document.publishedAt),
    modifiedAt: iso(document.modifiedAt),
    text,
  }
}

const iso = (at: number | null) => (at === null ? null : new Date(at).toISOString())
