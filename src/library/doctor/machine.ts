import { execFile } from 'node:child_process'
import { stat, statfs } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { promisify } from 'node:util'
import { CHROMIUM_NAMES } from '../../browser/find-chromium.ts'
import { type Env, errorCode, maxOpenFiles } from '../../env/index.ts'
import { shownBytes } from '../shown.ts'
import { type DoctorFinding, type Findings, ok, problem, warning } from './finding.ts'

const run = promisify(execFile)

/** Enough for the largest archive file (1 GiB) and the database beside it. */
const LITTLE_DISK = 2 * 2 ** 30
const NO_DISK = 100 * 2 ** 20
const FEW_FILES = 1024
/** A name that exists as long as DNS does. */
const KNOWN_NAME = 'a.root-servers.net'

export async function* checkMachine(collection: string, env: Env): Findings {
  yield nodeVersion(process.versions.node)
  if (!/^postgres(ql)?:/.test(collection)) yield await diskSpace(resolve(collection))
  yield openFiles()
  yield await names(env)
  yield await program('Chromium', CHROMIUM_NAMES, 'pages that need a browser')
  yield await program('PostgreSQL client', ['psql'], 'reading collections in PostgreSQL')
}

export function nodeVersion(version: string): DoctorFinding {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const isEnough = major > 22 || (major === 22 && minor >= 19)
  if (isEnough) return ok('node', `Node ${version}`)
  return problem('node', `Node ${version} is too old`, 'install 22.19 or later')
}

async function diskSpace(folder: string): Promise<DoctorFinding> {
  const place = await existing(folder)
  try {
    const { bavail, bsize } = await statfs(place)
    const free = bavail * bsize
    const message = `${shownBytes(free)} free on the disk with ${place}`
    if (free >= LITTLE_DISK) return ok('disk', message)
    const advice = 'a crawl stops when the disk is full; free some space'
    return { level: free < NO_DISK ? 'problem' : 'warning', check: 'disk', message, advice }
  } catch (error) {
    return problem('disk', `${place} cannot be looked at (${errorCode(error)})`)
  }
}

async function existing(folder: string): Promise<string> {
  const found = await stat(folder).catch(() => null)
  return found || dirname(folder) === folder ? folder : existing(dirname(folder))
}

function openFiles(): DoctorFinding {
  const most = maxOpenFiles()
  if (most === Number.POSITIVE_INFINITY) return ok('open-files', 'no limit on open files found')
  const message = `up to ${most} open files`
  if (most >= FEW_FILES) return ok('open-files', message)
  const advice =
    'each connection needs one, so that fewer pages are fetched at a time; raise it with "ulimit -n 4096"'
  return warning('open-files', message, advice)
}

async function names({ network }: Env): Promise<DoctorFinding> {
  try {
    await network.resolve(KNOWN_NAME)
    return ok('dns', 'names are resolved')
  } catch (error) {
    const message = `DNS does not work (${KNOWN_NAME}: ${errorCode(error)})`
    return warning('dns', message, 'check the network and /etc/resolv.conf')
  }
}

/** Information only: a crawl needs these programs only for optional features. */
async function program(what: string, commands: readonly string[], use: string): Promise<DoctorFinding> {
  const check = what.toLowerCase().replace(' ', '-')
  for (const command of commands) {
    const found = await run(command, ['--version'], { timeout: 10_000 }).catch(() => null)
    if (found) return ok(check, `${what}: ${found.stdout.trim().split('\n')[0]}`)
  }
  return ok(check, `${what}: not installed, only needed for ${use}`)
}
