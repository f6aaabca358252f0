import { join } from 'node:path'
import { lastReport, measure } from './measure.ts'
import type { Peer, Ran, Task } from './peer.ts'

const PYTHONS = ['/usr/bin/python3', 'python3']

/** Scrapy, tuned: 64 requests at once, no delay, lxml links, compressed bodies in one file. */
export const scrapy: Peer = {
  name: 'scrapy-tuned',
  async prepare() {
    for (const python of PYTHONS) {
      const { code, stdout } = await measure([python, '-c', 'import scrapy; print(scrapy.__version__)'], {
        seconds: 30,
      })
      if (code === 0) return { version: stdout.trim(), run: task => runScrapy(python, task) }
    }
    return 'Scrapy is not installed; get it with: apt-get install python3-scrapy'
  },
}

async function runScrapy(python: string, { url, seconds, outFolder }: Task): Promise<Ran> {
  const script = join(import.meta.dirname, 'scripts', 'scrapy_tuned.py')
  const measured = await measure([python, script, url, String(seconds), join(outFolder, 'pages.gz')], {
    seconds: seconds + 30,
  })
  return { ...lastReport(measured), cpuSeconds: measured.cpuSeconds }
}
