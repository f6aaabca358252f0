/** A site on disk with its truth, and how well the model of a sample of it agrees. */
import {
  type Golden,
  type GoldenClass,
  goldenClassifier,
  inferSite,
  type ModelScore,
  type SiteModel,
  scoreModel,
} from '../../src/site/index.ts'
import { FolderSource } from './folder-source.ts'
import { originOf } from './golden.ts'
import { goldenSites, type SiteOptions } from './options.ts'

export interface JudgedSite {
  readonly name: string
  /** The program that made it, if its truth comes from that. */
  readonly generator?: string
  readonly golden: Golden
  readonly source: FolderSource
  readonly start: string
  truth(url: string): GoldenClass | undefined
}

export interface Judgement extends ModelScore {
  readonly model: SiteModel
  readonly classOf: ReadonlyMap<string, string>
  readonly cpuSeconds: number
}

/** Processor time is without that of reading files. */
export async function judged(
  site: JudgedSite,
  { pages, seed }: Pick<SiteOptions, 'pages' | 'seed'>,
): Promise<Judgement> {
  const { source, golden } = site
  const before = process.cpuUsage()
  const readBefore = source.readSeconds
  const how = { pages, seed, madeAt: '2000-01-01T00:00:00Z' }
  const { model, classOf } = await inferSite(source, source.origin + site.start, how)
  const { user, system } = process.cpuUsage(before)
  const cpuSeconds = (user + system) / 1e6 - (source.readSeconds - readBefore)
  const pagesJudged = [...classOf].map(([url, computed]) => ({ truth: site.truth(url), computed }))
  return { ...scoreModel(golden, pagesJudged, model.links), model, classOf, cpuSeconds }
}

export function* sitesWithGolden(options: SiteOptions): Generator<JudgedSite> {
  for (const [golden, folder] of goldenSites(options)) {
    const source = new FolderSource(folder, originOf(golden))
    yield { name: golden.name, golden, source, start: golden.start, truth: goldenClassifier(golden) }
  }
}
