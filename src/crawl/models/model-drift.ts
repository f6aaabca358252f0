/**
 * Templates change, and wrappers then find nothing. Each class is watched by its most recently changed pages: when a field that most of them
 * used to have has gone empty, its new place is looked for by the values that the pages had before (both revisions are in the archive). A
 * field that is found again is read there from then on; the repair is kept as a new version of the model, and reported. So is a lost field.
 */
import { parseAddress } from '../../document/index.ts'
import {
  extract,
  isFor,
  type ModelVersion,
  type RememberedPage,
  type Repair,
  repairWrapper,
  type Wrapper,
} from '../../site/index.ts'
import type { Url } from '../../url/index.ts'
import { payloadSeenLast, revisionText } from '../body.ts'
import type { Holdings } from '../holdings.ts'
import type { VisitReport } from '../progress.ts'
import type { Report } from '../report-event.ts'
import type { CurrentGuides } from './current-guides.ts'
import type { KeptWindows } from './kept-windows.ts'
import { keepModel, newestModel } from './model-versions.ts'

export interface DriftParts {
  readonly collection: Holdings
  readonly guides: CurrentGuides
  readonly report: Report
  readonly nowIso: () => string
  readonly seen: KeptWindows<readonly SeenRecord[]>
}

/** A page that was known before, and the fields that its record now lacks. */
export interface SeenRecord {
  readonly url: Url
  readonly lacks: readonly string[]
}

/** Number of pages of a class that are judged together, and the fewest that allow a judgment. */
const WINDOW = 20
const MIN_SEEN = 8
/** A field is lost if fewer pages have it than this share of those that used to. */
const LOST = 0.5
const MIN_SHARE = 0.3
/** Old places are dropped from an XPath that repairs have made longer than this. */
const MAX_PLACE_CHARS = 1_000

export class ModelDrift {
  readonly #parts: DriftParts
  #working: Promise<void> = Promise.resolve()
  /** Fields by class that were reported as lost: the next pages of the class would only say so again. */
  readonly #told = new Map<string, Set<string>>()

  constructor(parts: DriftParts) {
    this.#parts = parts
  }

  /** Called when a visit is durable. Only pages that were known before can show a change of their template. */
  saw({ url, commit, record }: VisitReport): void {
    const { pageClass, revision } = commit
    if (!pageClass || record === null || revision?.number === 1) return
    const place = this.#placeOf(url, pageClass)
    if (place < 0) return
    const wrapper = this.#wrapper(place, pageClass)
    const name = `${this.#parts.guides.all[place]!.origin ?? ''} ${pageClass}`
    const window = this.#parts.seen.get(name) ?? []
    const seen = [...window, { url, lacks: lackingIn(record, wrapper) }].slice(-WINDOW)
    const isLost = seen.length >= MIN_SEEN && lostIn(wrapper, seen).length > 0
    this.#parts.seen.set(name, isLost ? [] : seen)
    if (this.#parts.seen.isOverdue) this.#working = this.#working.then(() => this.#parts.seen.save())
    if (!isLost) return
    const pages = seen.map(each => each.url)
    this.#working = this.#working
      .then(() => this.#repair(place, pageClass, pages))
      .catch(error => this.#parts.report('wrapper-drift', pageClass, String(error)))
  }

  /** Finishes repairs under way, and keeps what was seen for the next run. */
  async settled(): Promise<void> {
    await this.#working
    await this.#parts.seen.save()
  }

  #placeOf(url: string, pageClass: string): number {
    return this.#parts.guides.all.findIndex(
      guide => guide.wrappers[pageClass] !== undefined && isFor(guide, url),
    )
  }

  #wrapper(place: number, pageClass: string): Wrapper {
    return this.#parts.guides.all[place]!.wrappers[pageClass]!
  }

  async #repair(place: number, pageClass: string, urls: readonly Url[]): Promise<void> {
    const wrapper = this.#wrapper(place, pageClass)
    const pages: RememberedPage[] = []
    for (const url of urls) {
      const page = await this.#known(url, wrapper)
      if (page) pages.push(page)
    }
    if (pages.length === 0) return
    const repair = repairWrapper(wrapper, pages)
    this.#tell(pageClass, repair)
    if (repair.repaired.length === 0) return
    const guide = this.#parts.guides.all[place]!
    const both = forBoth(wrapper, repair.wrapper, pages)
    const mended = { ...guide, wrappers: { ...guide.wrappers, [pageClass]: both } }
    this.#parts.guides.replace(place, mended)
    if (guide.inferred !== null) await this.#keep(guide.origin!, mended.wrappers)
  }

  /**
   * A page as it was last seen, with the record that the wrapper reads on the revision before. A new template with the same words is not a
   * revision, but it is in the archive all the same.
   */
  async #known(url: Url, wrapper: Wrapper): Promise<RememberedPage | null> {
    const { store, archiveFolder } = this.#parts.collection
    const page = await store.page(url)
    if (!page) return null
    const now = payloadSeenLast(await store.visits(page))
    const revisions = await store.revisions(page)
    const before = revisions.at(now?.revision == null ? -1 : -2)
    if (!now?.place || !before?.place) return null
    const record = extract(wrapper, await revisionText(archiveFolder, before))
    const html = await revisionText(archiveFolder, { ...before, place: now.place })
    return { url, html, status: 200, record }
  }

  #tell(pageClass: string, { repaired, lost }: Repair): void {
    const { report } = this.#parts
    const told = this.#told.get(pageClass) ?? new Set()
    this.#told.set(pageClass, told)
    for (const { field, before, after } of repaired) {
      report('wrapper-repaired', pageClass, `${field} has moved from ${before} to ${after}`)
      told.delete(field)
    }
    const news = lost.filter(field => !told.has(field))
    for (const field of news) told.add(field)
    if (news.length > 0)
      report('wrapper-drift', pageClass, `${news.join(', ')} went empty and cannot be found again`)
  }

  async #keep(origin: string, wrappers: ModelVersion['wrappers'] & object): Promise<void> {
    const { store } = this.#parts.collection
    const model = await newestModel(store, origin)
    if (model) await keepModel(store, { ...model, madeAt: this.#parts.nowIso(), wrappers })
  }
}

/**
 * Pages that were not fetched since still have the old template, so a field is read at its old place too, unless something else is there
 * now.
 */
function forBoth(old: Wrapper, repaired: Wrapper, pages: readonly RememberedPage[]): Wrapper {
  const leftovers = pages.map(page => extract(old, page.html))
  const places = new Map(old.fields.map(field => [field.name, field.xpath]))
  const fields = repaired.fields.map(field => {
    const before = places.get(field.name)
    const isXPath =
      before !== undefined && parseAddress(before) === undefined && parseAddress(field.xpath) === undefined
    const isGone = leftovers.every(record => record[field.name]!.length === 0)
    if (!isXPath || before === field.xpath || !isGone || before.length > MAX_PLACE_CHARS) return field
    return { ...field, xpath: `${field.xpath} | ${before}` }
  })
  return { ...repaired, fields }
}

function lackingIn(record: string, { fields }: Wrapper): string[] {
  const read = JSON.parse(record) as object
  return fields.filter(({ name }) => !Object.hasOwn(read, name)).map(({ name }) => name)
}

function lostIn({ fields }: Wrapper, seen: readonly SeenRecord[]): string[] {
  return fields
    .filter(({ name, share }) => {
      const found = seen.filter(each => !each.lacks.includes(name)).length
      return share >= MIN_SHARE && found < LOST * share * seen.length
    })
    .map(field => field.name)
}
