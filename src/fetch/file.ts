import { open, readdir, realpath, stat } from 'node:fs/promises'
import { basename, join, sep } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { type Clock, errorCode } from '../env/index.ts'
import type { Exchange } from './exchange.ts'

export interface FileReading {
  /** Folders below which files may be read. */
  readonly roots: readonly string[]
  readonly maxBytes: number
  readonly clock: Clock
  /** The ETag of the stored copy: the file is not read again while its tag is the same. */
  readonly known?: string | undefined
}

/** A file that was modified this recently may change again without getting a new date, where dates are coarse (two seconds on FAT). */
const SETTLED_AFTER_MS = 2_000
const NOTHING = new Uint8Array(0)

interface Reply {
  readonly status: number
  readonly headers: readonly string[]
  readonly body: Uint8Array
  readonly cut: boolean
}

/**
 * Reads `file:` Urls below allowed folders, with the permissions of this process, and returns the result in the shape of an HTTP answer: a
 * folder is a page that links to its entries, a missing file is a 404, a forbidden one a 403, and one with the date and size of the stored
 * copy a 304. Symbolic links are resolved first, and refused if they lead out of the allowed folders.
 */
export async function readFileUrl(url: string, reading: FileReading): Promise<Exchange> {
  const { clock } = reading
  const startedAt = clock.monotonic()
  try {
    const { status, headers, body, cut } = await replyTo(fileURLToPath(url), reading)
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
  } catch (error) {
    const message = `cannot read it (${errorCode(error)})`
    return { kind: 'breakdown', code: 'protocol', message, startedAt, endedAt: clock.monotonic() }
  }
}

async function replyTo(path: string, reading: FileReading): Promise<Reply> {
  try {
    return await lookAt(await realpath(path), reading)
  } catch (error) {
    switch (errorCode(error)) {
      case 'ENOENT':
      case 'ENOTDIR':
        return empty(404)
      case 'EACCES':
      case 'EPERM':
        return empty(403)
      default:
        throw error
    }
  }
}

async function lookAt(path: string, { roots, maxBytes, clock, known }: FileReading): Promise<Reply> {
  if (!(await isBelow(path, roots))) return empty(403)
  const about = await stat(path, { bigint: true })
  const isFolder = about.isDirectory()
  if (!isFolder && !about.isFile()) return empty(403)
  const tag = `"${about.mtimeNs.toString(36)}-${about.size.toString(36)}"`
  const isSettled = Math.abs(clock.now() - Number(about.mtimeMs)) >= SETTLED_AFTER_MS
  const headers = ['Last-Modified', about.mtime.toUTCString(), ...(isSettled ? ['ETag', tag] : [])]
  if (tag === known) return { ...empty(304), headers }
  if (isFolder) {
    const type = ['Content-Type', 'text/html; charset=utf-8']
    return { status: 200, headers: [...type, ...headers], body: await listing(path), cut: false }
  }
  const size = Number(about.size)
  return { status: 200, headers, body: await readStart(path, Math.min(size, maxBytes)), cut: size > maxBytes }
}

const empty = (status: number): Reply => ({ status, headers: [], body: NOTHING, cut: false })

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
