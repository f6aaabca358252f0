/**
 * Finds the class of a later page: by the distance used in clustering, between the page and each class. What a class adds for features that
 * are absent is summed up beforehand, so a page costs its own features times the classes: linear in its size, well under a
 * millisecond. A page farther from every class than FARTHEST fits none. What all pages have in common does not count here: it would make a page of a class
 * that the sample missed pass for one of another.
 */
import type { Tree } from '../../html/index.ts'
import type { SourcePage } from '../sample/source.ts'
import { Interner } from '../sketch/interner.ts'
import { type PageSketch, sketchPage, sketchTree } from '../sketch/page-sketch.ts'
import { LIMITS, limitOfSize } from './cluster.ts'
import { withTemplatePaths } from './earlier-profile.ts'
import { SHARES } from './likeness.ts'
import { type KindProfile, OWN_KINDS, type OwnKind, type Profile } from './profile.ts'

export interface Assignment {
  /** The index of the class in the model, or undefined if the page fits none. */
  readonly classIndex: number | undefined
  readonly nearest: number
  readonly distance: number
}

const FARTHEST = 0.5
const PRIOR_PAGES = 2

/** For one kind of evidence: how much a word that is present changes the difference and total of each class, compared with its absence. */
interface KindTable {
  readonly ids: ReadonlyMap<string, number>
  readonly different: readonly Float64Array[]
  readonly total: readonly Float64Array[]
  readonly absentDifferent: readonly number[]
  readonly absentTotal: readonly number[]
  readonly has: readonly boolean[]
}

export class Assigner {
  private readonly tables: ReadonlyMap<OwnKind, KindTable>
  private readonly classes: number
  /** The distance from a small class is underestimated, as in clustering, so its limit is lower: 1 for a large class, less for a small one. */
  private readonly limits: readonly number[]

  constructor(profile: Profile) {
    this.classes = profile.sizes.length
    this.limits = profile.sizes.map(size => limitOfSize(size) / LIMITS.large)
    this.tables = new Map(
      OWN_KINDS.flatMap(kind => {
        const known = profile.kinds[kind]
        if (known === undefined) return []
        const current = kind === 'structure' ? withTemplatePaths(known) : known
        return [[kind, tableOf(current, profile.sizes)]]
      }),
    )
  }

  assignPage(page: SourcePage): Assignment {
    const { sketch, vocabulary } = this.read(page)
    return this.assign(sketch, vocabulary)
  }

  assignTree(tree: Tree, url: string): Assignment {
    const vocabulary = new Interner()
    return this.assign(sketchTree(tree, url, vocabulary), vocabulary)
  }

  /** Sketches a page for `assign`, with its own vocabulary, so that nothing grows from page to page. */
  read(page: SourcePage): { readonly sketch: PageSketch; readonly vocabulary: Interner } {
    const vocabulary = new Interner()
    return { sketch: sketchPage(page, vocabulary), vocabulary }
  }

  assign(sketch: PageSketch, vocabulary: Interner): Assignment {
    const sums = new Float64Array(this.classes)
    const totals = new Float64Array(this.classes)
    const features = {
      structure: sketch.structure,
      address: sketch.urlTokens,
      labels: sketch.labels,
      frame: sketch.frame,
    }
    for (const kind of this.tables.keys()) this.add(kind, features[kind], vocabulary, sums, totals)
    let nearest = 0
    let distance = Number.POSITIVE_INFINITY
    for (let classIndex = 0; classIndex < this.classes; classIndex++) {
      const mean =
        (totals[classIndex] === 0 ? 1 : sums[classIndex]! / totals[classIndex]!) / this.limits[classIndex]!
      if (mean < distance) {
        distance = mean
        nearest = classIndex
      }
    }
    return { classIndex: distance <= FARTHEST ? nearest : undefined, nearest, distance }
  }

  private add(
    kind: OwnKind,
    features: readonly number[],
    vocabulary: Interner,
    sums: Float64Array,
    totals: Float64Array,
  ) {
    const table = this.tables.get(kind)!
    const known: number[] = []
    for (const feature of features) {
      const id = table.ids.get(vocabulary.word(feature))
      if (id !== undefined) known.push(id)
    }
    for (let classIndex = 0; classIndex < this.classes; classIndex++) {
      if (kind === 'frame' && (known.length === 0 || !table.has[classIndex])) continue
      let different = table.absentDifferent[classIndex]!
      let total = table.absentTotal[classIndex]!
      for (const id of known) {
        different += table.different[classIndex]![id]!
        total += table.total[classIndex]![id]!
      }
      if (total <= 0) continue
      sums[classIndex]! += (SHARES[kind] * different) / total
      totals[classIndex]! += SHARES[kind]
    }
  }
}

function tableOf(profile: KindProfile, sizes: readonly number[]): KindTable {
  const rows = profile.shares.map((sparse, classIndex) => rowOf(profile, sparse, sizes[classIndex]!))
  return {
    ids: new Map(profile.words.map((word, i) => [word, i])),
    different: rows.map(row => row.different),
    total: rows.map(row => row.total),
    absentDifferent: rows.map(row => row.absentDifferent),
    absentTotal: rows.map(row => row.absentTotal),
    has: profile.shares.map(sparse => sparse.length > 0),
  }
}

function rowOf({ words, weights, variances }: KindProfile, sparse: readonly number[], size: number) {
  const shares = new Float64Array(words.length)
  for (let i = 0; i < sparse.length; i += 2) shares[sparse[i]!] = sparse[i + 1]!
  const different = new Float64Array(words.length)
  const total = new Float64Array(words.length)
  let absentDifferent = 0
  let absentTotal = 0
  for (const [i, share] of shares.entries()) {
    const weight = weights[i]!
    const variance = (PRIOR_PAGES * variances[i]! + size * share * (1 - share)) / (PRIOR_PAGES + 1 + size)
    const error = LIMITS.errors * Math.sqrt(variance * (1 + 1 / size))
    const absent = weight * Math.max(0, share - error) ** LIMITS.power
    different[i] = weight * Math.max(0, 1 - share - error) ** LIMITS.power - absent
    total[i] = weight * (1 - share ** LIMITS.power)
    absentDifferent += absent
    absentTotal += weight * share ** LIMITS.power
  }
  return { different, total, absentDifferent, absentTotal }
}
