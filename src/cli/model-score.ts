/**
 * `tidewatch model score`: how well a model fits a golden set.
 *
 * For true class i and computed class j with e_ij pages in common, precision is e_ij / Σ_k e_kj, recall e_ij / Σ_k e_ik, F_ij their
 * harmonic mean and F_i the best of them; F* is their mean weighted by size. H is the entropy and P the purity of the computed
 * classes, weighted by size. R is the share of golden links between the best matching classes that the model has. Traps are left out;
 * the finer partition (names) and the coarser one (templates) are both tried, and the one with the better F* counts.
 */
import { Failure } from '../env/index.ts'
import type { ModelVersion } from '../site/index.ts'
import { classifier, type Golden, type GoldenClass, readGolden } from './model-golden.ts'
import type { ModelOptions } from './model-run.ts'
import { ModelShelf } from './model-versions.ts'
import { EXIT, type Output } from './output.ts'

export interface ModelScore {
  readonly fStar: number
  readonly entropy: number
  readonly purity: number
  readonly recall: number
  /** Links found with their kind, list or other. */
  readonly recallWithKind: number
  readonly partition: 'names' | 'templates'
  /** Pages that a class of the golden set claims. */
  readonly pages: number
}

export async function scoreCommand(
  words: readonly string[],
  options: ModelOptions,
  output: Output,
): Promise<number> {
  if (options.golden === undefined) throw new Failure('usage', 'model score needs --golden FILE')
  if (words.length > 1) throw new Failure('usage', 'model score takes one model: a version number or a file')
  const golden = await readGolden(options.golden)
  const shelf = new ModelShelf(options)
  const model = words[0] === undefined ? await shelf.newest() : await shelf.find(words[0])
  const score = scoreModel(golden, model)
  if (score === null) throw new Failure('broken', `no page of the model is in a class of ${options.golden}`)
  if (options.json) output.result(JSON.stringify(score))
  else print(score, output)
  return EXIT.done
}

function print(score: ModelScore, output: Output): void {
  const line = (name: string, value: number, meaning: string) =>
    output.result(`${name.padEnd(3)}${value.toFixed(3)}  ${meaning}`)
  line('F*', score.fStar, `classes found, on ${score.pages} pages, by ${score.partition}`)
  line('H', score.entropy, 'entropy of the classes')
  line('P', score.purity, 'purity of the classes')
  line('R', score.recall, `class links found; with their kind ${score.recallWithKind.toFixed(3)}`)
}

type Word = (one: GoldenClass) => string
type Table = Map<string, Map<string, number>>

interface Partition {
  readonly fStar: number
  readonly entropy: number
  readonly purity: number
  /** For a true class the computed one that fits it best. */
  readonly best: ReadonlyMap<string, { readonly f: number; readonly name: string }>
}

export function scoreModel(golden: Golden, model: ModelVersion): ModelScore | null {
  const classOf = classifier(golden)
  const pages = model.members.flatMap((urls, i) =>
    urls.flatMap(url => {
      const truth = classOf(url)
      return truth && !truth.trap ? [{ truth, computed: model.classes[i]!.name }] : []
    }),
  )
  if (pages.length === 0) return null
  const byName: Word = one => one.name
  const byTemplate: Word = one => one.template ?? one.name
  const fine = partitionBy(byName, pages)
  const coarse = partitionBy(byTemplate, pages)
  const isFine = fine.fStar >= coarse.fStar
  const { fStar, entropy, purity, best } = isFine ? fine : coarse
  return {
    fStar,
    entropy,
    purity,
    ...scoreLinks(golden, model, best, isFine ? byName : byTemplate),
    partition: isFine ? 'names' : 'templates',
    pages: pages.length,
  }
}

function partitionBy(
  word: Word,
  pages: readonly { readonly truth: GoldenClass; readonly computed: string }[],
): Partition {
  const rows: Table = new Map()
  const columns: Table = new Map()
  for (const { truth, computed } of pages) {
    count(rows, word(truth), computed)
    count(columns, computed, word(truth))
  }
  const best = new Map([...rows].map(([name, row]) => [name, bestOf(row, columns)]))
  const mean = (table: Table, value: (row: Map<string, number>, name: string) => number) =>
    [...table].reduce((sum, [name, row]) => sum + (value(row, name) * total(row)) / pages.length, 0)
  return {
    fStar: mean(rows, (_, name) => best.get(name)!.f),
    entropy: mean(columns, entropyOf),
    purity: mean(columns, row => Math.max(...row.values()) / total(row)),
    best,
  }
}

function count(table: Table, row: string, column: string): void {
  const known = table.get(row) ?? new Map<string, number>()
  known.set(column, (known.get(column) ?? 0) + 1)
  table.set(row, known)
}

const total = (row: ReadonlyMap<string, number>) => [...row.values()].reduce((sum, value) => sum + value, 0)

function entropyOf(row: ReadonlyMap<string, number>): number {
  const all = total(row)
  return [...row.values()].reduce((sum, value) => sum - (value / all) * Math.log(value / all), 0)
}

function bestOf(row: ReadonlyMap<string, number>, columns: Table): { f: number; name: string } {
  let best = { f: 0, name: '' }
  for (const [name, common] of row) {
    const f = (2 * common) / (total(row) + total(columns.get(name)!))
    if (f > best.f) best = { f, name }
  }
  return best
}

/** Rarer links are not asked for. */
const LEAST_COVERAGE = 0.5
/** A class that fits worse was not found. */
const LEAST_FIT = 0.5

function scoreLinks(
  { classes, links }: Golden,
  model: ModelVersion,
  best: Partition['best'],
  word: Word,
): { readonly recall: number; readonly recallWithKind: number } {
  const byName = new Map(classes.map(one => [one.name, one]))
  const has = new Set(model.links.flatMap(({ from, to, type }) => [key(from, to), key(from, to, type)]))
  const pairs = new Map<string, boolean>()
  const kinds = new Map<string, boolean>()
  for (const { from, to, type, coverage } of links) {
    const [a, b] = [byName.get(from)!, byName.get(to)!]
    if ((coverage ?? 1) < LEAST_COVERAGE || a.trap || b.trap) continue
    const ends = endsOf(best, word(a), word(b))
    pairs.set(key(word(a), word(b)), ends !== null && has.has(key(...ends)))
    kinds.set(key(word(a), word(b), type), ends !== null && has.has(key(...ends, type)))
  }
  return { recall: shareOf(pairs), recallWithKind: shareOf(kinds) }
}

const key = (from: string, to: string, type?: string) =>
  JSON.stringify([from, to, ...(type === undefined ? [] : [type === 'list' ? 'list' : 'other'])])

/** The computed classes at both ends, found well enough, and different where the true ones differ. */
function endsOf(best: Partition['best'], from: string, to: string): [string, string] | null {
  const a = best.get(from)
  const b = best.get(to)
  if (!a || !b || a.f < LEAST_FIT || b.f < LEAST_FIT) return null
  return from !== to && a.name === b.name ? null : [a.name, b.name]
}

function shareOf(found: ReadonlyMap<string, boolean>): number {
  return found.size === 0 ? 1 : [...found.values()].filter(Boolean).length / found.size
}
