import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join, normalize } from 'node:path'
import type { StaticServer } from './nginx.ts'

/** The fallback where nginx is missing: slower, otherwise the same. */
export async function serveWithNode(root: string): Promise<StaticServer> {
  const server = createServer({ keepAliveTimeout: 0 }, async (request, response) => {
    const file = fileOf(root, request.url ?? '/')
    const found = file === undefined ? undefined : await stat(file).catch(() => undefined)
    if (!file || !found?.isFile()) {
      response.writeHead(404, { 'content-length': 0 }).end()
      return
    }
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-length': found.size })
    createReadStream(file).pipe(response)
  })
  await new Promise<void>(resolve => server.listen({ port: 0, host: '127.0.0.1', backlog: 4096 }, resolve))
  return {
    port: (server.address() as AddressInfo).port,
    async stop() {
      const closed = new Promise<void>(resolve => server.close(() => resolve()))
      server.closeAllConnections()
      await closed
    },
  }
}

function fileOf(root: string, target: string): string | undefined {
  const { pathname } = new URL(target, 'http://origin')
  try {
    const path = normalize(decodeURIComponent(pathname))
    return path.includes('..') || path.includes('\0')
      ? undefined
      : join(root, path.endsWith('/') ? `${path}index.html` : path)
  } catch {
    return undefined
  }
}
