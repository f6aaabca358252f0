import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, join, relative, resolve } from 'node:path'

export interface SourcePage {
  readonly url: string
  readonly html: Buffer
}

const MAX_BYTES = 2 * 1024 * 1024

/** HTML below a folder in an order that has nothing to do with names, as links might lead to it. */
export function pagesBelow(folder: string, most: number): SourcePage[] {
  const root = resolve(folder)
  const host = basename(root)
    .toLowerCase()
    .replace(/[^a-z0-9-]/g, '-')
  const files = readdirSync(root, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name))
    .map(file => ({ file, order: createHash('sha1').update(relative(root, file)).digest('hex') }))
    .sort((a, b) => (a.order < b.order ? -1 : 1))
  const pages: SourcePage[] = []
  for (const { file } of files) {
    if (pages.length >= most) break
    if (statSync(file).size > MAX_BYTES) continue
    const html = readFileSync(file)
    if (!/<!doctype html|<html/i.test(html.toString('latin1', 0, 1024))) continue
    pages.push({ url: `https://${host}.example/${encodeURI(relative(root, file))}`, html })
  }
  return pages
}

/** Each page again and again, every time with a paragraph moved on and a new date: what a watch stores. */
export function revisionsOf(pages: readonly SourcePage[], count: number): SourcePage[] {
  return Array.from({ length: count }, (_, n) => pages.map(page => revision(page, n))).flat()
}

function revision({ url, html }: SourcePage, n: number): SourcePage {
  const pieces = html.toString('utf8').split(/(?=<p[\s>])/)
  const edited = pieces.map((piece, i) =>
    i > 0 && i % 7 === n % 7
      ? piece.replace(/>/, `>Revised on day ${n * 37} by reader ${(n * 7919 + i) % 9973}. `)
      : piece,
  )
  return { url, html: Buffer.from(`${edited.join('')}<!-- ${1_700_000_000 + n * 86_400} -->`) }
}
