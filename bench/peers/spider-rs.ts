import { join } from 'node:path'
import { lastReport, measure } from './measure.ts'
import { installedVersion, npmInstall } from './npm-install.ts'
import type { Peer } from './peer.ts'

/** The newest version whose native part is in the registry for every platform that we could try. */
const VERSION = '0.0.157'

/** spider (Rust) through its Node binding; pages that it hands over are appended to a file. */
export const spiderRs: Peer = {
  name: 'spider-rs',
  async prepare(cacheFolder) {
    const native = `@spider-rs/spider-rs-${process.platform}-${process.arch}${process.platform === 'linux' ? '-gnu' : ''}`
    const installed = await npmInstall(cacheFolder, 'spider-rs', [
      `@spider-rs/spider-rs@${VERSION}`,
      `${native}@${VERSION}`,
    ])
    if (typeof installed === 'string') return installed
    const { folder } = installed
    return {
      version: await installedVersion(folder, '@spider-rs/spider-rs'),
      async run({ url, seconds, outFolder }) {
        const script = join(import.meta.dirname, 'scripts', 'spider-rs.mjs')
        const command = [process.execPath, script, folder, url, String(seconds), join(outFolder, 'pages')]
        const measured = await measure(command, { seconds: seconds + 30 })
        return { ...lastReport(measured), cpuSeconds: measured.cpuSeconds }
      },
    }
  },
}
