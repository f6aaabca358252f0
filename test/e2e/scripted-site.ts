/** A site whose pages are written by scripts, and what is needed to crawl it with a browser. */
import type { ConfigInput } from '../../src/config/index.ts'
import { type Page, plain, type Site } from '../world/index.ts'

/** A page, a script (`.js`), or data (`.json`), by path. */
export type Scripted = Readonly<Record<string, string | (() => string)>>

export function scriptedSite(host: string, files: Scripted): Site {
  const find = (path: string): Page | undefined => {
    const file = files[path]
    if (file === undefined) return undefined
    return plain(typeof file === 'string' ? file : file(), 'scripted', typeOf(path))
  }
  return { host, kind: 'scripted', entries: ['/'], find }
}

function typeOf(path: string): string {
  if (path.endsWith('.js')) return 'text/javascript; charset=utf-8'
  if (path.endsWith('.json')) return 'application/json'
  return path.endsWith('.txt') ? 'text/plain' : 'text/html; charset=utf-8'
}

/** Chromium seals off nothing for root, and tests often run as root. */
export const BROWSER = { sandbox: process.getuid?.() !== 0 } as const

export const rendered = (pages: 'always' | 'auto'): ConfigInput['render'] => ({
  ...BROWSER,
  pages,
})
