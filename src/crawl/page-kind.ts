import type { PageKind } from '../store/index.ts'

/** Kept like a page, and read for the pages it names. */
export const isSource = (kind: PageKind) => kind === 'sitemap' || kind === 'feed'
