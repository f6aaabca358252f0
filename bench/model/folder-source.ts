/** An unpacked site as a source of pages: what a static file server would answer, without the server. */
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { decodeBody } from '../../src/html/index.ts'
import type { PageSource, SourcePage } from '../../src/site/index.ts'

/** Some who mirror sites write this in names of files for the question mark of an address. */
const MIRRORED = '\ufe56'
export const MIRRORED_IN_LINKS = encodeURIComponent(MIRRORED)

export class FolderSource implements PageSource {
  readonly root: string
  readonly origin: string
  /** Processor time spent on reading and decoding, which is not modelling. */
  readSeconds = 0

  constructor(root: string, origin: string) {
    this.root = root
    this.origin = origin
  }

  fetch(url: string): Promise<SourcePage | null> {
    const before = process.cpuUsage()
    const page = this.read(url)
    const { user, system } = process.cpuUsage(before)
    this.readSeconds += (user + system) / 1e6
    return Promise.resolve(page)
  }

  read(url: string): SourcePage | null {
    const found = this.fileOf(url)
    if (found === undefined) return null
    const html = decodeBody(readFileSync(found.path), undefined, 'html').text
    return { url: found.url, status: 200, html: html.replaceAll(MIRRORED_IN_LINKS, '?') }
  }

  /** The file that answers an address, and the address that a server would send its reader to. */
  fileOf(url: string): { readonly path: string; readonly url: string } | undefined {
    if (!url.startsWith(`${this.origin}/`)) return undefined
    const { pathname, search } = new URL(url)
    for (const path of [decoded(pathname) + search.replace('?', MIRRORED), decoded(pathname), pathname]) {
      const file = fileAt(join(this.root, path))
      if (file === undefined) continue
      const isFolder = file.endsWith(`${path}/index.html`)
      return { path: file, url: isFolder ? `${this.origin}${pathname}/` : url }
    }
    return undefined
  }
}

function fileAt(path: string): string | undefined {
  const found = statSync(path, { throwIfNoEntry: false })
  if (found === undefined) return undefined
  if (found.isFile()) return /\.html?$/.test(path) ? path : undefined
  const index = join(path, 'index.html')
  return statSync(index, { throwIfNoEntry: false })?.isFile() === true ? index : undefined
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
