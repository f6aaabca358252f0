/**
 * The class of a page that was not fetched, from what was: pages of the same address form behind the same collection, else
 * of the same address form anywhere, else behind the same collection. Unknown when these disagree among themselves.
 */
import { urlSignature } from './url-tokens.ts'

const LEAST_AGREEMENT = 0.75

export interface LinkPlace {
  readonly fromClass: number
  readonly path: number
}

export class ClassPredictor {
  private readonly votes = new Map<string, Map<number, number>>()
  private readonly fetched = new Map<string, number>()
  private readonly signatures = new Map<string, string>()

  /** A fetched page. */
  learnPage(url: string, own: number): void {
    this.fetched.set(url, own)
    this.vote(`s ${this.signature(url)}`, own)
  }

  /** A link to a fetched page. */
  learnLink(place: LinkPlace, url: string): void {
    const own = this.fetched.get(url)
    if (own === undefined) return
    const { fromClass, path } = place
    this.vote(`c ${fromClass} ${path}`, own)
    this.vote(`b ${fromClass} ${path} ${this.signature(url)}`, own)
  }

  predict(place: LinkPlace, url: string): number | undefined {
    const known = this.fetched.get(url)
    if (known !== undefined) return known
    const { fromClass, path } = place
    const signature = this.signature(url)
    return (
      this.winner(`b ${fromClass} ${path} ${signature}`) ??
      this.winner(`s ${signature}`) ??
      this.winner(`c ${fromClass} ${path}`)
    )
  }

  private signature(url: string): string {
    const known = this.signatures.get(url)
    if (known !== undefined) return known
    const made = urlSignature(url)
    this.signatures.set(url, made)
    return made
  }

  private vote(key: string, own: number): void {
    const votes = this.votes.get(key) ?? new Map<number, number>()
    votes.set(own, (votes.get(own) ?? 0) + 1)
    this.votes.set(key, votes)
  }

  private winner(key: string): number | undefined {
    let all = 0
    let most = 0
    let winner: number | undefined
    for (const [own, count] of this.votes.get(key) ?? []) {
      all += count
      if (count > most) {
        most = count
        winner = own
      }
    }
    return most >= LEAST_AGREEMENT * all ? winner : undefined
  }
}
