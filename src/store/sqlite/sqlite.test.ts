import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { earlierRows, expectMigrated, SQLITE } from '../conformance/earlier.ts'
import { candidate, collect } from '../conformance/fixture.ts'
import { describeStore, type Opened } from '../conformance.ts'
import { openSqliteStore } from './open-store.ts'
import { READMIT } from './record.ts'
import { MIGRATIONS } from './schema.ts'

describeStore('SQLite store', async (): Promise<Opened> => {
  const folder = mkdtempSync(join(tmpdir(), 'tidewatch-store-'))
  let store = openSqliteStore({ folder, mode: 'write' })
  return {
    store,
    async reopen() {
      await store.close()
      store = openSqliteStore({ folder, mode: 'write' })
      return store
    },
    async dispose() {
      await store.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
})

describe('the file of a SQLite store', () => {
  let folder = ''
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'tidewatch-store-'))
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  it('has one writer and any number of readers', async () => {
    const writer = openSqliteStore({ folder, mode: 'write' })
    expect(() => openSqliteStore({ folder, mode: 'write' })).toThrow(
      /another tidewatch process is working on/,
    )
    const reader = openSqliteStore({ folder, mode: 'read' })
    await writer.add([candidate('https://a.example/')])
    expect(await collect(reader.pages({}))).toHaveLength(1)
    await expect(reader.add([candidate('https://a.example/2')])).rejects.toMatchObject({ name: 'Failure' })
    await reader.close()
    await writer.close()
    await openSqliteStore({ folder, mode: 'write' }).close()
  })

  it('is not made by a reader', () => {
    expect(() => openSqliteStore({ folder: join(folder, 'none'), mode: 'read' })).toThrow(
      /there is no collection in/,
    )
  })

  it('tells how long the log was when a reader shortens it', async () => {
    const writer = openSqliteStore({ folder, mode: 'write' })
    const reader = openSqliteStore({ folder, mode: 'read' })
    const add = (count: number) =>
      writer.add(Array.from({ length: count }, (_, n) => candidate(`https://a.example/${count}/${n}`)))
    await reader.checkpoint()
    await add(10)
    const few = await reader.checkpoint()
    await add(2_000)
    expect(await reader.checkpoint()).toBeGreaterThan(few + 20)
    await reader.close()
    await writer.close()
  })

  it('finds addresses that were given up without reading all pages', async () => {
    await openSqliteStore({ folder, mode: 'write' }).close()
    const raw = new Database(join(folder, 'tidewatch.db'))
    const steps = raw.prepare(`EXPLAIN QUERY PLAN ${READMIT}`).all(0, 1) as { detail: string }[]
    raw.close()
    expect(steps.map(({ detail }) => detail)).toEqual([expect.stringContaining('page_equivalent')])
  })

  it.each([1, 3])('is brought up to date from schema %i', async schema => {
    const raw = new Database(join(folder, 'tidewatch.db'))
    for (const migration of MIGRATIONS.slice(0, schema)) raw.exec(migration)
    for (const row of earlierRows(schema, SQLITE)) raw.exec(row)
    raw.pragma(`user_version = ${schema}`)
    raw.close()
    const store = openSqliteStore({ folder, mode: 'write' })
    await expectMigrated(store, schema)
    await store.close()
  })

  it('refuses the schema of a newer version', async () => {
    await openSqliteStore({ folder, mode: 'write' }).close()
    const raw = new Database(join(folder, 'tidewatch.db'))
    raw.pragma('user_version = 999')
    raw.close()
    expect(() => openSqliteStore({ folder, mode: 'write' })).toThrow(
      /was written by a newer tidewatch \(schema 999/,
    )
    expect(() => openSqliteStore({ folder, mode: 'read' })).toThrow(/update tidewatch/)
  })

  it('says in a sentence that the folder is a file or the file no database', () => {
    const file = join(folder, 'file')
    writeFileSync(file, 'x')
    expect(() => openSqliteStore({ folder: file, mode: 'write' })).toThrow(/is not a folder/)
    writeFileSync(
      join(folder, 'tidewatch.db'),
      'this is not a database, but it is long enough to look like one'.repeat(99),
    )
    expect(() => openSqliteStore({ folder, mode: 'write' })).toThrow(/is damaged/)
  })
})
