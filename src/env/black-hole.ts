import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'

/** A local port that accepts connections and never responds. */
export interface BlackHole {
  readonly port: number
  /** How many connections were accepted so far. */
  readonly attempts: number
  close(): Promise<void>
}

/** For programs that must not reach the network: with this as their proxy, whatever they send on their own ends here. */
export async function openBlackHole(): Promise<BlackHole> {
  let attempts = 0
  const server = createServer(socket => {
    attempts++
    socket.on('error', () => {})
    socket.destroy()
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  server.unref()
  return {
    port: (server.address() as AddressInfo).port,
    get attempts() {
      return attempts
    },
    close: () => new Promise(resolve => server.close(() => resolve())),
  }
}
