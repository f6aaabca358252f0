/**
 * One template, several meanings: the articles of a newspaper look alike whether they are about sports or politics. On demand
 * (`split: 'semantic'`) a class is split by a folder of its addresses if the words of the pages confirm it: by its words alone, most
 * pages must be assigned to the right folder, each page judged by the others. Years and languages of one thing fail
 * that test, or are not words at all. Pages of small folders go where their words are nearest.
 *
 * Later pages are told apart by their addresses, which are evidence already (likeness.ts). Cost: linear in the words of a class
 * times its folders.
 */
import { type CountedWords, centroidsOf, nearest, weighed } from './word-vectors.ts'

const MIN_PAGES = 12
/** Minimum number of pages of a folder that may become a class. */
const MIN_PART = 4
const MAX_PARTS = 12
const MIN_COVERED = 0.7
const MIN_RIGHT = 0.75
/** Number of folders examined, from the left. */
const MAX_DEPTH = 3

/** The new class of each page; `words` are those of each page. The class of the first page, the start, stays whole. */
export function splitByMeaning(
  urls: readonly string[],
  words: readonly CountedWords[],
  classes: readonly number[],
): number[] {
  const split = [...classes]
  let next = Math.max(-1, ...classes) + 1
  for (const classIndex of new Set(classes)) {
    const pages = urls.flatMap((_, page) => (classes[page] === classIndex ? [page] : []))
    if (pages.length < MIN_PAGES || classIndex === classes[0]) continue
    const parts = bestParts(pages, urls, words)
    if (parts === undefined) continue
    for (const [i, page] of pages.entries()) if (parts[i]! > 0) split[page] = next + parts[i]! - 1
    next += Math.max(...parts)
  }
  return split
}

/** For each page of a class the number of its part, from 0; undefined if no folder divides the pages by their words. */
function bestParts(
  pages: readonly number[],
  urls: readonly string[],
  words: readonly CountedWords[],
): number[] | undefined {
  const vectors = weighed(pages.map(page => words[page]!))
  for (let depth = 0; depth < MAX_DEPTH; depth++) {
    const parts = partsAt(
      pages.map(page => urls[page]!),
      depth,
    )
    if (parts !== undefined && isBorneOut(parts, vectors)) return settled(parts, vectors)
  }
  return undefined
}

/** Parts by the folder at a depth; -1 for pages of small folders. */
function partsAt(urls: readonly string[], depth: number): number[] | undefined {
  const folders = urls.map(url => folderAt(url, depth))
  const counts = new Map<string, number>()
  for (const folder of folders) counts.set(folder, (counts.get(folder) ?? 0) + 1)
  const large = [...counts].filter(([name, count]) => name !== '' && count >= MIN_PART).map(([name]) => name)
  const parts = folders.map(folder => large.indexOf(folder))
  const covered = parts.filter(part => part >= 0).length
  const isSplit = large.length >= 2 && large.length <= MAX_PARTS
  return isSplit && covered >= MIN_COVERED * urls.length ? parts : undefined
}

/** The folder name at a depth; numbers and dates mean nothing, so they count as empty. */
function folderAt(url: string, depth: number): string {
  const folders = (URL.parse(url)?.pathname ?? '').split('/').slice(1, -1)
  const folder = folders[depth] ?? ''
  return /\p{L}{2}/u.test(decoded(folder)) ? folder : ''
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

type Vectors = ReturnType<typeof weighed>

function isBorneOut(parts: readonly number[], vectors: Vectors): boolean {
  const centroids = centroidsOf(parts, vectors)
  const inside = parts.flatMap((part, page) => (part >= 0 ? [page] : []))
  const right = inside.filter(page => nearest(vectors[page]!, centroids, parts[page]!) === parts[page])
  return right.length >= MIN_RIGHT * inside.length
}

function settled(parts: readonly number[], vectors: Vectors): number[] {
  const centroids = centroidsOf(parts, vectors)
  return parts.map((part, page) => (part >= 0 ? part : nearest(vectors[page]!, centroids, -1)))
}
