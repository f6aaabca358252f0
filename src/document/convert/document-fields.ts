import { fold } from '../fold.ts'
import type { PageFields } from '../search-fields.ts'
import type { PageDocument } from './page-document.ts'
import { documentHeadings, documentText } from './render.ts'

const MAX_TITLE_CHARS = 1_000
const MAX_HEADINGS_CHARS = 20_000

/** The texts of a converted file by field, for indexing. */
export function documentFields(document: PageDocument): PageFields {
  const headings = documentHeadings(document)
    .map(({ text }) => text)
    .join(' ')
  return {
    language: document.language,
    title: fold(document.title ?? '', MAX_TITLE_CHARS),
    headings: fold(headings, MAX_HEADINGS_CHARS),
    emphasised: '',
    meta: '',
    body: fold(documentText(document)),
  }
}
