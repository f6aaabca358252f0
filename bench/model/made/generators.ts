/**
 * Sites made by known generators, whose templates their own marks tell: names of files, words of `body`, headings.
 * Each file of ../generators holds the rules of one generator, the first that fits a page naming its class, and the sites that it made.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { GoldenClass } from '../../../src/site/index.ts'

/** `$1` in a name is the first group of the pattern of the mark, or else of the path. */
interface Rule {
  readonly name: string
  /** A pattern of the path below the root of the site, without its first slash. */
  readonly path?: string
  /** A pattern of the page itself. */
  readonly mark?: string
  /** What `$1` is called instead. */
  readonly as?: Readonly<Record<string, string>>
  readonly template?: string
}

export interface MadeSite {
  readonly name: string
  /** A package of Debian, or of npm with its version. */
  readonly package?: string
  readonly npm?: string
  /** The folder of the package that is the root of the site. */
  readonly root: string
  readonly start?: string
}

interface GeneratorFile {
  readonly classes: readonly Rule[]
  /** The template of a class by its name; a class that is not here has one of its own. */
  readonly templates?: Readonly<Record<string, string>>
  readonly sites: readonly MadeSite[]
}

export interface Generator extends GeneratorFile {
  readonly name: string
}

const FOLDER = join(import.meta.dirname, '../generators')

export function readGenerators(): Generator[] {
  return readdirSync(FOLDER)
    .filter(file => file.endsWith('.json'))
    .map(file => ({
      ...(JSON.parse(readFileSync(join(FOLDER, file), 'utf8')) as GeneratorFile),
      name: file.replace('.json', ''),
    }))
}

/** Takes the path with its query. */
export type PageClassifier = (path: string, html: string) => GoldenClass | undefined

/** Files know no queries, so what a query shows is another page again. */
const VARIANT: GoldenClass = { name: 'variant', regex: '', trap: true }

/** The class of a page; the page that a site starts with is always one by itself. */
export function pageClassifier({ classes, templates = {} }: Generator, start: string): PageClassifier {
  const rules = classes.map(rule => ({
    ...rule,
    path: new RegExp(rule.path ?? ''),
    mark: new RegExp(rule.mark ?? ''),
  }))
  return (path, html) => {
    if (path.includes('?')) return VARIANT
    if (asIndex(path) === asIndex(start)) return { name: 'home', regex: '' }
    for (const { name, path: ofPath, mark, as = {}, template } of rules) {
      const place = ofPath.exec(path.slice(1))
      const found = place === null ? null : mark.exec(html)
      if (place === null || found === null) continue
      const word = found[1] ?? place[1] ?? ''
      const full = name.replace('$1', as[word] ?? word)
      return { name: full, regex: '', template: template ?? templates[full] ?? full }
    }
    return undefined
  }
}

/** `/` and `/index.html` are one page. */
export const asIndex = (path: string): string => path.replace(/\/(?:index\.html)?$/, '/')
