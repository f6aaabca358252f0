/**
 * Which pages say the same thing. Every page that is compared has a *likeness*: the simhash of the words of its main text, and a sample
 * of its phrases of three words.
 *
 * Two pages are near duplicates if their simhashes are close and they share nine tenths of their phrases (Manku, Jain and Das Sarma 2007;
 * Broder 1997). Close simhashes are found without looking at all pages: cut into four parts of 16 bits, two simhashes that differ in at
 * most three bits have at least one part in common, and so do most of those that differ in a few more. Four indexes of parts therefore
 * find the candidates, and adding a page costs the same however many there are. The shared phrases decide. Phrases that many pages around
 * a page have (a menu, a table of contents) say nothing about a single page, and are left out before counting.
 *
 * Pages that say the same thing form a group around one of them, the *original*; the others are its *copies*. A page that arrives is
 * compared with originals only, so likeness does not drift from copy to copy. If an original changes or disappears, its copies are sorted
 * again, and one of them takes its place.
 *
 * Everything here is pure; `store/likeness-rows.ts` keeps the likenesses and groups, `crawl/sort-duplicates.ts` sorts pages as they arrive.
 */

export { commonPhrases } from './common-phrases.ts'
export * from './equivalence/index.ts'
export { likenessShare, originalFor, type Sorting } from './original.ts'
export {
  type Likeness,
  likenessOf,
  MAX_BITS_COMPARED,
  simhashParts,
  sketchFrom,
} from './page-likeness.ts'
