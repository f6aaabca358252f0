/** Archives whose pages are packed with learned dictionaries: everything that reads must read them. */
import { execFileSync } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, zstdDecompressSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { doctorCommand } from '../../src/cli/doctor.ts'
import { exportCommand } from '../../src/cli/export.ts'
import type { DoctorFinding } from '../../src/library/index.ts'
import { templateSite } from '../world/index.ts'
import { type Stage, stage } from './stage.ts'

const HOST = 'shop.test'
const site = () => templateSite(HOST, { categories: 6, perCategory: 30, paragraphs: 12 })
/** Slow enough for a dictionary to be learned meanwhile. */
const config = (world: Stage['world'], compression: 'gzip' | 'zstd') => ({
  seeds: [world.url(HOST)],
  archive: { compression },
  request: { delay: '5ms' },
})

async function archiveFiles({ folder }: Stage): Promise<{ name: string; bytes: Buffer }[]> {
  const names = (await readdir(join(folder, 'archive'))).filter(name => /\.warc\.(gz|zst)$/.test(name)).sort()
  return Promise.all(
    names.map(async name => ({ name, bytes: await readFile(join(folder, 'archive', name)) })),
  )
}

const hasDictionary = ({ bytes }: { bytes: Buffer }) => bytes.readUInt32LE(0) === 0x184d2a5d
const dictionaryOf = ({ bytes }: { bytes: Buffer }) =>
  zstdDecompressSync(bytes.subarray(8, 8 + bytes.readUInt32LE(4)))

function captured() {
  const results: string[] = []
  const result = (line: string) => void results.push(line)
  return { output: { result, note: () => {}, isTerminal: false }, results }
}

test('a template site takes half the room, and every page reads back as it was served', async () => {
  const packed = await stage([site()])
  const { stored } = await packed.crawl(config(packed.world, 'zstd'))
  const usual = await stage([site()])
  await usual.crawl(config(usual.world, 'gzip'))
  const sizeOf = async (one: Stage) =>
    (await archiveFiles(one)).reduce((sum, { bytes }) => sum + bytes.length, 0)
  expect((await archiveFiles(packed)).some(hasDictionary)).toBe(true)
  expect((await sizeOf(packed)) / (await sizeOf(usual))).toBeLessThan(0.6)

  for (const url of stored.slice(-40)) {
    const path = url.slice(packed.world.url(HOST).length)
    expect(await packed.body(url)).toEqual(await usual.body(usual.world.url(HOST) + path))
  }
}, 60_000)

test('doctor and exports read it, and so does zstd itself', async () => {
  const here = await stage([site()])
  const { folder } = here
  const { result } = await here.crawl(config(here.world, 'zstd'))
  const out = await mkdtemp(join(tmpdir(), 'tidewatch-dictionaries-'))
  onTestFinished(() => rm(out, { recursive: true, force: true }))

  const found = captured()
  expect(await doctorCommand({ collection: folder, full: true, json: true }, found.output)).toBe(0)
  const findings = found.results.flatMap(line => JSON.parse(line) as DoctorFinding | DoctorFinding[])
  expect(findings.filter(({ level, check }) => level === 'problem' && check !== 'dns')).toEqual([])

  for (const [format, name] of [
    ['warc', 'warc'],
    ['wacz', 'a.wacz'],
    ['trec', 'a.trec'],
  ] as const)
    expect(await exportCommand(format, { collection: folder, out: join(out, name) }, captured().output)).toBe(
      0,
    )
  const names = (await readdir(join(out, 'warc'))).filter(name => name.endsWith('.warc.gz'))
  const texts = await Promise.all(
    names.map(async name => gunzipSync(await readFile(join(out, 'warc', name)))),
  )
  const responses = texts.join('').match(/^WARC-Type: response/gm)
  expect(responses).toHaveLength(result.visits)
  expect((await stat(join(out, 'a.trec'))).size).toBeGreaterThan(100_000)

  if (!isInstalled('zstd')) return
  let records = 0
  for (const file of await archiveFiles(here)) {
    const dictionary = join(out, 'dictionary')
    if (hasDictionary(file)) await writeFile(dictionary, dictionaryOf(file))
    const words = ['-d', '-q', '-c', ...(hasDictionary(file) ? ['-D', dictionary] : [])]
    const text = execFileSync('zstd', words, { input: file.bytes, maxBuffer: 2 ** 28 }).toString('latin1')
    records += text.match(/^WARC-Type: response/gm)?.length ?? 0
  }
  expect(records).toBe(result.visits)
}, 60_000)

test('a later run goes on with the dictionary of the last', async () => {
  const here = await stage([site()])
  await here.crawl(config(here.world, 'zstd'))
  const before = (await archiveFiles(here)).filter(hasDictionary)
  await here.recrawl(config(here.world, 'zstd'))
  const after = (await archiveFiles(here)).filter(hasDictionary).slice(before.length)
  expect(after.length).toBeGreaterThan(0)
  expect(dictionaryOf(after[0]!)).toEqual(dictionaryOf(before.at(-1)!))
}, 60_000)

function isInstalled(command: string): boolean {
  try {
    execFileSync(command, ['--version'])
    return true
  } catch {
    return false
  }
}
