/**
 * Types of files that are documents but become text only by conversion (`convert/`): their links are followed and their text is compared.
 */

const OOXML = 'application/vnd.openxmlformats-officedocument.'
const OPEN_DOCUMENT = 'application/vnd.oasis.opendocument.'

/** Types that a crawl always keeps. */
export const DOCUMENT_TYPES: readonly string[] = [
  'application/pdf',
  `${OOXML}wordprocessingml.document`,
  `${OOXML}spreadsheetml.sheet`,
  `${OOXML}presentationml.presentation`,
  `${OPEN_DOCUMENT}text`,
  `${OPEN_DOCUMENT}spreadsheet`,
  `${OPEN_DOCUMENT}presentation`,
  'application/rtf',
  'application/epub+zip',
]

const KINDRED = [`${OOXML}wordprocessingml`, `${OOXML}spreadsheetml`, `${OOXML}presentationml`, OPEN_DOCUMENT]
const MACRO_ENABLED = /^application\/vnd\.ms-(?:word|excel|powerpoint)\..*macroenabled/

export function isConverted(type: string): boolean {
  return (
    DOCUMENT_TYPES.includes(type) ||
    type === 'text/rtf' ||
    KINDRED.some(start => type.startsWith(start)) ||
    MACRO_ENABLED.test(type)
  )
}
