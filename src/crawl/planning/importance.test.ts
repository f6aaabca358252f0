import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { zstdCompressSync } from 'node:zlib'
import { expect, it, onTestFinished } from 'vitest'
import { batch, fetched, running } from '../../store/conformance/fixture.ts'
import { openSqliteStore } from '../../store/index.ts'
import { rankPages } from './importance.ts'

const A = 'https://a.example'

it('gives pages that are linked to much the most, and one on average', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tidewatch-rank-'))
  const store = openSqliteStore({ folder, mode: 'write' })
  onTestFinished(async () => {
    await store.close()
    await rm(folder, { recursive: true })
  })
  // 1 and 2 link to each other and to 3; 3 links to 1; 4 links to 3 and no page links to it; 5 has no links.
  const graph: Record<string, readonly number[]> = { 1: [2, 3], 2: [1, 3], 3: [1], 4: [3, 9], 5: [] }
  const pages = await running(
    store,
    Object.keys(graph).map(name => `${A}/${name}`),
  )
  const linksOf = (name: string) =>
    zstdCompressSync(JSON.stringify(graph[name]!.map(target => [`${A}/${target}`, '', 'a'])))
  await store.commit(
    batch({ visits: pages.map(page => fetched(page, { links: linksOf(page.url.at(-1)!) })) }),
  )
  for (let day = 0; day < 30; day++) expect(await rankPages(store)).toBe(5)
  const found = new Map<string, number>()
  for await (const page of store.plannedPages()) found.set(page.url.at(-1)!, page.importance!)
  expect([...found.values()].reduce((sum, value) => sum + value, 0)).toBeCloseTo(5, 6)
  // PageRank with damping 0.85 and loose ends spread evenly, computed separately.
  expect(found.get('1')).toBeCloseTo(1.9928, 3)
  expect(found.get('3')).toBeCloseTo(1.6181, 3)
  expect(found.get('4')).toBeCloseTo(found.get('5')!, 6)
  expect(found.get('1')!).toBeGreaterThan(found.get('2')!)
  expect(found.get('2')!).toBeGreaterThan(found.get('4')!)
})
