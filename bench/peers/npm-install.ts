import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { measure } from './measure.ts'

/** Installs packages into a folder of their own below the cache (once); the folder, or a sentence why not. */
export async function npmInstall(
  cacheFolder: string,
  name: string,
  packages: readonly string[],
): Promise<{ folder: string } | string> {
  const folder = join(cacheFolder, name)
  const wanted = packages.join(' ')
  const mark = join(folder, 'installed.txt')
  if (existsSync(mark) && (await readFile(mark, 'utf8')) === wanted) return { folder }
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'package.json'), '{"private":true}')
  const { code, stderr } = await measure(
    ['npm', 'install', '--no-audit', '--no-fund', '--ignore-scripts', ...packages],
    { seconds: 180, cwd: folder },
  )
  if (code !== 0) return `npm install ${wanted} failed: ${stderr.slice(0, 300)}`
  await writeFile(mark, wanted)
  return { folder }
}

export async function installedVersion(folder: string, packageName: string): Promise<string> {
  return JSON.parse(await readFile(join(folder, 'node_modules', packageName, 'package.json'), 'utf8')).version
}
