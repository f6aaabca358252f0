/** `npm test`: installs what the tests need, then checks and tests everything. `npm run test:unit` is the fast part. */
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { ensureInstalled, ensureWeb, pinnedNode, root } from './install.mjs'

const HEADLESS_SHELL = 'chromium-headless-shell'
const unitOnly = process.argv.includes('--unit')

ensureInstalled()
if (!unitOnly) {
  ensureSystemPackages()
  ensureWeb()
}

const path = [join(root, 'node_modules', '.bin'), dirname(pinnedNode), process.env.PATH].join(':')
const env = { ...process.env, PATH: path }
const QUIET = ['--no-config-hints', '--no-tag-hints']
// Twice: what only its own test calls is as unused as what nobody calls.
const UNUSED = [
  ['unused code', QUIET],
  ['code that only tests use', ['--production', ...QUIET]],
]

const checks = await Promise.all([
  check('types', 'tsc', ['-p', 'tsconfig.json']),
  check('types of the dashboard', 'tsc', ['-p', 'web/tsconfig.json']),
  check('lint', 'biome', ['check', '--error-on-warnings']),
  ...(unitOnly ? [] : UNUSED.map(([name, args]) => check(name, 'knip', args))),
])
if (checks.includes(false)) process.exit(1)
const { status } = spawnSync('vitest', ['run', ...(unitOnly ? ['--project', 'unit'] : [])], {
  cwd: root,
  stdio: 'inherit',
  env,
})
if (status !== 0) {
  process.stderr.write('tidewatch: tests failed\n')
  process.exit(1)
}

/** Checks run side by side, so that each prints what it has to say when it is done. */
function check(name, command, args) {
  return new Promise(resolve => {
    const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], env })
    const output = []
    for (const stream of [child.stdout, child.stderr]) stream.on('data', bytes => output.push(bytes))
    child.on('error', error => output.push(Buffer.from(`${error.message}\n`)))
    child.on('close', code => {
      process.stdout.write(Buffer.concat(output))
      if (code !== 0) process.stderr.write(`tidewatch: ${name} failed\n`)
      resolve(code === 0)
    })
  })
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
  // Without windows it takes less than half the processor time; not every system has it.
  const hasShell = spawnSync('apt-cache', ['show', HEADLESS_SHELL]).status === 0
  const packages = missing.map(name => (name === 'chromium' && hasShell ? HEADLESS_SHELL : name))
  const { status } = spawnSync(
    'apt-get',
    ['install', '-y', '-qq', '--no-install-recommends', ...packages],
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
  return [HEADLESS_SHELL, 'chromium', 'chromium-browser', 'google-chrome'].some(
    name => spawnSync(name, ['--version']).status === 0,
  )
}
