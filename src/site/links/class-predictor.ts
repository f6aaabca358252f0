/**
 * Predicts the class of a page that was not fetched, from what was fetched: pages of the same address form behind the same
 * collection, else links of the same text in it ("Use", "Next"), else the same address form anywhere, else the same file name
 * (`package-use.html`), else the same collection. If the evidence for one of these is contradictory, the next one is tried; undefined if
 * none is left.
 */
import type { SketchLink } from '../sketch/page-sketch.ts'
import { urlSignature } from '../sketch/url-tokens.ts'

const MIN_AGREEMENT = 0.75
const MAX_NAME_CHARS = 24

export class ClassPredictor {
  private readonly votes = new Map<string, Map<number, number>>()
  private readonly fetched = new Map<string, number>()
  private readonly signatures = new Map<string, string>()

  learnPage(url: string, classIndex: number): void {
    this.fetched.set(url, classIndex)
    this.vote(`s ${this.signature(url)}`, classIndex)
    this.vote(`f ${fileName(url)}`, classIndex)
  }

  learnLink(fromClass: number, link: SketchLink): void {
    const classIndex = this.fetched.get(link.url)
    if (classIndex === undefined) return
    for (const key of this.collectionKeys(fromClass, link)) this.vote(key, classIndex)
  }

  predict(fromClass: number, link: SketchLink): number | undefined {
    const known = this.fetched.get(link.url)
    if (known !== undefined) return known
    const [form, text, collection] = this.collectionKeys(fromClass, link)
    return (
      this.winner(form!) ??
      (link.text !== '' && link.text.length <= MAX_NAME_CHARS ? this.winner(text!) : undefined) ??
      this.winner(`s ${this.signature(link.url)}`) ??
      this.winner(`f ${fileName(link.url)}`) ??
      this.winner(collection!)
    )
  }

  private collectionKeys(fromClass: number, { path, url, text }: SketchLink): string[] {
    const place = `${fromClass} ${path}`
    return [`b ${place} ${this.signature(url)}`, `t ${place} ${text}`, `c ${place}`]
  }

  private signature(url: string): string {
    const known = this.signatures.get(url)
    if (known !== undefined) return known
    const made = urlSignature(url)
    this.signatures.set(url, made)
    return made
  }

  private vote(key: string, classIndex: number): void {
    const votes = this.votes.get(key) ?? new Map<number, number>()
    votes.set(classIndex, (votes.get(classIndex) ?? 0) + 1)
    this.votes.set(key, votes)
  }

  private winner(key: string): number | undefined {
    let all = 0
    let most = 0
    let winner: number | undefined
    for (const [classIndex, count] of this.votes.get(key) ?? []) {
      all += count
      if (count > most) {
        most = count
        winner = classIndex
      }
    }
    return most >= MIN_AGREEMENT * all ? winner : undefined
  }
}

function fileName(url: string): string {
  return url.slice(url.lastIndexOf('/') + 1)
}
