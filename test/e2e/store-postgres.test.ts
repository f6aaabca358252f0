import postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestPostgres, type TestPostgres } from '../../scripts/postgres.ts'
import { earlierRows, expectMigrated, POSTGRES } from '../../src/store/conformance/earlier.ts'
import {
  batch,
  candidate,
  collect,
  fetched,
  leaseAll,
  NOW,
  settle,
} from '../../src/store/conformance/fixture.ts'
import { describeStore, type Opened } from '../../src/store/conformance.ts'
import type { Store } from '../../src/store/index.ts'
import { MIGRATIONS } from '../../src/store/postgres/schema.ts'
import { openPostgresStore } from '../../src/store/postgres/store.ts'

let server: TestPostgres
let schemas = 0
const ALL = { discover: true, refresh: true }

beforeAll(async () => {
  server = await startTestPostgres()
})
afterAll(async () => {
  await server?.stop()
})

const fresh = () => `${server.url}?schema=t${process.pid}_${++schemas}`

describeStore('PostgreSQL store', async (): Promise<Opened> => {
  const url = fresh()
  const open: Store[] = []
  const another = async () => {
    const store = await openPostgresStore({ url, mode: 'write', shards: 4 })
    open.push(store)
    return store
  }
  const store = await another()
  return {
    store,
    async reopen() {
      await open.at(-1)!.close()
      return another()
    },
    beside: another,
    async dispose() {
      for (const each of open) await each.close()
    },
  }
})

describe('several workers on one PostgreSQL', () => {
  it('crawl together without a page visited twice or lost', { timeout: 120_000 }, async () => {
    const url = fresh()
    const stores = await Promise.all([1, 2, 3].map(() => openPostgresStore({ url, mode: 'write' })))
    const pages = 3_000
    await stores[0]!.add(Array.from({ length: 40 }, (_, i) => candidate(`https://h${i}.example/0`)))
    const seen: string[] = []
    await Promise.all(stores.map((store, i) => crawl(store, `w${i}`, pages, seen)))
    expect(seen.length).toBe(new Set(seen).size)
    expect(await stores[0]!.counts()).toMatchObject({
      waiting: 0,
      running: 0,
      completed: seen.length,
      visits: seen.length,
    })
    expect(await stores[0]!.check()).toEqual([])
    expect(seen.length).toBe(pages)
    for (const store of stores) await store.close()
  })

  it('open a new collection at once', async () => {
    const url = fresh()
    const stores = await Promise.all(
      [1, 2, 3, 4].map(() => openPostgresStore({ url, mode: 'write', shards: 7 })),
    )
    await Promise.all(
      stores.map(store => store.add([candidate('https://a.example/'), candidate('https://b.example/')])),
    )
    expect(await stores[0]!.counts()).toMatchObject({ waiting: 2, hosts: 2 })
    for (const store of stores) await store.close()
  })
})

/** Every page links to others by arithmetic, until all numbers below `pages` are known. */
async function crawl(store: Store, worker: string, pages: number, seen: string[]): Promise<void> {
  await store.join(worker, NOW)
  const link = (n: number) => candidate(`https://h${n % 40}.example/${Math.floor(n / 40)}`)
  while ((await store.counts()).completed < pages) {
    await settle(store)
    const servers = await store.lease({ worker, work: ALL, nowMs: NOW, untilMs: NOW + 60_000, limit: 5 })
    for (const held of servers) {
      for (const host of await store.readyHosts(held, ALL, NOW)) {
        const taken = await store.take({ host, work: ALL, nowMs: NOW, limit: 20 })
        seen.push(...taken.map(page => page.url))
        const numbers = taken.map(
          page => Number(/h(\d+)/.exec(page.url)![1]) + 40 * Number(page.url.split('/').at(-1)),
        )
        const found = numbers
          .flatMap(n => [n * 3 + 1, n * 3 + 2, n * 3 + 3, n + 40, n + 7])
          .filter(n => n < pages)
        await store.commit(
          batch({
            visits: taken.map(page => fetched(page)),
            candidates: found.map(link),
            servers: [{ ...held, delayMs: 5 }],
          }),
        )
      }
    }
    await store.release(worker, servers)
  }
  await store.leave(worker)
}

describe('opening a PostgreSQL store', () => {
  it('refuses a newer schema and keeps the shards of its making', async () => {
    const url = fresh()
    const store = await openPostgresStore({ url, mode: 'write', shards: 3 })
    await store.add(Array.from({ length: 50 }, (_, i) => candidate(`https://h${i}.example/`)))
    const shards = new Set((await collect(store.hosts())).map(host => host.shard))
    expect([...shards].sort()).toEqual([0, 1, 2])
    await store.close()
    const again = await openPostgresStore({ url, mode: 'write', shards: 9 })
    expect(await again.add([candidate('https://h1.example/')])).toMatchObject({ added: 0 })
    await again.writeMeta({ 'store.schema': '999' })
    await again.close()
    await expect(openPostgresStore({ url, mode: 'read' })).rejects.toMatchObject({
      code: 'broken',
      message: expect.stringMatching(
        /was written by a newer tidewatch \(schema 999, this one knows \d+\): update tidewatch/,
      ),
    })
  })

  it.each([1, 3])('brings it up to date from schema %i', async schema => {
    const url = fresh()
    const name = new URL(url).searchParams.get('schema')!
    const raw = postgres(server.url, { max: 1, onnotice: () => {} })
    const statements = [
      `CREATE SCHEMA ${name}`,
      `SET search_path = ${name}`,
      'CREATE TABLE meta (name text PRIMARY KEY, value text NOT NULL)',
      `INSERT INTO meta VALUES ('store.schema', '${schema}'), ('store.shards', '1')`,
      ...MIGRATIONS.slice(0, schema),
      ...earlierRows(schema, POSTGRES),
    ]
    for (const statement of statements) await raw.unsafe(statement)
    await raw.end()
    const store = await openPostgresStore({ url, mode: 'write' })
    await expectMigrated(store, schema)
    await store.close()
  })

  it('makes nothing when it only looks', async () => {
    const url = fresh()
    await expect(openPostgresStore({ url, mode: 'read' })).rejects.toMatchObject({
      code: 'usage',
      message: expect.stringContaining('there is no collection in'),
    })
    const store = await openPostgresStore({ url, mode: 'write' })
    const reader = await openPostgresStore({ url, mode: 'read' })
    await store.add([candidate('https://a.example/')])
    expect(await collect(reader.pages({}))).toHaveLength(1)
    await expect(reader.add([candidate('https://a.example/2')])).rejects.toMatchObject({ name: 'Failure' })
    await reader.close()
    await store.close()
  })

  it('says in a sentence what is wrong, without the password', async () => {
    const at = (change: (url: URL) => void) => {
      const url = new URL(server.url)
      url.password = 'hidden'
      change(url)
      return openPostgresStore({ url: url.toString(), mode: 'write' }).then(
        () => '',
        error => `${error.code}: ${error.message}`,
      )
    }
    const noDatabase = await at(url => void (url.pathname = '/nothere'))
    expect(noDatabase).toMatch(/^broken: there is no database at 127\.0\.0\.1:\d+\/nothere/)
    expect(await at(url => void (url.port = '1'))).toMatch(
      /^broken: PostgreSQL at 127\.0\.0\.1:1\/postgres does not answer/,
    )
    expect(await at(url => void (url.username = 'nobody_there'))).toMatch(
      /^broken: PostgreSQL at .* refuses the user or the password/,
    )
    expect(await at(url => void (url.search = '?schema=Bad;Name'))).toMatch(/^usage: /)
    expect(noDatabase).not.toContain('hidden')
    await expect(openPostgresStore({ url: 'nonsense', mode: 'write' })).rejects.toMatchObject({
      code: 'usage',
    })
  })
})

describe('a PostgreSQL that goes away', () => {
  it('fails with a sentence, loses nothing and is used again when it is back', {
    skip: !!process.env.TIDEWATCH_TEST_POSTGRES,
  }, async () => {
    const store = await openPostgresStore({ url: fresh(), mode: 'write' })
    await store.join('w1', NOW)
    await store.add([candidate('https://a.example/')])
    await settle(store)
    expect(await leaseAll(store, 'w1')).toHaveLength(1)
    const endless = (async () => {
      for (let i = 0; ; i++) await store.add([candidate(`https://a.example/${i}`)])
    })()
    const failed = expect(endless).rejects.toMatchObject({
      code: 'broken',
      message: expect.stringContaining('does not answer'),
    })
    await server.restart()
    await failed
    expect((await store.counts()).waiting).toBeGreaterThan(0)
    await store.renew('w1', NOW + 60_000)
    expect(await store.recover(NOW)).toEqual({ pages: 0, workers: [] })
    expect(await store.check()).toEqual([])
    await store.close()
  })
})
