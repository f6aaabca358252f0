/**
 * A private PostgreSQL for tests and benches: a cluster of its own in a temporary folder on a free loopback port, gone
 * when it is stopped. For a bench it writes durably, as a real one does, so that what is measured on it is true; a test has no use for
 * what would outlive a crash of the machine.
 *
 * TIDEWATCH_TEST_POSTGRES=postgres://… uses that server instead. Without binaries, root on a Debian gets them from
 * apt; everybody else gets a sentence.
 */
import { execFile } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
/** Not on everybody's path. */
const RUNUSER = ['/usr/sbin/runuser', '/sbin/runuser'].find(path => existsSync(path)) ?? 'runuser'
const BINARIES = '/usr/lib/postgresql'
const CLUSTER_SETTINGS = '/etc/postgresql-common/createcluster.conf'

export interface TestPostgres {
  readonly url: string
  /** Restarts the server as a crash would: every connection is cut. */
  restart(): Promise<void>
  stop(): Promise<void>
}

const MAX_STARTS = 3
/** A crash of the server loses nothing by these: every commit is with the operating system. */
const FOR_THE_MOMENT = '-c fsync=off -c full_page_writes=off'

export async function startTestPostgres({ durable = false } = {}): Promise<TestPostgres> {
  const given = process.env.TIDEWATCH_TEST_POSTGRES
  if (given) return { url: given, restart: cannotRestart, stop: async () => {} }
  const bin = await findBinaries()
  const folder = mkdtempSync(join(tmpdir(), 'tidewatch-postgres-'))
  const owner = unprivileged()
  if (owner) chownSync(folder, owner.uid, owner.gid)
  const tool = (name: string, ...words: string[]) => runAs(owner, join(bin, name), words, folder)
  const cluster = join(folder, 'cluster')
  await tool(
    'initdb',
    '-D',
    cluster,
    '-U',
    'tidewatch',
    '-A',
    'trust',
    '-E',
    'UTF8',
    '--locale=C',
    '--no-instructions',
  )
  const startOn = (port: number) => {
    const places = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories=${folder}`
    const options = durable ? places : `${places} ${FOR_THE_MOMENT}`
    return tool('pg_ctl', '-D', cluster, '-w', '-l', join(folder, 'log'), '-o', options, 'start')
  }
  const stop = (mode: string) => tool('pg_ctl', '-D', cluster, '-w', '-m', mode, 'stop')
  const port = await startedOn(startOn)
  return {
    url: `postgres://tidewatch@127.0.0.1:${port}/postgres`,
    async restart() {
      await stop('immediate')
      await startOn(port)
    },
    async stop() {
      await stop('immediate')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** A port that was free may be taken by another test before the server listens on it. */
async function startedOn(start: (port: number) => Promise<unknown>): Promise<number> {
  for (let attempt = 1; ; attempt++) {
    const port = await freePort()
    try {
      await start(port)
      return port
    } catch (error) {
      if (attempt === MAX_STARTS) throw error
    }
  }
}

async function cannotRestart(): Promise<void> {
  throw new Error('the server in TIDEWATCH_TEST_POSTGRES is not ours to restart: unset the variable')
}

async function findBinaries(): Promise<string> {
  const found = newestBinaries()
  if (found) return found
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) await installWithApt()
  const installed = newestBinaries()
  if (installed) return installed
  throw new Error(
    'PostgreSQL is not installed: install the package "postgresql" (15 or newer), or set TIDEWATCH_TEST_POSTGRES to a URL',
  )
}

function newestBinaries(): string | null {
  const versions = existsSync(BINARIES) ? readdirSync(BINARIES).filter(name => Number(name) >= 15) : []
  const [newest] = versions.sort((a, b) => Number(b) - Number(a))
  return newest ? join(BINARIES, newest, 'bin') : null
}

/** The package would make and start a cluster of the system; the setting keeps it from that. */
async function installWithApt(): Promise<void> {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  await run('apt-get', ['update', '-q'], { env })
  await run('apt-get', ['install', '-y', '-q', '--no-install-recommends', 'postgresql-common'], { env })
  const before = existsSync(CLUSTER_SETTINGS) ? readFileSync(CLUSTER_SETTINGS, 'utf8') : ''
  writeFileSync(CLUSTER_SETTINGS, `${before}\ncreate_main_cluster = false\n`)
  try {
    await run('apt-get', ['install', '-y', '-q', '--no-install-recommends', 'postgresql'], { env })
  } finally {
    writeFileSync(CLUSTER_SETTINGS, before)
  }
}

interface Owner {
  readonly name: string
  readonly uid: number
  readonly gid: number
}

/** PostgreSQL refuses to run as root: then it runs as the package's user, or as nobody. */
function unprivileged(): Owner | null {
  if (process.getuid?.() !== 0) return null
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map(line => line.split(':'))
  const user = users.find(([name]) => name === 'postgres') ?? users.find(([name]) => name === 'nobody')
  if (!user)
    throw new Error(
      'PostgreSQL does not run as root, and there is neither a user "postgres" nor "nobody": run as another user',
    )
  return { name: user[0]!, uid: Number(user[2]), gid: Number(user[3]) }
}

async function runAs(
  owner: Owner | null,
  file: string,
  words: readonly string[],
  cwd: string,
): Promise<void> {
  const [command, args] = owner ? [RUNUSER, ['-u', owner.name, '--', file, ...words]] : [file, words]
  try {
    await run(command as string, args as string[], { cwd })
  } catch (error) {
    const said = (error as { stderr?: string }).stderr?.trim() || (error as Error).message
    throw new Error(`cannot start a test PostgreSQL: ${said}`, { cause: error })
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })
}
