/**
 * What a new TLS connection costs the one who opens it, in processor time: most servers of a large crawl are visited so seldom that
 * each visit needs one.
 *
 *   node bench/handshake.ts [--connections 2000]
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:tls'
import { parseArgs } from 'node:util'
import { realNetwork } from '../src/env/index.ts'
import { selfSigned } from '../test/world/certificate.ts'

const { values } = parseArgs({
  options: { connections: { type: 'string', default: '2000' } },
  allowPositionals: true,
})
const connections = Number(values.connections)

if (process.argv[2] === 'server') {
  const server = createServer(selfSigned('site.test'), socket => socket.on('error', () => {}).resume())
  server.listen(0, '127.0.0.1', () => process.send!((server.address() as { port: number }).port))
} else {
  const child = fork(import.meta.filename, ['server'])
  const [port] = (await once(child, 'message')) as [number]
  const options = {
    ...{ address: '127.0.0.1', port, tlsName: 'site.test', verifyTls: false, timeoutMs: 10_000 },
  }
  const open = async () => (await realNetwork.dial(options)).destroy()
  for (let i = 0; i < 200; i++) await open()
  const before = process.cpuUsage()
  for (let i = 0; i < connections; i++) await open()
  const { user, system } = process.cpuUsage(before)
  console.log(`a new TLS connection: ${((user + system) / 1_000 / connections).toFixed(2)} ms of CPU`)
  child.kill()
}
