/**
 * Description length of a model (the thesis's rule): a class costs the weights of its schema's paths, a page its URLs, the
 * weights of the paths it has at a discount, and the weights of those it lacks in full. A path that is typical of its class
 * and rare elsewhere weighs little.
 */
export interface EncodedPage {
  readonly paths: ReadonlySet<string>
  readonly urls: number
}

export interface EncodedClass {
  readonly schema: ReadonlySet<string>
  readonly pages: readonly EncodedPage[]
}

const PRESENT = 0.8
const ABSENT = 1

export class Encoding {
  private readonly pagesWith = new Map<string, number>()
  private readonly pages: number
  private readonly classes: readonly EncodedClass[]

  constructor(classes: readonly EncodedClass[]) {
    this.classes = classes
    this.pages = classes.reduce((sum, own) => sum + own.pages.length, 0)
    for (const { pages } of classes)
      for (const page of pages)
        for (const path of page.paths) this.pagesWith.set(path, (this.pagesWith.get(path) ?? 0) + 1)
  }

  /** 1 / (tf·idf + 1). */
  weight(path: string, own: EncodedClass): number {
    const frequency = own.pages.filter(page => page.paths.has(path)).length / own.pages.length
    const rarity = Math.log(this.pages / (this.pagesWith.get(path) ?? this.pages))
    return 1 / (frequency * rarity + 1)
  }

  ofClass(own: EncodedClass): number {
    let sum = 0
    for (const path of own.schema) sum += this.weight(path, own)
    return sum
  }

  ofPage(page: EncodedPage, own: EncodedClass): number {
    let sum = page.urls
    for (const path of own.schema) sum += (page.paths.has(path) ? PRESENT : ABSENT) * this.weight(path, own)
    return sum
  }

  get total(): number {
    let sum = 0
    for (const own of this.classes) {
      sum += this.ofClass(own)
      for (const page of own.pages) sum += this.ofPage(page, own)
    }
    return sum
  }
}

/** The shortest of: the candidate as a class of its own, or merged into one of the classes. Answers that class, or undefined. */
export function cheapestHome(classes: readonly EncodedClass[], candidate: EncodedClass): number | undefined {
  let best: number | undefined
  let least = new Encoding([...classes, candidate]).total
  for (const i of classes.keys()) {
    const total = new Encoding(classes.with(i, mergedClass(classes[i]!, candidate))).total
    if (total < least) {
      least = total
      best = i
    }
  }
  return best
}

function mergedClass(a: EncodedClass, b: EncodedClass): EncodedClass {
  return { schema: new Set([...a.schema, ...b.schema]), pages: [...a.pages, ...b.pages] }
}
