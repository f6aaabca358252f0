/** A collection that may not be written: everything that only looks says the same as where it may. */

import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { chmod, cp, mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { MIGRATIONS } from '../../src/store/sqlite/schema.ts'
import { type Said, type Served, type Starting, start, startServing, temporaryFolder } from './shell.ts'

/** Compiled code is kept for each user, and somebody else has no place of theirs: each command would compile everything again. */
const compiled = mkdtempSync(join(tmpdir(), 'tidewatch-compiled-'))
chmodSync(compiled, 0o777)
afterAll(() => rm(compiled, { recursive: true, force: true }))

const NOBODY: Starting = { uid: 65_534, gid: 65_534, env: { NODE_COMPILE_CACHE: compiled } }
/** Root may write anywhere, so that only somebody else shows what permissions do. */
const asSomebodyElse: Starting = process.getuid?.() === 0 ? NOBODY : {}

interface Scene {
  readonly folder: string
  readonly config: string
  readonly collection: string
  readonly url: string
}

/** Crawled once; every test has a copy, which it may write and lock. */
let original: Scene
let served: Served
beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tidewatch-read-only-'))
  served = await startServing('--kind', 'shop', '--pages', '30')
  const config = await served.config(folder, {
    ...{ scope: { pages: 30 }, search: 'current', extract: { model: 'auto' } },
  })
  const collection = join(folder, 'data')
  expect((await start(['crawl', '--config', config, '-c', collection]).ended).code).toBe(0)
  await start(['recrawl', '--all', '-c', collection]).ended
  original = { folder, config, collection, url: served.seeds[0]! }
})
afterAll(async () => {
  served?.stop()
  if (original) await rm(original.folder, { recursive: true, force: true })
})

/** A folder that others may look into, with a crawled collection. */
async function crawled(): Promise<Scene> {
  const folder = await temporaryFolder()
  await cp(original.folder, folder, { recursive: true })
  await chmod(folder, 0o755)
  const at = (path: string) => path.replace(original.folder, folder)
  return { ...original, folder, config: at(original.config), collection: at(original.collection) }
}

const readers = (url: string): readonly string[][] => [
  ['pages'],
  ['pages', '--json', '--lost'],
  ['hosts', '--json'],
  ['classes'],
  ['errors'],
  ['history', url],
  ['diff', url],
  ['show', url],
  ['show', url, '--headers'],
  ['search', 'the OR a'],
  ['links', '--fragments', '--dead', '--json'],
  ['plan'],
  ['doctor', '--full'],
  ['extract'],
  ['extract', '--out', 'OUT/records'],
  ['export', 'csv', '--out', 'OUT/pages.csv'],
  ['export', 'jsonl'],
  ['export', 'trec', '--out', 'OUT/pages.trec'],
  ['export', 'warc', '--out', 'OUT/warc'],
  ['export', 'wacz', '--out', 'OUT/pages.wacz'],
  ['export', 'markdown', '--main', '--out', 'OUT/markdown'],
  ['lab', 'run', '--budget', '1d'],
]

async function saidBy(
  words: readonly string[],
  collection: string,
  out: string,
  who: Starting,
): Promise<Said> {
  const here = words.map(word => word.replace('OUT', out))
  return start([...here, '-c', collection], { cwd: out, ...who }).ended
}

/** Without what differs from one moment or place to the next. */
const lasting = ({ code, stdout, stderr }: Said, collection: string) => ({
  code,
  stdout: stdout
    .replaceAll(collection, 'HERE')
    .replace(/^.*(?:free on the disk|names are).*$/gm, '')
    .replace(/\d+\.\d+(?=(?:e-\d+)? (?:days|at|%))|(?:worth|price of) \S+/g, 'N'),
  stderr: stderr.replaceAll(collection, 'HERE').replace(/out-\d/g, 'out'),
})

async function expectSame(
  scene: { url: string; folder: string },
  written: string,
  guarded: string,
  who: Starting,
  commands = readers(scene.url),
) {
  const outs = await Promise.all(
    ['out-1', 'out-2'].map(async name => {
      const out = join(scene.folder, name)
      await rm(out, { recursive: true, force: true })
      await mkdir(out)
      await chmod(out, 0o777)
      return out
    }),
  )
  for (const words of commands) {
    const [allowed, refused] = await Promise.all([
      saidBy(words, written, outs[0]!, {}).then(said => lasting(said, written)),
      saidBy(words, guarded, outs[1]!, who).then(said => lasting(said, guarded)),
    ])
    expect({ words, ...refused }).toEqual({ words, ...allowed })
  }
  const [first, second] = await Promise.all(outs.map(out => readdir(out, { recursive: true })))
  expect(second!.length).toBe(first!.length)
}

async function expectRefused(config: string, collection: string, who: Starting) {
  for (const words of [
    ['crawl', '--config', config],
    ['recrawl'],
    ['watch', config],
    ['doctor', '--repair'],
  ]) {
    const said = await start([...words, '-c', collection], who).ended
    const text = words[0] === 'doctor' ? said.stdout : said.stderr
    expect([words, said.code, text]).toEqual([
      words,
      1,
      expect.stringMatching(/cannot write to .*: check its permissions/),
    ])
    expect(said.stderr).not.toMatch(/unexpectedly|node:internal/)
  }
}

async function lock(collection: string): Promise<void> {
  execFileSync('chmod', ['-R', 'a-w,a+rX', collection])
  onTestFinished(() => void execFileSync('chmod', ['-R', 'u+w', collection]))
}

it('what is stored belongs to whoever crawled it, in whichever folder the archive is', async () => {
  const scene = await crawled()
  const archive = join(scene.folder, 'elsewhere', 'archive')
  const config = await served.config(scene.folder, { scope: { pages: 1 }, archive: { folder: archive } })
  const made = join(scene.folder, 'made')
  expect((await start(['crawl', '--config', config, '-c', made]).ended).code).toBe(0)
  const modes = await Promise.all([made, archive].map(async path => (await stat(path)).mode & 0o777))
  expect(modes).toEqual([0o700, 0o700])
})

it('an archive file that a user may not read is not taken for a lost one', async () => {
  const scene = await crawled()
  await lock(scene.collection)
  const archive = join(scene.collection, 'archive')
  const files = (await readdir(archive)).filter(name => !name.endsWith('.cdxj'))
  for (const name of files) await chmod(join(archive, name), 0)
  const said = await start(['doctor', '-c', scene.collection], asSomebodyElse).ended
  expect([said.code, said.stderr]).toEqual([1, expect.stringMatching(/problems/)])
  const problems = said.stdout.split('\n').filter(line => line.startsWith('problem'))
  expect(problems[0]).toMatch(/may not be read by this user \(EACCES\): check its permissions$/)
  expect(said.stdout).not.toMatch(/restore|--repair/)
  const shown = await start(['show', scene.url, '-c', scene.collection], asSomebodyElse).ended
  expect([shown.code, shown.stderr]).toEqual([1, expect.stringMatching(/EACCES\): check its permissions\n$/)])
})

describe('a collection that may only be read', () => {
  it('because of its permissions', async () => {
    const scene = await crawled()
    const guarded = join(scene.folder, 'guarded')
    await cp(scene.collection, guarded, { recursive: true })
    await lock(guarded)
    const before = await readdir(guarded, { recursive: true })
    await expectSame(scene, scene.collection, guarded, asSomebodyElse)
    await expectRefused(scene.config, guarded, asSomebodyElse)
    expect(await readdir(guarded, { recursive: true })).toEqual(before)
  })

  it('because its file system is mounted read-only', async () => {
    const scene = await crawled()
    const guarded = join(scene.folder, 'guarded')
    await mkdir(guarded)
    // Where nobody may mount, permissions have to do.
    const who = mountReadOnly(scene.collection, guarded) ? {} : asSomebodyElse
    if (who === asSomebodyElse) {
      await cp(scene.collection, guarded, { recursive: true })
      await lock(guarded)
    }
    const some = readers(scene.url).filter(([command]) => /^(?:pages|show|doctor|extract)$/.test(command!))
    await expectSame(scene, scene.collection, guarded, who, some)
    await expectRefused(scene.config, guarded, who)
  })

  it('with a log that a killed writer left, or tables of an earlier version', async () => {
    const scene = await crawled()
    const writer = start(['watch', scene.config, '-c', scene.collection, '--progress', 'json'])
    await writer.said(/"visits":\d+/)
    writer.child.kill('SIGKILL')
    await writer.ended
    expect(await readdir(scene.collection)).toContain('tidewatch.db-wal')
    const [withLog, withoutIndex, old] = ['1', '2', '3'].map(name => join(scene.folder, name)) as [
      string,
      string,
      string,
    ]
    for (const copy of [withLog, withoutIndex, old]) await cp(scene.collection, copy, { recursive: true })
    await rm(join(withoutIndex, 'tidewatch.db-shm'))
    makeOlder(join(old, 'tidewatch.db'), 3)
    const expected = (await start(['pages', '--json', '-c', withLog]).ended).stdout
    expect(expected.split('\n').length).toBeGreaterThan(20)
    // The tables of that version have no place for rates: the next plan writes them anew.
    const withoutRates = expected.replaceAll(/"changesPerDay":[^,}]+/g, '"changesPerDay":null')
    for (const copy of [withLog, withoutIndex, old]) {
      await lock(copy)
      const { code, stdout, stderr } = await start(['pages', '--json', '-c', copy], asSomebodyElse).ended
      expect([copy, code, stderr]).toEqual([copy, 0, ''])
      expect(stdout).toBe(copy === old ? withoutRates : expected)
    }
  })

  it('while somebody else writes it', async () => {
    const scene = await crawled()
    const writer = start(['watch', scene.config, '-c', scene.collection, '--progress', 'json'])
    onTestFinished(() => void writer.child.kill('SIGKILL'))
    await writer.said(/"visits":\d+/)
    execFileSync('chmod', ['-R', 'a+rX', scene.collection])
    for (let round = 0; round < 2; round++) {
      const { code, stderr, rows } = await start(['pages', '--json', '-c', scene.collection], asSomebodyElse)
        .ended
      expect([code, stderr]).toEqual([0, ''])
      expect(rows.length).toBeGreaterThanOrEqual(30)
    }
  })

  it('or not even that', async () => {
    const scene = await crawled()
    await chmod(scene.collection, 0o700)
    const said = await start(['pages', '-c', scene.collection], asSomebodyElse).ended
    expect([said.code, said.stderr]).toEqual([
      1,
      expect.stringMatching(/cannot read the collection in .*: check its permissions/),
    ])
  })
})

function mountReadOnly(from: string, to: string): boolean {
  try {
    execFileSync('mount', ['--bind', from, to], { stdio: 'ignore' })
  } catch {
    return false
  }
  onTestFinished(() => void execFileSync('umount', ['-l', to]))
  execFileSync('mount', ['-o', 'remount,bind,ro', to])
  return true
}

/** Brings a database to the tables of an earlier version, with what these can hold. */
function makeOlder(file: string, version: number): void {
  const now = `${file}.now`
  renameSync(file, now)
  for (const end of ['-wal', '-shm']) renameSync(`${file}${end}`, `${now}${end}`)
  const database = new Database(file)
  for (const migration of MIGRATIONS.slice(0, version)) database.exec(migration)
  database.exec(`ATTACH '${now}' AS now`)
  const tables = database.prepare("SELECT name FROM main.sqlite_schema WHERE type = 'table'").pluck().all()
  for (const table of tables as string[]) {
    const columns = (database.pragma(`main.table_info(${table})`) as { name: string }[])
      .map(({ name }) => name)
      .join(', ')
    database.exec(`INSERT INTO main.${table} (${columns}) SELECT ${columns} FROM now.${table}`)
  }
  database.exec('DETACH now')
  database.pragma(`user_version = ${version}`)
  database.close()
  for (const end of ['', '-wal', '-shm']) rmSync(`${now}${end}`, { force: true })
}
