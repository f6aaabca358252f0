import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ArchiveFolder, ArchiveWriter } from '../archive/index.ts'
import { VirtualClock } from '../env/index.ts'
import { candidate, fetched, NOW, running, statusOf } from '../store/conformance/fixture.ts'
import type { CommitResult, QueuedPage, Store } from '../store/index.ts'
import { openSqliteStore } from '../store/sqlite/open-store.ts'
import { BatchRecorder } from './recorder.ts'
import type { FinishedVisit } from './recorder-batch.ts'

const WORKER = 'w1'
const URLS = [1, 2, 3].map(n => `https://a.example/${n}`)

let folder: string
let store: Store
let clock: VirtualClock
let archive: ArchiveWriter
let pages: readonly QueuedPage[]
/** What was reported to whom, in order. */
let told: string[]
let failures: unknown[]

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tidewatch-recorder-'))
  store = openSqliteStore({ folder, mode: 'write' })
  clock = new VirtualClock(NOW)
  archive = new ArchiveWriter(
    {
      ...{
        folder: new ArchiveFolder(folder),
        worker: WORKER,
        compression: 'none',
        level: 0,
        dictionaries: null,
      },
      ...{ rotateBytes: 1e6, software: 'test', now: () => clock.now(), newId: () => 'urn:uuid:0' },
    },
    store,
  )
  pages = await running(store, URLS, WORKER)
  told = []
  failures = []
})
afterEach(async () => {
  await archive.close()
  await store.close()
  rmSync(folder, { recursive: true, force: true })
})

function recorderOn(target: Store, onCommit: (result: CommitResult) => void = () => told.push('batch')) {
  return new BatchRecorder(target, archive, clock, WORKER, {
    memories: { changed: () => [], readmits: () => [] },
    keepsPast: false,
    onCommit,
    onArrived: () => {},
    onFailure: error => failures.push(error),
    onStored: page => told.push(`stored ${page.url}`),
  })
}

/** A visit that brought a page of one record. */
function visitOf(page: QueuedPage, more: Partial<FinishedVisit> = {}): FinishedVisit {
  const bytes = Buffer.from(`record of ${page.url}\n`)
  return {
    commit: fetched(page),
    moved: [],
    url: page.url,
    records: [
      {
        ...{ bytes, firstLength: bytes.length, at: NOW, status: 200, mime: 'text/html' },
        ...{ digest: Buffer.alloc(20), dictionary: 0 },
      },
    ],
    candidates: [],
    server: null,
    onCommitted: () => told.push(`committed ${page.url}`),
    onRefused: () => told.push(`refused ${page.url}`),
    ...more,
  }
}

/** The same store with some of its methods replaced. */
function storeBut(methods: Partial<Store>): Store {
  return new Proxy(store, {
    get(target, name) {
      const method = methods[name as keyof Store] ?? target[name as keyof Store]
      return typeof method === 'function' ? method.bind(target) : method
    },
  })
}

/** The archive as it is on disk, and the length that the store has committed. */
async function archived(): Promise<{ readonly text: string; readonly committed: number }> {
  const [file] = await store.archiveFiles()
  return { text: readFileSync(join(folder, file!.name), 'latin1'), committed: file!.sizeBytes }
}

describe('Recorder', () => {
  it('reports a visit when archive and store have it, in the order in which visits ended', async () => {
    const recorder = recorderOn(
      storeBut({
        async commit(batch) {
          const { text } = await archived()
          for (const { place } of batch.visits)
            told.push(text.slice(place!.offset, place!.offset + place!.length).trim())
          return store.commit(batch)
        },
      }),
    )
    for (const page of pages) recorder.add(visitOf(page))
    expect([told, recorder.waiting]).toEqual([[], 3])
    await recorder.drain()
    expect(told).toEqual([
      ...URLS.map(url => `record of ${url}`),
      ...URLS.map(url => `committed ${url}`),
      'batch',
      ...URLS.map(url => `stored ${url}`),
    ])
    const { text, committed } = await archived()
    expect(committed).toBe(text.length)
    expect(await statusOf(store, URLS[0]!)).toBe('completed')
  })

  it('waits a quarter of a second for others, and not at all when there are none', async () => {
    const recorder = recorderOn(store)
    recorder.add(visitOf(pages[0]!))
    await clock.advance(249)
    expect(recorder.waiting).toBe(1)
    await clock.advance(1)
    expect(recorder.waiting).toBe(0)
    await recorder.drain()
    recorder.add(visitOf(pages[1]!))
    recorder.hurry()
    expect(recorder.waiting).toBe(0)
    await recorder.drain()
    expect(told.filter(word => word.startsWith('committed'))).toHaveLength(2)
  })

  it('writes what ends during a batch with the next one', async () => {
    const recorder = recorderOn(store)
    const second = visitOf(pages[1]!)
    recorder.add(visitOf(pages[0]!, { onCommitted: () => recorder.add(second) }))
    await recorder.drain()
    expect(told).toEqual(['batch', `stored ${URLS[0]}`, `committed ${URLS[1]}`, 'batch', `stored ${URLS[1]}`])
    const { text } = await archived()
    expect(text.match(/record of \S+/g)).toEqual([`record of ${URLS[0]}`, `record of ${URLS[1]}`])
  })

  it('takes new addresses, events and politeness into the same transaction', async () => {
    let added = 0
    const recorder = recorderOn(store, result => void (added = result.added))
    recorder.event('trap-stopped', 'a.example', 'says why')
    recorder.add(visitOf(pages[0]!, { candidates: [candidate('https://a.example/new')] }))
    await recorder.drain()
    expect([added, await statusOf(store, 'https://a.example/new')]).toEqual([1, 'waiting'])
    expect(await store.events(5)).toMatchObject([{ kind: 'trap-stopped', at: NOW }])
  })

  it('reports nothing when the store fails, and takes no more', async () => {
    const recorder = recorderOn(storeBut({ commit: () => Promise.reject(new Error('the disk is full')) }))
    for (const page of pages) recorder.add(visitOf(page))
    await expect(recorder.drain()).rejects.toThrow('the disk is full')
    recorder.add(visitOf(pages[0]!))
    await clock.advance(1_000)
    await expect(recorder.drain()).rejects.toThrow('the disk is full')
    expect([told, failures.length]).toEqual([[], 1])
    // The next start cuts off what is behind the committed length.
    expect((await archived()).committed).toBe(0)
    expect(await statusOf(store, URLS[0]!)).toBe('running')
  })

  it('tells a visit whose server another worker holds by now', async () => {
    await store.leave(WORKER)
    await store.join('w2', NOW)
    await store.lease({
      ...{ worker: 'w2', work: { discover: true, refresh: true } },
      ...{ nowMs: NOW, untilMs: NOW + 60_000, limit: 10 },
    })
    const recorder = recorderOn(store)
    recorder.add(visitOf(pages[0]!))
    await recorder.drain()
    expect(told).toContain(`refused ${URLS[0]}`)
    expect(told).not.toContain(`committed ${URLS[0]}`)
    expect(await statusOf(store, URLS[0]!)).toBe('waiting')
  })
})
