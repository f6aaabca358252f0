import { open, readdir, realpath, stat } from 'node:fs/promises'
import { basename, join, sep } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { type Clock, errorCode } from '../env/index.ts'
import type { Exchange } from './exchange.ts'

/**
 * `file:` Urls below allowed folders, with the reader's own permissions, in the shape of an HTTP answer: a folder is a
 * page that links to what it holds, a missing file is a 404, a forbidden one a 403. Links that lead out of
 * the allowed folders are followed to their end first, and refused.
 */
export async function readFileUrl(
  url: string,
  roots: readonly string[],
  maxBytes: number,
  clock: Clock,
): Promise<Exchange> {
  const startedAt = clock.monotonic()
  const answer = (status: number, headers: readonly string[], body: Uint8Array, cut = false): Exchange => {
    const endedAt = clock.monotonic()
    return {
      kind: 'answer',
      status,
      statusText: '',
      headers,
      body,
      truncated: cut ? 'length' : null,
      address: '',
      startedAt,
      firstByteAt: endedAt,
      endedAt,
    }
  }
  const nothing = new Uint8Array(0)
  try {
    const path = await realpath(fileURLToPath(url))
    if (!(await isBelow(path, roots))) return answer(403, [], nothing)
    const about = await stat(path)
    const modified = ['Last-Modified', about.mtime.toUTCString()]
    if (about.isDirectory())
      return answer(200, ['Content-Type', 'text/html; charset=utf-8', ...modified], await listing(path))
    if (!about.isFile()) return answer(403, [], nothing)
    return answer(200, modified, await readStart(path, Math.min(about.size, maxBytes)), about.size > maxBytes)
  } catch (error) {
    switch (errorCode(error)) {
      case 'ENOENT':
      case 'ENOTDIR':
        return answer(404, [], nothing)
      case 'EACCES':
      case 'EPERM':
        return answer(403, [], nothing)
      default:
        return {
          kind: 'breakdown',
          code: 'protocol',
          message: `cannot read it (${errorCode(error)})`,
          startedAt,
          endedAt: clock.monotonic(),
        }
    }
  }
}

async function isBelow(path: string, roots: readonly string[]): Promise<boolean> {
  for (const root of roots) {
    const real = await realpath(root).catch(() => null)
    if (real !== null && (path === real || path.startsWith(real.endsWith(sep) ? real : real + sep)))
      return true
  }
  return false
}

async function readStart(path: string, size: number): Promise<Uint8Array> {
  const bytes = new Uint8Array(size)
  const handle = await open(path, 'r')
  try {
    const { bytesRead } = await handle.read(bytes, 0, size, 0)
    return bytesRead === size ? bytes : bytes.slice(0, bytesRead)
  } finally {
    await handle.close()
  }
}

async function listing(path: string): Promise<Uint8Array> {
  const entries = await readdir(path, { withFileTypes: true })
  const items = entries
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .map(entry => {
      const href = pathToFileURL(join(path, entry.name)).href + (entry.isDirectory() ? '/' : '')
      return `<li><a href="${escaped(href)}">${escaped(entry.name)}</a>`
    })
  const html = `<!doctype html><meta charset="utf-8"><title>${escaped(basename(path))}</title><ul>${items.join('\n')}</ul>`
  return new Uint8Array(Buffer.from(html))
}

const escaped = (text: string) => text.replace(/[&<>"]/g, character => `&#${character.charCodeAt(0)};`)
