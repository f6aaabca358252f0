import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ConfigInput, openCollection, type Plugin } from '../../src/index.ts'
import type { ServedFolder } from './served-folder.ts'

export interface FocusCrawl {
  readonly start?: string
  readonly pages?: number
  readonly topics?: ConfigInput['topics']
  readonly plugins?: readonly Plugin[]
}

/** The pages that a crawl asks for, in its order. One request at a time: nobody is ahead of what was learned. */
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
        request: { delay: 0, allowPrivate: true, perServer: 1 },
      },
      { plugins },
    )
    return site.asked
  } finally {
    await collection.close()
    await rm(folder, { recursive: true, force: true })
  }
}
