import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { VirtualClock } from '../env/index.ts'
import { A, batch, empty, fetched, NOW, pageAt, running, take } from '../store/conformance/fixture.ts'
import { openSqliteStore } from '../store/index.ts'
import { AskedPages } from './asked-pages.ts'

it('takes a page for visited that another worker visited before us, whatever it found', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tidewatch-asked-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const store = openSqliteStore({ folder, mode: 'write' })
  const urls = [`${A}/1`, `${A}/2`, `${A}/3`]
  const stored = await running(store, urls)
  await store.commit(batch({ visits: stored.map(page => fetched(page, { dueAt: NOW })) }))
  const asked = new AskedPages(store, new VirtualClock(NOW), () => new Error('nobody visits it'))
  const done: string[] = []
  for (const url of urls)
    void asked.ask((await pageAt(store, url))!).then(
      () => done.push(url),
      () => {},
    )
  await asked.nextWorkAt()
  expect(done).toEqual([])
  const [first, second] = await take(store, A, 2)
  await asked.nextWorkAt()
  expect(done).toEqual([])
  await store.commit(
    batch({
      visits: [
        fetched(first!, { at: NOW + 5, dueAt: null }),
        empty(second!, { outcome: 'failed', status: 'error', failures: 1, at: NOW + 5 }),
      ],
    }),
  )
  await asked.nextWorkAt()
  expect(done.sort()).toEqual([first!.url, second!.url].sort())
  asked.close(new Error('over'))
  await store.close()
})
