import { Canonicalizer } from '../url/index.ts'
import { scanPage } from './scan-page.ts'

/** The visible text of a page: words separated by a space, blocks by a newline. */
export const visibleText = (html: string, url: string): string =>
  scanPage(html, url, new Canonicalizer(), { text: true }).text ?? ''
