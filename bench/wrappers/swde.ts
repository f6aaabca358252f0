/** The SWDE dataset as its authors lay it out: pages of a site in one folder, the truth of each attribute in one file. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { decodeText } from '../../src/html/index.ts'

export interface SwdeSite {
  readonly name: string
  readonly pages: readonly string[]
  readonly truth: readonly Attribute[]
}

export interface Attribute {
  readonly name: string
  /** By the name of the page; empty where it has none. */
  readonly values: ReadonlyMap<string, readonly string[]>
}

export function readSites(folder: string, vertical: string): SwdeSite[] {
  if (!existsSync(join(folder, vertical))) return []
  return readdirSync(join(folder, vertical))
    .map(name => ({ name: name.replace(/\(\d+\)$/, ''), path: join(folder, vertical, name) }))
    .map(({ name, path }) => ({
      name,
      pages: readdirSync(path)
        .filter(file => file.endsWith('.htm'))
        .sort()
        .map(file => join(path, file)),
      truth: readTruth(join(folder, 'groundtruth', vertical), name),
    }))
}

function readTruth(folder: string, site: string): Attribute[] {
  return readdirSync(folder)
    .filter(file => file.startsWith(`${site}-`))
    .map(file => ({
      name: file.slice(site.length + 1).replace(/\.txt$/, ''),
      values: valuesIn(readFileSync(join(folder, file), 'utf8')),
    }))
}

function valuesIn(text: string): Map<string, string[]> {
  const lines = text.split(/\r?\n/).slice(2)
  return new Map(
    lines
      .filter(line => line !== '')
      .map(line => {
        const [page, , ...values] = line.split('\t')
        return [page!, values.filter(value => value !== '' && value !== '<NULL>').map(plain)]
      }),
  )
}

/** As a text node says it, white space folded, and without a label at its beginning ("Phone: "), in truth and answer alike. */
export function plain(text: string): string {
  return decodeText(text, 0, text.length, 'data')
    .replace(/[\s\u00a0\u200b]+/g, ' ')
    .trim()
    .replace(/^\p{L}[\p{L} -]{1,38}[:=]\s*(?=\S)(?!\/\/)/u, '')
}

export const pageName = (path: string) => /([^/]+)\.htm$/.exec(path)![1]!
