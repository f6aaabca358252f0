/** A site on loopback whose pages a test writes and changes as it likes. Gone when the test is over. */
import { extname } from 'node:path'
import { answering } from './small-server.ts'

/** A page, or what it is when it is asked for so often. */
export type EditablePage = string | ((asked: number) => string)

export interface Editable {
  /** The address of a path. */
  url(path: string): string
  /** Puts a page there, or takes it away. */
  set(path: string, html: EditablePage | null): void
}

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.js': 'text/javascript',
  '.svg': 'image/svg+xml',
}
const typeOf = (path: string) => TYPES[extname(path)] ?? 'text/html; charset=utf-8'

export async function editableSite(pages: Readonly<Record<string, EditablePage>>): Promise<Editable> {
  const bodies = new Map(Object.entries(pages))
  const asked = new Map<string, number>()
  const url = await answering((request, response) => {
    const path = request.url ?? ''
    asked.set(path, (asked.get(path) ?? 0) + 1)
    const page = bodies.get(path)
    const html = typeof page === 'function' ? page(asked.get(path)!) : page
    response.writeHead(html === undefined ? 404 : 200, { 'content-type': typeOf(path) })
    response.end(html ?? 'not found')
  })
  return {
    url,
    set: (path, html) => (html === null ? bodies.delete(path) : bodies.set(path, html)),
  }
}
