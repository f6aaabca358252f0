import { readFile } from 'node:fs/promises'
import { extname, join, normalize } from 'node:path'
import type { MiddlewareHandler } from 'hono'
import { errorCode } from '../env/index.ts'

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
}

/** Files of the dashboard with fixed names, besides the assets. */
const NAMED = new Set(['/icon.svg', '/pick-frame.html', '/pick-frame.js', '/pick-frame.css'])

/**
 * For the frame in which people pick fields on a stored page. It has an opaque origin, from which nothing of ours can be reached, and runs
 * only our own script; nothing can be loaded or sent.
 */
const PICK_FRAME_POLICY =
  "sandbox allow-scripts; default-src 'none'; script-src 'self'; style-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'self'"

const NOT_BUILT = 'The dashboard was not built: run "npm run build:web", or use the API at /openapi.json.\n'

/** Serves the files of the dashboard. Its pages are rendered in the browser, so every other address gets the same document. */
export function webFiles(folder: string | null): MiddlewareHandler {
  return async context => {
    if (folder === null) return context.text(NOT_BUILT, 503)
    const path = normalize(decoded(context.req.path))
    const isAsset = path.startsWith('/assets/')
    const file = join(folder, isAsset || NAMED.has(path) ? path : 'index.html')
    const bytes = await readFile(file).catch(error => {
      if (errorCode(error) === 'ENOENT' || errorCode(error) === 'EISDIR') return null
      throw error
    })
    if (!bytes) return context.text('There is no such file.\n', 404)
    return context.body(bytes, 200, {
      'Content-Type': TYPES[extname(file)] ?? 'application/octet-stream',
      ...(path === '/pick-frame.html' ? { 'Content-Security-Policy': PICK_FRAME_POLICY } : {}),
      // Assets may be cached forever, because their names change with their contents.
      'Cache-Control': isAsset ? 'public, max-age=31536000, immutable' : 'no-cache',
    })
  }
}

/** Decodes a path. An invalid encoding is left as it is, so it matches no file. */
function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
