/**
 * What a fresh machine needs before anything else: the dependencies, the pinned Node among them. Plain JavaScript without
 * imports from the project, because it runs on whatever Node the machine has (20 or newer).
 */
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))
export const pinnedNode = join(
  root,
  'node_modules',
  'node',
  'bin',
  process.platform === 'win32' ? 'node.exe' : 'node',
)

/** Installs what package-lock.json says, unless that is already there. Not `npm ci`: it gives up when a registry lacks the binaries of other platforms. */
export function ensureInstalled() {
  if (isInstalled()) return
  process.stderr.write('tidewatch: installing the dependencies (once)\n')
  // Without scripts: npm would have add-ons compiled that bring their binaries along, which takes Python, a compiler and the headers of Node.
  // Only the pinned Node has to be unpacked by one.
  const isDone = npm('install', '--ignore-scripts', '--no-audit', '--no-fund') && npm('rebuild', 'node')
  if (!isDone || !existsSync(pinnedNode)) {
    process.stderr.write(
      'tidewatch: npm install failed: check the network or the registry, then run the same command again\n',
    )
    process.exit(1)
  }
}

function npm(...words) {
  const [command, ...first] = process.env.npm_execpath
    ? [process.execPath, process.env.npm_execpath]
    : ['npm']
  // The installer's own messages must not mix with what a command prints on standard output.
  const options = { cwd: root, stdio: ['ignore', 2, 2] }
  return spawnSync(command, [...first, ...words, '--loglevel=error'], options).status === 0
}

function isInstalled() {
  const installed = join(root, 'node_modules', '.package-lock.json')
  if (!existsSync(installed) || !existsSync(pinnedNode)) return false
  return statSync(installed).mtimeMs >= statSync(join(root, 'package-lock.json')).mtimeMs - 1000
}

/** Builds the dashboard, unless nothing of it has changed since it was built. */
export function ensureWeb() {
  const built = join(root, 'dist', 'web', 'index.html')
  // The client of the API is part of it.
  const sources = ['web', join('src', 'client')]
    .flatMap(folder => readdirSync(join(root, folder), { recursive: true, withFileTypes: true }))
    .filter(entry => entry.isFile())
    .map(entry => statSync(join(entry.parentPath ?? entry.path, entry.name)).mtimeMs)
  if (existsSync(built) && statSync(built).mtimeMs > Math.max(...sources)) return
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js')
  const args = [vite, 'build', '--config', join(root, 'web', 'vite.config.ts'), '--logLevel', 'warn']
  const { status } = spawnSync(pinnedNode, args, { cwd: root, stdio: ['ignore', 2, 2] })
  if (status !== 0) {
    process.stderr.write('tidewatch: the dashboard could not be built\n')
    process.exit(1)
  }
}

/** Runs a command with the pinned Node and npm's binaries first, hands through its signals, ends as it ended. */
export function runAndExit(command, args) {
  const path = [join(root, 'node_modules', '.bin'), dirname(pinnedNode), process.env.PATH].join(':')
  const { status, signal } = spawnSync(command, args, {
    cwd: process.env.INIT_CWD ?? root,
    stdio: 'inherit',
    env: { ...process.env, PATH: path },
  })
  process.exit(signal ? 130 : (status ?? 1))
}
