/**
 * Predicts the class of a page that was not fetched, from its address alone: by the form of the address, else by its file name
 * (`package-use.html`), if the sample's pages of that kind agree.
 */
import { urlSignature } from '../sketch/url-tokens.ts'

const MIN_AGREEMENT = 0.75

export class AddressPredictor {
  private readonly votes = new Map<string, Map<string, number>>()
  private readonly known = new Map<string, string>()

  constructor({
    names,
    members,
  }: {
    readonly names: readonly string[]
    readonly members: readonly (readonly string[])[]
  }) {
    for (const [i, urls] of members.entries())
      for (const url of urls) {
        this.known.set(url, names[i]!)
        for (const key of keysOf(url)) this.vote(key, names[i]!)
      }
  }

  predict(url: string): string | undefined {
    const known = this.known.get(url)
    if (known !== undefined) return known
    for (const key of keysOf(url)) {
      const winner = this.winner(key)
      if (winner !== undefined) return winner
    }
    return undefined
  }

  private vote(key: string, name: string): void {
    const votes = this.votes.get(key) ?? new Map<string, number>()
    votes.set(name, (votes.get(name) ?? 0) + 1)
    this.votes.set(key, votes)
  }

  private winner(key: string): string | undefined {
    let all = 0
    let best: readonly [string, number] | undefined
    for (const entry of this.votes.get(key) ?? []) {
      all += entry[1]
      if (best === undefined || entry[1] > best[1]) best = entry
    }
    return best !== undefined && best[1] >= MIN_AGREEMENT * all ? best[0] : undefined
  }
}

function keysOf(url: string): string[] {
  const file = url.slice(url.lastIndexOf('/') + 1)
  return file === '' ? [`s ${urlSignature(url)}`] : [`s ${urlSignature(url)}`, `f ${file}`]
}
