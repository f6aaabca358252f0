/** A crawl as a user starts it, killed again and again at moments of its life, and the questions asked afterwards. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isReadable } from '../../src/archive/index.ts'
import { readRecords } from '../../src/archive/read/read-records.ts'
import { type Holdings, openHoldings } from '../../src/crawl/index.ts'
import type { PageRow } from '../../src/store/index.ts'
import { asUrl } from '../../src/url/index.ts'
import { farm, frozen, gapsMs, maxConcurrency, type Site, startWorld, type World } from '../world/index.ts'

const COMMAND = join(import.meta.dirname, '..', '..', 'bin', 'tidewatch')

export interface SceneShape {
  readonly hosts: number
  readonly pages: number
  readonly compression?: 'gzip' | 'zstd'
  /** More keys of `archive`. */
  readonly archive?: Readonly<Record<string, unknown>>
  /** Every third page of a host is the same. */
  readonly copies?: boolean
  /** With a delay the origins keep a log, and answer so late that requests are often under way. */
  readonly delayMs?: number
}

const LATENCY_MS = 400
const LEASE = '2s'

/** A world whose crawl takes a while, and the config that leads a crawl into it. */
export class Scene {
  readonly world: World
  readonly config: string
  /** All its pages. */
  readonly expected: readonly string[]
  requests = 0
  #awaited: { at: number; done: () => void } | null = null

  private constructor(world: World, config: string, pages: number) {
    this.world = world
    this.config = config
    this.expected = world.sites.flatMap(({ host }) =>
      Array.from({ length: pages }, (_, n) => world.url(host, n === 0 ? '/' : `/p/${n}`)),
    )
  }

  static async open(folder: string, shape: SceneShape): Promise<Scene> {
    const { delayMs = 0 } = shape
    const sites = farm(shape.hosts, { pages: shape.pages, paragraphs: shape.copies ? 24 : 8 })
      .map(frozen)
      .map(site => (shape.copies ? repeating(site) : site))
      .map(site => (delayMs > 0 ? { ...site, latencyMs: LATENCY_MS } : site))
    const opened: { scene?: Scene } = {}
    const onAnswered = () => opened.scene?.answered()
    const world = await startWorld({ sites, keepLog: delayMs > 0, onAnswered })
    const config = join(folder, 'config.json')
    // One seed leads to all; where requests are slow, that would take most of the time.
    const seeds = (delayMs > 0 ? sites : sites.slice(0, 1)).map(({ host }) => world.url(host))
    const common = { allowPrivate: true, retryDelay: '100ms' }
    const request = { ...common, ...(delayMs > 0 ? { delay: `${delayMs}ms` } : { delay: 0, perServer: 2 }) }
    const archive = { compression: shape.compression ?? 'gzip', ...shape.archive }
    const dns = { hosts: world.hosts() }
    const limits = { lease: LEASE }
    await writeFile(
      config,
      JSON.stringify({ seeds, request, archive, patience: '10s', dns, limits, search: 'current' }),
    )
    opened.scene = new Scene(world, config, shape.pages)
    return opened.scene
  }

  /** Until so many more requests were answered, or the crawl ended before. */
  more(requests: number, child: ChildProcess): Promise<void> {
    return new Promise(resolve => {
      this.#awaited = { at: this.requests + requests, done: resolve }
      child.once('exit', () => resolve())
    })
  }

  /** What the origins' own log has against us; empty when we were polite. */
  rudeness(delayMs: number): string[] {
    const { log } = this.world
    const short = gapsMs(log).filter(gap => gap < delayMs - 1)
    const atOnce = maxConcurrency(log)
    return [
      ...short.map(gap => `asked again after ${Math.round(gap)} ms, not ${delayMs} ms`),
      ...(atOnce > 1 ? [`${atOnce} requests at once to one server`] : []),
    ]
  }

  answered(): void {
    this.requests++
    if (this.#awaited === null || this.requests < this.#awaited.at) return
    this.#awaited.done()
    this.#awaited = null
  }
}

export interface Place {
  readonly collection: string
  readonly archive: string
  /** Variables for the command. */
  readonly env?: Readonly<Record<string, string>>
}

export function startCrawl(scene: Scene, { collection, archive, env }: Place): ChildProcess {
  const words = ['crawl', '--config', scene.config, '-c', collection, '--archive', archive, '--json']
  return spawn(COMMAND, words, { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...env } })
}

/** Runs to the end; what it said when it did not end well. */
export async function crawlToEnd(scene: Scene, place: Place): Promise<string | null> {
  const child = startCrawl(scene, place)
  let said = ''
  child.stderr!.on('data', chunk => (said += chunk))
  child.stdout!.resume()
  const [code] = await once(child, 'exit')
  return code === 0 ? null : `exit code ${code}: ${said}`
}

/** Kills the crawl after some requests and a moment more; true when it was still running. */
export async function crawlAndKill(
  scene: Scene,
  place: Place,
  requests: number,
  momentMs: number,
): Promise<boolean> {
  const child = startCrawl(scene, place)
  child.stdout!.resume()
  child.stderr!.resume()
  const exited = once(child, 'exit')
  await scene.more(requests, child)
  await scene.world.clock.sleep(momentMs)
  const wasRunning = child.exitCode === null
  child.kill('SIGKILL')
  await exited
  return wasRunning
}

/** Stops a crawl for a while as SIGSTOP does: it does not notice, and goes on as if nothing had been. */
export async function freeze(child: ChildProcess, scene: Scene, ms: number): Promise<void> {
  child.kill('SIGSTOP')
  await scene.world.clock.sleep(ms)
  child.kill('SIGCONT')
}

/** Everything that is wrong with a collection that should hold exactly `expected`; empty when all is well. */
export async function problemsOf({ collection: name, archive }: Place, expected: readonly string[]) {
  const collection = await openHoldings(name, { mode: 'read', archiveFolder: archive })
  try {
    const pages: PageRow[] = []
    for await (const page of collection.store.pages({})) pages.push(page)
    return [
      ...comparison(pages, expected),
      ...(await countProblems(collection, pages)),
      ...(await collection.store.check()),
      ...(await archiveProblems(collection, expected)),
      ...(await searchProblems(collection, expected)),
    ]
  } finally {
    await collection.close()
  }
}

function comparison(pages: readonly PageRow[], expected: readonly string[]): string[] {
  const completed = new Set<string>(pages.filter(page => page.status === 'completed').map(page => page.url))
  const known = new Set(pages.map(page => page.url))
  const wanted = new Set(expected)
  return [
    ...expected.filter(url => !completed.has(url)).map(url => `missing: ${url}`),
    ...[...completed].filter(url => !wanted.has(url)).map(url => `too much: ${url}`),
    ...(known.size === pages.length ? [] : [`${pages.length - known.size} Urls twice`]),
    ...pages.filter(page => page.status === 'running').map(page => `still running: ${page.url}`),
  ]
}

/** The index is written with the pages: none is missing, and none is there without them. */
async function searchProblems({ store }: Holdings, expected: readonly string[]): Promise<string[]> {
  const problems: string[] = []
  for await (const { url } of store.pages({ unindexed: true })) problems.push(`not in the index: ${url}`)
  for (const url of expected) {
    const page = await store.page(asUrl(url))
    const indexed = page ? await store.indexedRevisions(page) : []
    if (page && indexed.join() !== String(page.revision))
      problems.push(`indexed as ${indexed.join()}: ${url}`)
  }
  return problems
}

async function countProblems({ store }: Holdings, pages: readonly PageRow[]): Promise<string[]> {
  const counts = await store.counts()
  const of = (status: PageRow['status']) => pages.filter(page => page.status === status).length
  const real = {
    completed: of('completed'),
    waiting: of('waiting'),
    error: of('error'),
    fetched: pages.filter(page => page.revision > 0).length,
    revisions: pages.reduce((sum, page) => sum + page.revision, 0),
  }
  const named = Object.keys(real) as (keyof typeof real)[]
  return named
    .filter(name => counts[name] !== real[name])
    .map(name => `${counts[name]} ${name} counted, ${real[name]} there`)
}

/** `/p/3` is shown by every third path. */
const repeating = (site: Site): Site => ({
  ...site,
  find: (path, at) =>
    site.find(/^\/p\/\d+$/.test(path) && Number(path.slice(3)) % 3 === 0 ? '/p/3' : path, at),
})

/** Reads every file to its end: each record whole, each page's answer there once, nothing else; and every page by its place. */
async function archiveProblems(
  { store, archiveFolder }: Holdings,
  expected: readonly string[],
): Promise<string[]> {
  const problems: string[] = []
  const responses = new Map<string, number>()
  for (const file of await store.archiveFiles()) {
    // Registered, but killed before anything of it was reported: there is no such file.
    if (file.sizeBytes === 0) continue
    const reader = readRecords(archiveFolder.file(file.name))
    for await (const record of reader) {
      const { problem } = await record.finish()
      if (problem) problems.push(`${file.name}: ${problem}`)
      const url = record.headers.get('warc-target-uri') ?? ''
      if (record.type === 'response' || record.type === 'revisit')
        responses.set(url, (responses.get(url) ?? 0) + 1)
    }
    if (reader.stopped) problems.push(`${file.name} stops: ${reader.stopped.reason}`)
  }
  for (const url of expected) {
    const times = responses.get(url) ?? 0
    if (times !== 1) problems.push(`${times} answers in the archive for ${url}`)
    const page = await store.page(asUrl(url))
    const place = page && (await store.revisions(page)).at(-1)?.place
    if (!place || !(await isReadable(archiveFolder, place, url))) problems.push(`cannot be read: ${url}`)
  }
  return problems
}
