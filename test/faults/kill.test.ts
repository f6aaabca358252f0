/** `kill -9` at any moment: nothing reported is lost, nothing is there twice, and the same words finish the job. */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { expect, it, onTestFinished, vi } from 'vitest'
import { startTestPostgres } from '../../scripts/postgres.ts'
import { seededRandom } from '../../src/env/index.ts'
import { BUCKET_KEYS, startBucketServer } from '../world/bucket-server.ts'
import { crawlAndKill, crawlToEnd, type Place, problemsOf, Scene } from './killing.ts'

const KILLS = 6
const SHAPE = { hosts: 8, pages: 150 }
/** Requests before a kill, at most so many more than at least. */
const REQUESTS = { least: 40, more: 150 }

async function scene(
  compression: 'gzip' | 'zstd' = 'gzip',
  copies = false,
  archive: Readonly<Record<string, unknown>> = {},
) {
  const folder = await mkdtemp(join(tmpdir(), 'tidewatch-kill-'))
  const opened = await Scene.open(folder, { ...SHAPE, compression, copies, archive })
  onTestFinished(async () => {
    await opened.world.stop()
    await rm(folder, { recursive: true, force: true })
  })
  return { folder, opened, expected: opened.expected }
}

async function survives(opened: Scene, place: Place, expected: readonly string[], seed: number) {
  const random = seededRandom(seed)
  let killed = 0
  for (let n = 0; n < KILLS; n++)
    if (await crawlAndKill(opened, place, REQUESTS.least + random.next() * REQUESTS.more, random.next() * 80))
      killed++
  expect(killed).toBeGreaterThanOrEqual(KILLS - 2)
  expect(await crawlToEnd(opened, place)).toBeNull()
  expect(await problemsOf(place, expected)).toEqual([])
  // At most the batch that was not written yet is fetched again.
  expect(opened.requests).toBeLessThan(expected.length + KILLS * 700)
}

it('SQLite survives being killed, and ends with the same pages', async () => {
  const { folder, opened, expected } = await scene()
  const undisturbed = { collection: join(folder, 'quiet'), archive: join(folder, 'quiet-archive') }
  expect(await crawlToEnd(opened, undisturbed)).toBeNull()
  expect(await problemsOf(undisturbed, expected)).toEqual([])
  opened.requests = 0
  const place = { collection: join(folder, 'killed'), archive: join(folder, 'archive') }
  await survives(opened, place, expected, 1)
})

it('an archive with dictionaries survives being killed, with one file open for each', async () => {
  const { folder, opened, expected } = await scene('zstd')
  const place = { collection: join(folder, 'killed'), archive: join(folder, 'archive') }
  await survives(opened, place, expected, 3)
  const files = (await readdir(place.archive)).filter(name => name.endsWith('.zst'))
  const starts = await Promise.all(files.map(name => readFile(join(place.archive, name))))
  expect(starts.filter(bytes => bytes.readUInt32LE(0) === 0x184d2a5d).length).toBeGreaterThan(0)
})

it('copies that stand for other records survive being killed', async () => {
  const { folder, opened, expected } = await scene('gzip', true)
  const place = { collection: join(folder, 'killed'), archive: join(folder, 'archive') }
  await survives(opened, place, expected, 4)
  const files = (await readdir(place.archive)).filter(name => name.endsWith('.warc.gz'))
  const texts = await Promise.all(
    files.map(async name => gunzipSync(await readFile(join(place.archive, name)))),
  )
  const revisits = texts.join('').match(/^WARC-Type: revisit/gm)?.length ?? 0
  // All but one of each host, and what was fetched again. A few more are kept whole: what was requested before the record that has its
  // payload, and stored after it, may not refer to it.
  const copies = SHAPE.hosts * (Math.floor((SHAPE.pages - 1) / 3) - 1)
  expect(revisits).toBeGreaterThanOrEqual(0.95 * copies)
})

it('an archive that moves to a bucket survives being killed, whatever was under way', async () => {
  for (const [name, value] of Object.entries(BUCKET_KEYS)) vi.stubEnv(name, value)
  const service = await startBucketServer()
  onTestFinished(() => {
    service.stop()
    vi.unstubAllEnvs()
  })
  const { folder, opened, expected } = await scene('gzip', false, {
    ...{ bucket: 's3://archive', endpoint: service.endpoint, rotate: 30_000 },
  })
  const place = { collection: join(folder, 'killed'), archive: join(folder, 'archive'), env: BUCKET_KEYS }
  await survives(opened, place, expected, 5)
  expect((await readdir(place.archive)).filter(name => name.includes('.warc'))).toEqual([])
  expect(service.objects.size).toBeGreaterThan(10)
})

it('PostgreSQL survives being killed, and ends with the same pages', async () => {
  const server = await startTestPostgres()
  onTestFinished(() => server.stop())
  const { folder, opened, expected } = await scene()
  const place = { collection: `${server.url}?schema=killed${process.pid}`, archive: join(folder, 'archive') }
  await survives(opened, place, expected, 2)
})
