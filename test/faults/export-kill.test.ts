/** A folder that is written again, killed before every single step that touches the disk. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { intoFolder } from '../../src/library/export/target.ts'
import { temporaryFolder } from '../e2e/shell.ts'

const TARGET = join(import.meta.dirname, '..', '..', 'src', 'library', 'export', 'target.ts')
const FILES = ['a.csv', 'b.csv', 'images/1.png']

/** A process that kills itself instead of taking its n-th step. */
const script = (out: string, generation: string, step: number) => `
  import fs from 'node:fs'
  import { syncBuiltinESMExports } from 'node:module'
  import { dirname, join } from 'node:path'
  let left = ${step}
  const patch = (from, name) => {
    const real = from[name]
    from[name] = (...words) => {
      if (left-- === 0) process.kill(process.pid, 'SIGKILL')
      return real(...words)
    }
  }
  patch(fs, 'mkdirSync')
  for (const name of ['rename', 'rm', 'rmdir', 'writeFile']) patch(fs.promises, name)
  syncBuiltinESMExports()
  const { intoFolder } = await import(${JSON.stringify(TARGET)})
  const { writeFile } = await import('node:fs/promises')
  await intoFolder(${JSON.stringify(out)}, async folder => {
    fs.mkdirSync(join(folder, 'images'))
    for (const name of ${JSON.stringify(FILES)}) await writeFile(join(folder, name), '${generation}')
  })`

async function writeUntil(out: string, generation: string, step: number): Promise<'killed' | 'done'> {
  const child = spawn(process.execPath, ['--input-type=module', '-e', script(out, generation, step)], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const [code, signal] = (await once(child, 'close')) as [number | null, string | null]
  expect([code, signal]).toEqual(signal === null ? [0, null] : [null, 'SIGKILL'])
  return signal === null ? 'done' : 'killed'
}

const write = (out: string, generation: string) =>
  intoFolder(out, async folder => {
    await mkdir(join(folder, 'images'))
    for (const name of FILES) await writeFile(join(folder, name), generation)
  })

/** The generation of a whole export; null when it is not there, or not whole. */
async function generationOf(folder: string): Promise<string | null> {
  const texts = await Promise.all(FILES.map(name => readFile(join(folder, name), 'utf8').catch(() => null)))
  return texts.every(text => text !== null && text === texts[0]) ? texts[0]! : null
}

it('leaves the old or the new one whole, and the next run succeeds', async () => {
  let kills = 0
  for (let step = 0; ; step++, kills++) {
    const parent = await temporaryFolder()
    const out = join(parent, 'records')
    await write(out, 'old')
    const end = await writeUntil(out, 'new', step)
    const after = (await generationOf(out)) ?? (await generationOf(`${out}.old`))
    expect([step, after]).toEqual([step, expect.stringMatching(/^(old|new)$/)])
    // Once more, killed at the same place: two interruptions in a row leave more behind than one.
    if (end === 'killed') await writeUntil(out, 'newer', step)
    await write(out, 'newest')
    expect([step, await generationOf(out), await readdir(parent)]).toEqual([step, 'newest', ['records']])
    if (end === 'done') break
  }
  expect(kills).toBeGreaterThan(12)
})

it('leaves folders of others alone, whatever their names', async () => {
  const parent = await temporaryFolder()
  const out = join(parent, 'records')
  await write(out, 'old')
  for (const name of ['records.old', 'records.part']) {
    await mkdir(join(parent, name))
    await writeFile(join(parent, name, 'mine.txt'), 'x')
    await expect(write(out, 'new')).rejects.toThrow(`${name} contains other files`)
    expect(await readFile(join(parent, name, 'mine.txt'), 'utf8')).toBe('x')
    expect(await generationOf(out)).toBe('old')
    await rm(join(parent, name), { recursive: true })
  }
})
