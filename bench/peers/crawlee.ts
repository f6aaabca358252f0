import { join } from 'node:path'
import { lastReport, measure } from './measure.ts'
import { installedVersion, npmInstall } from './npm-install.ts'
import type { Peer } from './peer.ts'

/** Crawlee's CheerioCrawler, with its default storage on disk or with storage in memory. */
export function crawlee(storage: 'disk' | 'memory'): Peer {
  return {
    name: `crawlee-${storage}`,
    async prepare(cacheFolder) {
      const installed = await npmInstall(cacheFolder, 'crawlee', ['@crawlee/cheerio@3'])
      if (typeof installed === 'string') return installed
      const { folder } = installed
      return {
        version: await installedVersion(folder, '@crawlee/cheerio'),
        async run({ url, seconds, outFolder }) {
          const script = join(import.meta.dirname, 'scripts', 'crawlee.mjs')
          const env = { CRAWLEE_STORAGE_DIR: outFolder, CRAWLEE_LOG_LEVEL: 'OFF' }
          const measured = await measure([process.execPath, script, folder, url, String(seconds), storage], {
            seconds: seconds + 30,
            env,
          })
          return { ...lastReport(measured), cpuSeconds: measured.cpuSeconds }
        },
      }
    },
  }
}
