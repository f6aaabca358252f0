import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { acceleratedClock } from '../../src/env/index.ts'
import { type ConfigInput, openCollection, type Plugin } from '../../src/index.ts'
import type { ServedFolder } from './served-folder.ts'

export interface FocusCrawl {
  readonly start?: string
  readonly pages?: number
  readonly topics?: ConfigInput['topics']
  readonly plugins?: readonly Plugin[]
}

/** A crawl as polite as usual, on a fast clock: what a page taught is known before the next one has its turn. */
const REQUEST = { allowPrivate: true, delay: '2s', timeout: '10m', connectTimeout: '10m' } as const
const TIMES_FASTER = 100

/** The pages that a crawl asks for, in its order. */
export async function crawlOf(
  site: ServedFolder,
  { start = '', pages = 100, topics = [], plugins = [] }: FocusCrawl,
): Promise<string[]> {
  site.asked = []
  const folder = await mkdtemp(join(tmpdir(), 'tidewatch-focus-'))
  const collection = await openCollection(folder, { mode: 'write' })
  try {
    await collection.crawl(
      {
        ...{ seeds: [`${site.origin}/${start}`], topics, threads: 1 },
        ...(plugins.length > 0 ? { order: 'best' as const } : {}),
        scope: { local: true, pages },
        request: REQUEST,
      },
      { plugins, env: { clock: acceleratedClock(TIMES_FASTER) } },
    )
    return site.asked
  } finally {
    await collection.close()
    await rm(folder, { recursive: true, force: true })
  }
}
