/** The site models of a run, as the main thread needs them: where a seed begins, which class comes first, who may be visited. */
import { depthsOf, type GuideData, Newcomers, postOf, UNPLACED_CLASS } from '../../site/index.ts'
import type { ExcludedBy, QueuedPage } from '../../store/index.ts'
import { originOf } from '../../url/index.ts'
import type { ClassPromise } from '../thread/job.ts'

export class Guides {
  readonly #guides: readonly (GuideData & { readonly depths: ReadonlyMap<string, number> })[]
  readonly #newcomers = new Newcomers()

  constructor(guides: readonly GuideData[]) {
    this.#guides = guides.map(guide => ({ ...guide, depths: depthsOf(guide) }))
  }

  /** Does an address represent a form to send? Only if the model has such forms. */
  postAt(url: string): ReturnType<typeof postOf> {
    const guide = this.#of(url)
    const sends =
      guide?.mode === 'follow' && guide.lines.some(line => line.kind === 'link' && line.type === 'form')
    return sends ? postOf(url) : null
  }

  /** Why a page is not visited although it waits, or null. */
  refusal({ url, pageClass, kind }: QueuedPage): ExcludedBy | null {
    const guide = this.#of(url)
    if (guide?.mode !== 'follow') return null
    if (pageClass === null && kind !== 'image') return 'unlinked'
    const isWorthIt = guide.inferred === null || this.#newcomers.allows(url, pageClass !== UNPLACED_CLASS)
    return isWorthIt ? null : 'copies'
  }

  /** What a visit brought: `outline` is equal for pages that may be copies, `pageClass` null where the page fits none. */
  visited(url: string, outline: number, pageClass: string | null): void {
    this.#newcomers.fetched(url, outline, pageClass !== null)
  }

  /** The class of a seed. */
  startAt(url: string): string | null {
    const guide = this.#of(url)
    return guide?.mode === 'follow' ? guide.start : null
  }

  /** The place of a promised page in the queue: classes near the start first, pictures last. */
  rankOf(promise: ClassPromise, url: string): number {
    const depths = this.#of(url)?.depths
    if (promise.kind === 'image' || depths === undefined) return LAST
    return depths.get(promise.pageClass) ?? LAST - 1
  }

  #of(url: string) {
    const origin = originOf(url)
    return this.#guides.find(guide => guide.origin === null || guide.origin === origin)
  }
}

const LAST = 1_000
