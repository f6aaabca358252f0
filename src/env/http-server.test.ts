import { expect, it, onTestFinished } from 'vitest'
import { type Call, listenHttp } from './http-server.ts'

const PLACE = { address: '127.0.0.1', port: 0, maxBodyBytes: 1_000 }

async function serve(answer: (call: Call) => Promise<{ status: number; body?: string }>) {
  const server = await listenHttp(PLACE, answer)
  onTestFinished(() => server.close())
  return { port: server.port, url: `http://127.0.0.1:${server.port}` }
}

it('reads a request whole and answers it in plain text', async () => {
  const { url } = await serve(async ({ method, target, header, body }) => ({
    status: 202,
    body: `${method} ${target} ${header('x-word')} ${Buffer.from(body!).toString()}`,
  }))
  const answer = await fetch(`${url}/a?b=c`, { method: 'POST', body: 'text', headers: { 'x-word': 'yes' } })
  expect([answer.status, await answer.text()]).toEqual([202, 'POST /a?b=c yes text'])
  expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8')
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
})

it('does not read a body that is too large, and survives an answer that fails', async () => {
  const bodies: (Uint8Array | null)[] = []
  const { url } = await serve(async ({ body }) => {
    bodies.push(body)
    if (body !== null) throw new Error('broken')
    return { status: 413 }
  })
  // The connection may be closed before the sender reads the answer.
  const large = await fetch(url, { method: 'POST', body: 'x'.repeat(5_000_000) }).catch(() => null)
  expect(large?.status ?? 413).toBe(413)
  expect(bodies).toEqual([null])
  expect((await fetch(url)).status).toBe(500)
})

it('says so when the port is taken', async () => {
  const { port } = await serve(async () => ({ status: 200 }))
  await expect(listenHttp({ ...PLACE, port }, async () => ({ status: 200 }))).rejects.toMatchObject({
    code: 'EADDRINUSE',
  })
})
