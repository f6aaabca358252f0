/** The world's port: plain HTTP alone, or HTTP and TLS on the same port, told apart by the first byte. */
import type { Server as HttpServer } from 'node:http'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { selfSigned } from './certificate.ts'

export interface Port {
  readonly number: number
  close(): Promise<void>
}

const TLS_HANDSHAKE = 22

export async function openPort(origin: HttpServer, port: number, tls: boolean): Promise<Port> {
  const sockets = new Set<Socket>()
  const server = tls ? sorted(origin, sockets) : origin
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen({ port, host: '0.0.0.0', backlog: 4096 }, resolve)
  })
  return {
    number: (server.address() as AddressInfo).port,
    async close() {
      if (!server.listening) return
      const closed = new Promise<void>(resolve => server.close(() => resolve()))
      origin.closeAllConnections()
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}

function sorted(origin: HttpServer, sockets: Set<Socket>): Server {
  const tls = createTlsServer({ ...selfSigned('test'), ALPNProtocols: ['http/1.1'] }, socket =>
    origin.emit('connection', socket),
  )
  tls.on('tlsClientError', () => {})
  return createServer(socket => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
    socket.on('error', () => {})
    socket.once('readable', () => {
      const first: Buffer | null = socket.read()
      if (first === null) return
      socket.unshift(first)
      const target = first[0] === TLS_HANDSHAKE ? tls : origin
      target.emit('connection', socket)
    })
  })
}
