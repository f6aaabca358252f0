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

const NOT_BUILT = 'The dashboard was not built: run "npm run build:web", or use the API at /openapi.json.\n'

/** The files of the dashboard. Its pages are made in the browser, so every other address gets the same document. */
export function webFiles(folder: string | null): MiddlewareHandler {
  return async context => {
    if (folder === null) return context.text(NOT_BUILT, 503)
    const path = normalize(decodeURIComponent(context.req.path))
    const isAsset = path.startsWith('/assets/')
    const file = join(folder, isAsset || path === '/icon.svg' ? path : 'index.html')
    const bytes = await readFile(file).catch(error => {
      if (errorCode(error) === 'ENOENT' || errorCode(error) === 'EISDIR') return null
      throw error
    })
    if (!bytes) return context.text('There is no such file.\n', 404)
    return context.body(bytes, 200, {
      'Content-Type': TYPES[extname(file)] ?? 'application/octet-stream',
      // The names of assets change with what is in them.
      'Cache-Control': isAsset ? 'public, max-age=31536000, immutable' : 'no-cache',
    })
  }
}
