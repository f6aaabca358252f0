/** Requests a page of a world in the plain way (address and Host header), for tests of the world itself. */
import { request } from 'node:http'
import type { World } from './world.ts'

export interface Got {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
  readonly text: string
}

export interface GetOptions {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

export function get(world: World, url: string, options: GetOptions = {}): Promise<Got> {
  const { host, hostname, pathname, search } = new URL(url)
  const { method = 'GET', headers = {}, body } = options
  return new Promise((resolve, reject) => {
    const asking = request(
      {
        host: world.address(hostname),
        port: world.port,
        path: pathname + search,
        method,
        headers: { host, ...headers },
      },
      response => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('error', reject)
        response.on('end', () => {
          const whole = Buffer.concat(chunks)
          const status = response.statusCode ?? 0
          resolve({
            status,
            headers: response.headers as Record<string, string>,
            body: whole,
            text: whole.toString(),
          })
        })
      },
    )
    asking.on('error', reject)
    asking.end(body)
  })
}
