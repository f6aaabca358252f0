/** Files on loopback, with ranges: replayers read an archive piece by piece. */
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Served =
  | { readonly file: string; readonly type: string }
  | { readonly body: string; readonly type: string }

export async function serve(paths: Readonly<Record<string, Served>>) {
  const server = createServer((request, response) => {
    const served = paths[new URL(request.url ?? '/', 'http://loopback').pathname]
    if (!served) return void response.writeHead(404).end()
    const bytes = 'file' in served ? readFileSync(served.file) : Buffer.from(served.body)
    const [, from, to] = /^bytes=(\d*)-(\d*)$/.exec(request.headers.range ?? '') ?? []
    const start = from === undefined ? 0 : from === '' ? bytes.length - Number(to) : Number(from)
    const end = from && to ? Math.min(Number(to) + 1, bytes.length) : bytes.length
    const isPart = from !== undefined
    response.writeHead(isPart ? 206 : 200, {
      'content-type': served.type,
      'content-length': end - start,
      'accept-ranges': 'bytes',
      'service-worker-allowed': '/',
      ...(isPart && { 'content-range': `bytes ${start}-${end - 1}/${bytes.length}` }),
    })
    response.end(request.method === 'HEAD' ? undefined : bytes.subarray(start, end))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    async stop() {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}
