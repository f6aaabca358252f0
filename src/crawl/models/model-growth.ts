/**
 * A site has more kinds of pages than a sample shows. Pages that fit no class of an inferred model are gathered during a crawl that follows it;
 * when there are enough, they start new classes, the model is kept as a new version, and pages are read with it from then on. The
 * number needed doubles each time, so that a site of odd pages is not compared over and over.
 */
import { isPageType } from '../../document/type.ts'
import { growModel, guideOfModel, isFor, type ModelVersion, type SourcePage } from '../../site/index.ts'
import type { PageStore } from '../../store/index.ts'
import { asUrl, type Url } from '../../url/index.ts'
import { sourcePage } from '../body.ts'
import type { Holdings } from '../holdings.ts'
import type { VisitReport } from '../progress.ts'
import type { Report } from '../report-event.ts'
import type { CurrentGuides } from './current-guides.ts'
import type { KeptWindows } from './kept-windows.ts'
import { spread } from './make-model.ts'
import { keepModel, newestModel } from './model-versions.ts'
import { noteModels, rereadStrangers } from './reread.ts'

export interface GrowthParts {
  readonly collection: Holdings
  readonly guides: CurrentGuides
  readonly report: Report
  readonly nowIso: () => string
  readonly strangers: KeptWindows<Strangers>
}

/** Number of pages without a class that start the first comparison, and the most that are compared at once. */
const FIRST_STRANGERS = 12
const MAX_STRANGERS = 60
/** Maximum number of pages of each class that strangers are compared with. */
const MAX_MEMBERS = 20

/** Pages of a site that fit no class. */
export interface Strangers {
  readonly urls: readonly Url[]
  /** Number of strangers since the last comparison. */
  readonly count: number
  /** Number of strangers that makes the next comparison worthwhile. */
  readonly wanted: number
}

const NO_STRANGERS: Strangers = { urls: [], count: 0, wanted: FIRST_STRANGERS }

export class ModelGrowth {
  readonly #parts: GrowthParts
  #working: Promise<void> = Promise.resolve()

  constructor(parts: GrowthParts) {
    this.#parts = parts
  }

  /** Called when a visit is durable. */
  saw({ url, outcome, commit }: VisitReport): void {
    if (commit.pageClass !== null || commit.revision?.number !== 1 || outcome.kind !== 'fetched') return
    const origin = this.#parts.guides.all[this.#placeOf(url)]?.origin
    if (!isPageType(outcome.facts.type) || !origin) return
    const { strangers } = this.#parts
    const before = strangers.get(origin) ?? NO_STRANGERS
    const { wanted } = before
    const count = before.count + 1
    const urls = before.urls.length < MAX_STRANGERS ? [...before.urls, url] : before.urls
    strangers.set(origin, count < wanted ? { urls, count, wanted } : { ...NO_STRANGERS, wanted: 2 * wanted })
    if (strangers.isOverdue) this.#working = this.#working.then(() => strangers.save())
    if (count < wanted) return
    this.#working = this.#working
      .then(() => this.#grow(origin, urls))
      .catch(error => this.#parts.report('model-growth', origin, String(error)))
  }

  /** Finishes what is under way, and keeps what was gathered for the next run. */
  async settled(): Promise<void> {
    await this.#working
    await this.#parts.strangers.save()
  }

  #placeOf(url: string): number {
    return this.#parts.guides.all.findIndex(
      guide => guide.mode === 'follow' && guide.inferred !== null && isFor(guide, url),
    )
  }

  async #grow(origin: string, urls: readonly Url[]): Promise<void> {
    const { collection, guides, nowIso } = this.#parts
    const model = await newestModel(collection.store, origin)
    if (model === null) return
    const members = await readAll(
      collection,
      model.members.flatMap(urls => spread(urls, MAX_MEMBERS)),
    )
    const strangers = await readAll(collection, urls)
    const grown = growModel(model, { members, strangers, madeAt: nowIso() })
    if (grown === null) return
    const whole = withAllMembers(model, grown)
    await keepModel(collection.store, whole)
    const guide = guideOfModel(whole, 'follow')
    guides.replace(this.#placeOf(model.start), guide)
    await rereadStrangers(collection, guide)
    await noteModels(
      collection,
      guides.all.filter(each => each.mode === 'follow'),
    )
    this.#tell(origin, model, grown)
  }

  #tell(origin: string, before: ModelVersion, after: ModelVersion): void {
    const names = after.classes.slice(before.classes.length).map(({ name }) => name)
    if (names.length > 0)
      this.#parts.report(
        'model-grown',
        origin,
        `pages that fitted no class are of new ones: ${names.join(', ')}`,
      )
  }
}

/** Pages that were not compared again stay members of their classes. */
function withAllMembers(before: ModelVersion, after: ModelVersion): ModelVersion {
  return {
    ...after,
    members: after.members.map((urls, i) => [...new Set([...(before.members[i] ?? []), ...urls])]),
  }
}

async function readAll(
  { store, archiveFolder }: Holdings<PageStore>,
  urls: readonly string[],
): Promise<SourcePage[]> {
  const pages: SourcePage[] = []
  for (const url of urls) {
    const page = await store.page(asUrl(url))
    const revision = page && (await store.revisions(page)).at(-1)
    if (!revision?.place) continue
    pages.push(await sourcePage(archiveFolder, revision, url))
  }
  return pages
}
