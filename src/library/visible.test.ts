import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { ArchiveFolder } from '../archive/index.ts'
import { A, batch, collect, empty, fetched, NOW, running } from '../store/conformance/fixture.ts'
import { openSqliteStore, type PageRow, pageId, type QueuedPage, type VisitCommit } from '../store/index.ts'
import { asUrl } from '../url/index.ts'
import { cursorOf, placeOfCursor } from './cursor.ts'
import { Visible } from './visible.ts'

const URL = asUrl(`${A}/1`)
const STEP_MS = 1_000

type Step = 'changed' | 'same' | 'moved' | 'failed' | 'gone' | 'denied'

/** What the engine would record of a visit; a page is gone when it was missed twice in a row. */
function visitOf(step: Step, page: QueuedPage, at: number): VisitCommit {
  const failures = page.failures + 1
  switch (step) {
    case 'changed':
      return fetched(page, { at })
    case 'same':
      return empty(page, { at, outcome: 'notModified', httpStatus: 304 })
    case 'moved':
      return empty(page, { at, outcome: 'moved', httpStatus: 301 })
    case 'failed':
      return empty(page, { at, outcome: 'failed', httpStatus: 500, status: 'error', failures })
    case 'gone':
      return empty(page, {
        ...{ at, outcome: 'gone', httpStatus: 404, failures },
        status: failures >= 2 ? 'gone' : 'error',
      })
    case 'denied':
      return empty(page, { at, outcome: 'denied', httpStatus: null, status: 'excluded' })
  }
}

const SEEN = [
  ...(['status', 'failures', 'httpStatus', 'fetchedAt', 'changedAt', 'revision', 'type', 'title'] as const),
  'sizeBytes',
  'digest',
] as const
const seen = (row: PageRow | null) => row && Object.fromEntries(SEEN.map(name => [name, row[name]]))

it('a page is shown as it was at the end of the cycle, whatever came after', async () => {
  const steps = fc.array(fc.constantFrom<Step>('changed', 'same', 'moved', 'failed', 'gone', 'denied'), {
    maxLength: 7,
  })
  await fc.assert(
    fc.asyncProperty(steps, async later => {
      const folder = mkdtempSync(join(tmpdir(), 'tidewatch-visible-'))
      const store = openSqliteStore({ folder, mode: 'write' })
      const holdings = {
        name: folder,
        source: folder,
        store,
        archiveFolder: new ArchiveFolder(folder),
        close: () => store.close(),
      }
      try {
        let [page] = (await running(store, [URL])) as [QueuedPage]
        const then: (PageRow | null)[] = []
        for (const [i, step] of (['changed', ...later] as const).entries()) {
          await store.commit(batch({ visits: [visitOf(step, page, NOW + i * STEP_MS)] }))
          const row = (await store.page(URL))!
          page = { ...page, revision: row.revision, failures: row.failures }
          then.push(row)
        }
        for (const [i, row] of then.entries()) {
          const visible = new Visible(holdings, NOW + i * STEP_MS)
          expect(seen(await visible.find(URL))).toEqual(seen(row))
          expect(await collect(visible.pages({ status: row!.status }))).toHaveLength(1)
          expect(await visible.visits(row!)).toHaveLength(i + 1)
        }
        expect(await new Visible(holdings, NOW - 1).find(URL)).toBeNull()
      } finally {
        await store.close()
        rmSync(folder, { recursive: true, force: true })
      }
    }),
    { numRuns: 25 },
  )
})

it('a cursor is a place in the list, and nothing else is one', () => {
  fc.assert(
    fc.property(fc.nat(), fc.maxSafeNat(), (shard, id) => {
      const page = { shard, id: pageId(id) }
      expect(placeOfCursor(cursorOf(page))).toEqual(page)
    }),
  )
  for (const text of ['', '.', '1', '1.', 'A.B', '1.2.3', '1.2 '])
    expect(() => placeOfCursor(text)).toThrow(/is not a cursor/)
})
