import { readdir } from 'node:fs/promises'
import { measure } from './measure.ts'
import type { Peer, Ran, Task } from './peer.ts'

/** GNU Wget2, recursive with 16 threads; a page is a file that it left behind. */
export const wget2: Peer = {
  name: 'wget2',
  async prepare() {
    const { code, stdout } = await measure(['wget2', '--version'], { seconds: 10 })
    if (code !== 0) return 'wget2 is not installed; get it with: apt-get install wget2'
    return { version: /GNU Wget2 (\S+)/.exec(stdout)?.[1] ?? 'unknown', run: runWget2 }
  },
}

const OPTIONS = [
  '--quiet',
  '--recursive',
  '--level=0',
  '--no-parent',
  '--robots=off',
  '--max-threads=16',
  '--follow-tags=a',
]

async function runWget2({ url, seconds, outFolder }: Task): Promise<Ran> {
  const measured = await measure(['wget2', ...OPTIONS, '-P', outFolder, url], {
    seconds,
    env: { LC_ALL: 'C' },
  })
  const files = await readdir(outFolder, { recursive: true, withFileTypes: true })
  const pages = files.filter(entry => entry.isFile() && entry.name.endsWith('.html')).length
  return { pages, seconds: measured.wallSeconds, cpuSeconds: measured.cpuSeconds }
}
