import type { PageKind } from '../store/index.ts'

/** Whether a page of this kind is stored like any page, and read for the pages it names. */
export const isSource = (kind: PageKind) => kind === 'sitemap' || kind === 'feed'
