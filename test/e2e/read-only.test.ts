/** A collection that may not be written: everything that only looks says the same as where it may. */
import { execFileSync } from 'node:child_process'
import { chmod, cp, mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, it, onTestFinished } from 'vitest'
import { type Said, serveWorld, start, temporaryFolder } from './shell.ts'

const NOBODY = { uid: 65_534, gid: 65_534 }
/** Root may write anywhere, so that only somebody else shows what permissions do. */
const asSomebodyElse = process.getuid?.() === 0 ? NOBODY : {}

/** A folder that others may look into, with a crawled collection and a place for exports. */
async function crawled(more: object = {}) {
  const folder = await temporaryFolder()
  await chmod(folder, 0o755)
  const served = await serveWorld('--kind', 'shop', '--pages', '30')
  const config = await served.config(folder, { scope: { pages: 30 }, ...more })
  const collection = join(folder, 'data')
  expect((await start(['crawl', '--config', config, '-c', collection]).ended).code).toBe(0)
  await start(['recrawl', '--all', '-c', collection]).ended
  const out = join(folder, 'out')
  await mkdir(out)
  await chmod(out, 0o777)
  return { folder, config, collection, out, url: served.seeds[0]! }
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
  ['plan'],
  ['doctor', '--full'],
  ['extract'],
  ['extract', '--out', 'OUT/records'],
  ['export', 'csv', '--out', 'OUT/pages.csv'],
  ['export', 'jsonl'],
  ['export', 'trec', '--out', 'OUT/pages.trec'],
  ['export', 'warc', '--out', 'OUT/warc'],
  ['export', 'wacz', '--out', 'OUT/pages.wacz'],
  ['lab', 'run', '--budget', '1d'],
]

async function saidBy(words: readonly string[], collection: string, out: string, who: object): Promise<Said> {
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
  who: object,
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

async function expectRefused(config: string, collection: string, who: object) {
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

describe('a collection that may only be read', () => {
  it('because of its permissions', async () => {
    const scene = await crawled({ extract: { model: 'auto' } })
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
    const raw = new Database(join(old, 'tidewatch.db'))
    raw.exec('DROP TABLE pattern')
    raw.exec('DROP TABLE refresh; DROP TABLE sample; DROP INDEX revision_change')
    raw.exec('ALTER TABLE worker DROP COLUMN room')
    raw.exec('ALTER TABLE revision DROP COLUMN source')
    raw.exec('DROP INDEX page_image')
    for (const column of ['moved_to', 'kind', 'excluded_by', 'hinted_by', 'said_rate'])
      raw.exec(`ALTER TABLE page DROP COLUMN ${column}`)
    raw.pragma('user_version = 3')
    raw.close()
    const expected = (await start(['pages', '--json', '-c', withLog]).ended).stdout
    expect(expected.split('\n').length).toBeGreaterThan(20)
    for (const copy of [withLog, withoutIndex, old]) {
      await lock(copy)
      const { code, stdout, stderr } = await start(['pages', '--json', '-c', copy], asSomebodyElse).ended
      expect([copy, code, stderr, stdout === expected]).toEqual([copy, 0, '', true])
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
