/**
 * Pages met after modelling: each gets its class, and those that fit none are kept until enough of them are alike to be a
 * class of their own. Filled by `add`, drained by `proposals`; at most MOST_UNFIT are kept.
 */

import { copiesOf } from './alike.ts'
import { Assigner, type Assignment } from './assign.ts'
import { clusterPages } from './cluster.ts'
import { gatherEvidence } from './evidence.ts'
import type { Profile } from './profile.ts'
import { type PageSketch, sketchPage } from './sketch.ts'
import type { SourcePage } from './source.ts'
import { Vocabulary } from './vocabulary.ts'

/** A group of pages that fit no class but one another. */
export interface ClassProposal {
  readonly pages: readonly string[]
}

const MOST_UNFIT = 300
const LEAST_PAGES = 3

export class LatePages {
  private readonly assigner: Assigner
  private readonly unfit: PageSketch[] = []
  /** Of the unfit only, so that it stays bounded. */
  private readonly vocabulary = new Vocabulary()
  assigned = 0

  constructor(profile: Profile) {
    this.assigner = new Assigner(profile)
  }

  add(page: SourcePage): Assignment {
    const assignment = this.assigner.assignPage(page)
    if (assignment.own !== undefined) this.assigned++
    else if (this.unfit.length < MOST_UNFIT) this.unfit.push(sketchPage(page, this.vocabulary))
    return assignment
  }

  get unfitPages(): number {
    return this.unfit.length
  }

  /** Whether a new version of the model is due: an eighth of at least forty pages fits nowhere. */
  get needsNewVersion(): boolean {
    const all = this.assigned + this.unfit.length
    return all >= 40 && this.unfit.length > all / 8
  }

  proposals(): ClassProposal[] {
    if (this.unfit.length < LEAST_PAGES) return []
    const classes = clusterPages(gatherEvidence(this.unfit), copiesOf(this.unfit))
    const groups: string[][] = []
    for (const [i, own] of classes.entries()) (groups[own] ??= []).push(this.unfit[i]!.url)
    return groups.filter(group => group.length >= LEAST_PAGES).map(pages => ({ pages }))
  }
}
