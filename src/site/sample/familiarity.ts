/**
 * How well known the kind of page behind an address is: near 0 for an address unlike all those of the sample, and growing with the
 * size of the class whose addresses it resembles. The frontier uses it to spend few requests on what it already knows.
 */

import type { Interner } from '../sketch/interner.ts'
import type { PageSketch } from '../sketch/page-sketch.ts'
import { urlTokens } from '../sketch/url-tokens.ts'

interface Form {
  readonly shares: ReadonlyMap<number, number>
  /** For each slot of an address (depth, ending, first folder …), how constant it is: the share of its most common token. */
  readonly slots: ReadonlyMap<string, number>
  readonly pages: number
}

/** Weight of a slot that varies, and of one that the class never has. */
const VARIABLE_SLOT = 0.1
const FOREIGN_SLOT = 0.5

export class Familiarity {
  private readonly forms: readonly Form[]
  private readonly vocabulary: Interner

  constructor(pages: readonly PageSketch[], classes: readonly number[], vocabulary: Interner) {
    this.vocabulary = vocabulary
    const groups: PageSketch[][] = []
    for (const [i, page] of pages.entries()) (groups[classes[i]!] ??= []).push(page)
    this.forms = groups.map(group => formOf(group, vocabulary))
  }

  of(url: string): number {
    const tokens = urlTokens(url)
    let most = 0
    for (const form of this.forms)
      most = Math.max(most, this.likeness(tokens, form) * Math.log(1 + form.pages))
    return most
  }

  private likeness(tokens: readonly string[], { shares, slots }: Form): number {
    let common = 0
    let all = 0
    const met = new Set<string>()
    for (const token of tokens) {
      const slot = slotOf(token)
      met.add(slot)
      const constant = slots.get(slot)
      if (constant === undefined) all += FOREIGN_SLOT
      else {
        const id = this.vocabulary.find(`url ${token}`)
        const share = id === undefined ? 0 : (shares.get(id) ?? 0)
        all += constant + VARIABLE_SLOT
        common += (constant + VARIABLE_SLOT) * (share / constant)
      }
    }
    for (const [slot, constant] of slots) if (!met.has(slot)) all += constant
    return all === 0 ? 0 : common / all
  }
}

function slotOf(token: string): string {
  return token.startsWith('?') ? '?' : token.slice(0, token.indexOf(' '))
}

function formOf(pages: readonly PageSketch[], vocabulary: Interner): Form {
  const shares = new Map<number, number>()
  for (const page of pages)
    for (const token of page.urlTokens) shares.set(token, (shares.get(token) ?? 0) + 1 / pages.length)
  const slots = new Map<string, number>()
  for (const [token, share] of shares) {
    const slot = slotOf(vocabulary.word(token).slice('url '.length))
    slots.set(slot, Math.max(slots.get(slot) ?? 0, share))
  }
  return { shares, slots, pages: pages.length }
}
