/**
 * The crawlers of the field on the same origin as ours: each one follows links from `/`, writes the pages out, and is
 * stopped after a fixed window, so that slow ones are measured by their rate in it. Run alone:
 *   node bench/peers/index.ts --folder DIR [--folder DIR] [--seconds 60] [--only wget2]
 *
 * Nothing of theirs is a dependency of ours: npm packages are installed into a cache folder outside the repository when
 * first needed, the others are looked for on the machine. A peer that is missing says so in a sentence and the run goes
 * on. Peers run one after the other, never at once. The seconds are those of the crawl itself, the CPU seconds those of
 * the whole process with its start-up.
 */
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startOrigin } from '../origin.ts'
import { crawlee } from './crawlee.ts'
import type { Peer, PeerResult } from './peer.ts'
import { scrapy } from './scrapy.ts'
import { spiderRs } from './spider-rs.ts'
import { wget2 } from './wget2.ts'

export type { PeerResult } from './peer.ts'

export const PEERS: readonly Peer[] = [crawlee('disk'), crawlee('memory'), scrapy, spiderRs, wget2]

export interface PeerOptions {
  readonly seconds?: number
  /** Names; default all. */
  readonly only?: readonly string[]
  readonly cacheFolder?: string
  readonly onResult?: (result: PeerResult) => void
}

export async function runPeers(
  origin: { readonly url: string },
  options: PeerOptions = {},
): Promise<PeerResult[]> {
  const { seconds = 60, cacheFolder = join(tmpdir(), 'bench-peers') } = options
  await mkdir(cacheFolder, { recursive: true })
  const results: PeerResult[] = []
  for (const peer of PEERS.filter(({ name }) => !options.only || options.only.includes(name))) {
    const result = await runPeer(peer, origin.url, seconds, cacheFolder)
    results.push(result)
    options.onResult?.(result)
  }
  return results
}

async function runPeer(peer: Peer, url: string, seconds: number, cacheFolder: string): Promise<PeerResult> {
  const { name } = peer
  const prepared = await peer.prepare(cacheFolder)
  if (typeof prepared === 'string') return { name, missing: prepared }
  const outFolder = await mkdtemp(join(tmpdir(), 'peer-out-'))
  try {
    const ran = await prepared.run({ url, seconds, outFolder })
    return { name, version: prepared.version, ...ran, pagesPerSecond: ran.pages / ran.seconds }
  } catch (error) {
    return { name, missing: error instanceof Error ? error.message : String(error) }
  } finally {
    await rm(outFolder, { recursive: true, force: true })
  }
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      folder: { type: 'string', multiple: true },
      pages: { type: 'string' },
      seconds: { type: 'string' },
      only: { type: 'string', multiple: true },
    },
  })
  const pages = values.pages === undefined ? {} : { pages: Number(values.pages) }
  const origin = await startOrigin({ folders: values.folder ?? [], ...pages }).catch(error => {
    console.error(error.message)
    process.exit(2)
  })
  console.log(JSON.stringify({ origin: { ...origin, stop: undefined } }))
  await runPeers(origin, {
    ...(values.seconds === undefined ? {} : { seconds: Number(values.seconds) }),
    ...(values.only === undefined ? {} : { only: values.only }),
    onResult: result => console.log(JSON.stringify(result)),
  })
  await origin.stop()
}
