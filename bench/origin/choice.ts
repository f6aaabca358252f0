import { readdir, stat } from 'node:fs/promises'
import { join, relative, resolve } from 'node:path'

export interface Chosen {
  /** Where it stands on disk. */
  readonly file: string
  /** Its path on the origin, without the leading slash. */
  readonly path: string
  readonly sizeBytes: number
}

const MAX_AVERAGE_BYTES = 30_000
/** Larger pages meet the size limits of some crawlers and not of others. */
const MAX_PAGE_BYTES = 2 * 1024 * 1024

/** The same folders give the same choice, in the order of paths. */
export async function choosePages(folders: readonly string[], count: number): Promise<Chosen[]> {
  const found = (await Promise.all(folders.map((folder, n) => htmlFiles(resolve(folder), `f${n}`)))).flat()
  if (found.length === 0) throw new Error(howToGetPages(folders))
  const bySize = found.sort((x, y) => y.sizeBytes - x.sizeBytes || (x.path < y.path ? -1 : 1))
  return windowOf(bySize, count).sort((x, y) => (x.path < y.path ? -1 : 1))
}

/** The first `count` neighbours in a falling list whose average is small enough. */
function windowOf(bySize: readonly Chosen[], count: number): Chosen[] {
  let start = 0
  let sum = bySize.slice(0, count).reduce((total, page) => total + page.sizeBytes, 0)
  while (start + count < bySize.length && sum / count > MAX_AVERAGE_BYTES) {
    sum += bySize[start + count]!.sizeBytes - bySize[start]!.sizeBytes
    start++
  }
  return bySize.slice(start, start + count)
}

async function htmlFiles(folder: string, prefix: string): Promise<Chosen[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  const files = entries
    .filter(entry => entry.isFile() && entry.name.endsWith('.html'))
    .map(entry => join(entry.parentPath, entry.name))
  const sizes = await Promise.all(files.map(async file => (await stat(file)).size))
  const pages = files.map((file, n) => ({
    file,
    path: join(prefix, relative(folder, file)),
    sizeBytes: sizes[n]!,
  }))
  return pages.filter(page => page.sizeBytes <= MAX_PAGE_BYTES)
}

function howToGetPages(folders: readonly string[]): string {
  const where =
    folders.length > 0 ? `No HTML pages below ${folders.join(', ')}` : 'No --folder with HTML pages was given'
  return `${where}; get some with: apt-get download rust-doc cppreference-doc-en-html, then dpkg -x each .deb into a folder`
}
