/** Pages the model never saw, assigned to its classes: how well, and at what cost. */
import { readdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import { seededRandom } from '../../src/env/index.ts'
import { Assigner, scoreModel } from '../../src/site/index.ts'
import { type FolderSource, MIRRORED_IN_LINKS } from './folder-source.ts'
import type { JudgedSite, Judgement } from './judged-site.ts'

export interface LaterScore {
  readonly pages: number
  readonly fStar: number
  readonly purity: number
  /** Share of pages that fit no class. */
  readonly unfit: number
  /** Processor time of one page, parsing included, in milliseconds. */
  readonly readMs: number
  /** The same, of assigning alone. */
  readonly assignMs: number
}

export async function assignLater(
  { golden, source, truth }: JudgedSite,
  { model, classOf: used }: Judgement,
  most: number,
): Promise<LaterScore> {
  const assigner = new Assigner(model.profile)
  const judged = []
  let unfit = 0
  let readMs = 0
  let assignMs = 0
  for (const url of sampleUrls(source, most * 3)) {
    const own = truth(url)
    if (judged.length >= most || used.has(url) || own === undefined || own.trap === true) continue
    const page = await source.fetch(url)
    if (page === null) continue
    const start = process.cpuUsage()
    const { sketch, vocabulary } = assigner.read(page)
    const read = process.cpuUsage(start)
    const assignment = assigner.assign(sketch, vocabulary)
    const all = process.cpuUsage(start)
    readMs += read.user / 1000
    assignMs += (all.user - read.user) / 1000
    if (assignment.classIndex === undefined) unfit++
    judged.push({
      truth: own,
      computed: assignment.classIndex === undefined ? 'none' : model.classes[assignment.classIndex]!.name,
    })
  }
  const { fStar, purity } = scoreModel(golden, judged, [])
  const pages = judged.length
  return { pages, fStar, purity, unfit: unfit / pages, readMs: readMs / pages, assignMs: assignMs / pages }
}

/** Addresses of files below the root, shuffled by a fixed seed. */
function sampleUrls(source: FolderSource, most: number): string[] {
  const random = seededRandom(7)
  const urls = readdirSync(source.root, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile() && /\.html$/.test(entry.name))
    .map(entry => relative(source.root, join(entry.parentPath, entry.name)))
    .map(path => encodeURI(path).replaceAll('?', '%3F').replaceAll(MIRRORED_IN_LINKS, '?'))
    .map(path => new URL(path, `${source.origin}/`).href)
    .map(url => ({ url, rank: random.next() }))
  return urls
    .sort((a, b) => a.rank - b.rank)
    .slice(0, most)
    .map(({ url }) => url)
}
