/** Reads the contents of pages from the archive, one page at a time, for exports with `text`. */
import { documentText } from '../../document/convert/render.ts'
import { guessLanguage } from '../../search/guess-language.ts'
import type { RevisionRow } from '../../store/index.ts'
import { Revision } from '../revision.ts'
import type { Visible } from '../visible.ts'

export interface PageContents {
  /** As declared by the page, or guessed from its words. */
  readonly language: string | null
  readonly authors: readonly string[]
  readonly publishedAt: string | null
  readonly modifiedAt: string | null
  readonly text: string | null
}

const NOTHING: PageContents = {
  ...{ language: null, authors: [], publishedAt: null, modifiedAt: null, text: null },
}

/** Returns empty contents if the copy is lost or cannot be read. */
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
