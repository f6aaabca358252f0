import { posix } from 'node:path'
import { pathToFileURL } from 'node:url'

/** A folder below which `file:` URLs may be read, given as an absolute path or as a `file:` URL. */
export function decodedRoot(root: string): string {
  const url = root.startsWith('file:') ? new URL(root) : pathToFileURL(root)
  const path = decodedPath(url.pathname) ?? '/'
  return path.endsWith('/') ? path : `${path}/`
}

/**
 * The path that opening `canonical` would reach, folder by folder; `undefined` for files on another machine and for escapes that are not
 * text. Escapes are decoded before `..` is resolved, since `..%2F..` climbs too, and backslashes are read as slashes, since on Windows they
 * are. Symbolic links are up to the reader: nothing in this folder accesses the disk.
 */
export function filePath(canonical: string): string | undefined {
  const path = canonical.slice('file://'.length).split('?', 1)[0]!
  return path.startsWith('/') ? decodedPath(path) : undefined
}

function decodedPath(path: string): string | undefined {
  try {
    const decoded = decodeURIComponent(path)
    return decoded.includes('\0') ? undefined : posix.normalize(decoded.replaceAll('\\', '/'))
  } catch {
    return undefined
  }
}
