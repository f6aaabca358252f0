import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

export interface StaticServer {
  readonly port: number
  stop(): Promise<void>
}

const PLACES = ['/usr/sbin/nginx', '/usr/local/sbin/nginx', '/usr/bin/nginx', '/opt/homebrew/bin/nginx']

/** One nginx process without logs or compression; undefined when nginx is not installed. */
export async function serveWithNginx(root: string): Promise<StaticServer | undefined> {
  const nginx = PLACES.find(existsSync)
  if (!nginx) return undefined
  const folder = await mkdtemp(join(tmpdir(), 'nginx-'))
  const port = await freePort()
  await writeFile(join(folder, 'nginx.conf'), config(folder, root, port))
  const child = spawn(
    nginx,
    ['-p', folder, '-c', join(folder, 'nginx.conf'), '-e', join(folder, 'error.log')],
    { stdio: 'ignore' },
  )
  const exited = new Promise<void>(resolve => child.once('exit', () => resolve()))
  await answering(port, () => child.exitCode !== null)
  return {
    port,
    async stop() {
      child.kill('SIGTERM')
      await exited
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** `master_process off` keeps it one process with the caller's own permissions. */
function config(folder: string, root: string, port: number): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    name => `${name}_temp_path ${folder}/${name};`,
  )
  return `daemon off; master_process off; worker_processes 1; pid ${folder}/nginx.pid; error_log ${folder}/error.log crit;
events { worker_connections 8192; multi_accept on; }
http {
  ${temporary.join(' ')}
  types { text/html html; } default_type application/octet-stream; charset utf-8;
  access_log off; gzip off; sendfile on; tcp_nopush on; tcp_nodelay on; server_tokens off;
  keepalive_timeout 1h; keepalive_requests 1000000000; reset_timedout_connection on;
  server { listen 127.0.0.1:${port} backlog=4096; root ${root}; index index.html; etag on; }
}
`
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}

async function answering(port: number, ended: () => boolean): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt++) {
    if (ended()) break
    const open = await new Promise<boolean>(resolve => {
      const socket = connect(port, '127.0.0.1', () => resolve(true)).once('error', () => resolve(false))
      socket.once('connect', () => socket.destroy())
    })
    if (open) return
    await wait(50)
  }
  throw new Error(`nginx did not start on port ${port}`)
}
