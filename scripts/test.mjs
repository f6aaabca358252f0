/** `npm test`: installs what the tests need, then checks and tests everything. `npm run test:unit` is the fast part. */
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { ensureInstalled, pinnedNode, root } from './install.mjs'

const unitOnly = process.argv.includes('--unit')

ensureInstalled()
if (!unitOnly) ensureSystemPackages()

const path = [join(root, 'node_modules', '.bin'), dirname(pinnedNode), process.env.PATH].join(':')
// Twice: what only its own test calls is as unused as what nobody calls.
const UNUSED = [
  ['unused code', 'knip', []],
  ['code that only tests use', 'knip', ['--production']],
]
const steps = [
  ['types', 'tsc', ['-p', 'tsconfig.json']],
  ['lint', 'biome', ['check', '--error-on-warnings']],
  ...(unitOnly ? [] : UNUSED),
  ['tests', 'vitest', ['run', ...(unitOnly ? ['--project', 'unit'] : [])]],
]
for (const [name, command, args] of steps) {
  const { status } = spawnSync(command, args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, PATH: path },
  })
  if (status !== 0) {
    process.stderr.write(`tidewatch: ${name} failed\n`)
    process.exit(1)
  }
}

/** PostgreSQL for the second store, Chromium as the judge of what a page contains. */
function ensureSystemPackages() {
  const missing = [...(hasPostgres() ? [] : ['postgresql']), ...(hasChromium() ? [] : ['chromium'])]
  if (missing.length === 0) return
  const isRoot = process.getuid?.() === 0
  if (!isRoot || spawnSync('apt-get', ['--version']).status !== 0) {
    process.stderr.write(
      `tidewatch: the tests need ${missing.join(' and ')}: install ${missing.length > 1 ? 'them' : 'it'} with your system's package manager\n`,
    )
    process.exit(1)
  }
  process.stderr.write(`tidewatch: installing ${missing.join(' and ')} (once)\n`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  // The tests start a database of their own: no system-wide one is created.
  const quiet = { stdio: ['ignore', 2, 2], env }
  spawnSync('apt-get', ['update', '-qq'], quiet)
  spawnSync(
    'sh',
    [
      '-c',
      'mkdir -p /etc/postgresql-common && grep -qs create_main_cluster /etc/postgresql-common/createcluster.conf || echo "create_main_cluster = false" >> /etc/postgresql-common/createcluster.conf',
    ],
    quiet,
  )
  const { status } = spawnSync(
    'apt-get',
    ['install', '-y', '-qq', '--no-install-recommends', ...missing],
    quiet,
  )
  if (status !== 0) {
    process.stderr.write(
      `tidewatch: apt-get could not install ${missing.join(' and ')}: install by hand, then run npm test again\n`,
    )
    process.exit(1)
  }
}

function hasPostgres() {
  if (process.env.TIDEWATCH_TEST_POSTGRES) return true
  try {
    return readdirSync('/usr/lib/postgresql').some(
      version => Number(version) >= 15 && existsSync(`/usr/lib/postgresql/${version}/bin/initdb`),
    )
  } catch {
    return spawnSync('initdb', ['--version']).status === 0
  }
}

function hasChromium() {
  return ['chromium', 'chromium-browser', 'google-chrome'].some(
    name => spawnSync(name, ['--version']).status === 0,
  )
}
