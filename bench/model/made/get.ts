/**
 * Gets the packages of all made sites, or of those named, and unpacks each into a folder of its own; those that are there are left alone:
 *
 *     node bench/model/made/get.ts --out DIR [--only NAME,NAME]
 *
 * About 500 MB, 3 GB unpacked. Needs `apt-get` of Debian 12 with its lists (`apt-get update`), `dpkg`, `npm` and `tar`; nothing is installed.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { type MadeSite, readGenerators } from './generators.ts'
import { packageOf } from './made-sites.ts'

const { values } = parseArgs({
  options: { out: { type: 'string', default: '' }, only: { type: 'string', default: '' } },
})
if (values.out === '') {
  console.error('usage: get.ts --out DIR [--only NAME,NAME]')
  process.exit(2)
}
const only = values.only.split(',').filter(name => name !== '')
const out = resolve(values.out)
mkdirSync(out, { recursive: true })
for (const site of readGenerators().flatMap(generator => generator.sites)) {
  if (only.length > 0 && !only.includes(site.name)) continue
  const folder = join(out, packageOf(site))
  if (existsSync(folder)) continue
  console.log(packageOf(site))
  get(site, folder)
}

/** Unpacks beside the folder first, so that one that was interrupted is not taken for whole. */
function get({ package: debian, npm }: MadeSite, folder: string): void {
  const part = mkdtempSync(join(out, 'part-'))
  const run = (command: string, ...args: string[]) =>
    execFileSync(command, args, { cwd: part, stdio: ['ignore', 'ignore', 'inherit'] })
  if (debian === undefined) run('npm', 'pack', '--silent', npm!)
  else run('apt-get', 'download', '-qq', debian)
  const archive = readdirSync(part)[0]!
  mkdirSync(join(part, 'unpacked'))
  if (debian === undefined) run('tar', 'xzf', archive, '-C', 'unpacked')
  else run('dpkg', '-x', archive, 'unpacked')
  renameSync(join(part, 'unpacked'), folder)
  rmSync(part, { recursive: true })
}
