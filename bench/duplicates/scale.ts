/** What one more page costs a collection that knows many. */
import { statSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { judgeBy } from '../../src/crawl/sort-duplicates.ts'
import { realClock, seededRandom } from '../../src/env/index.ts'
import { hostId, pageId } from '../../src/store/ids.ts'
import { openSqliteStore } from '../../src/store/index.ts'
import { asUrl, originOf, urlKey } from '../../src/url/index.ts'

const BATCH = 500
const PHRASES = 128
/** Every so many pages repeat an earlier one. */
const COPY_EVERY = 10

export interface ScaleResult {
  readonly pages: number
  readonly microseconds: number
  readonly bytes: number
}

/** Measured over the last tenth, at a tenth of the pages and at all of them. */
export async function measureScale(count: number): Promise<readonly ScaleResult[]> {
  const folder = await mkdtemp(join(tmpdir(), 'tidewatch-likeness-'))
  const store = openSqliteStore({ folder, mode: 'write' })
  const random = seededRandom(1)
  const word = () => Math.floor(random.next() * 2 ** 32)
  const likenesses: { simhash: Buffer; sketch: Buffer }[] = []
  const results: ScaleResult[] = []
  const judge = judgeBy(0.9)
  let spentMs = 0
  try {
    for (let at = 0; at < count; at += BATCH) {
      await store.add(Array.from({ length: BATCH }, (_, i) => pageAt(at + i)))
      const pages = Array.from({ length: BATCH }, (_, i) => {
        const isCopy = (at + i) % COPY_EVERY === 0 && likenesses.length > 0
        const likeness = isCopy ? likenesses[word() % likenesses.length]! : randomLikeness(word)
        if (likenesses.length < 10_000) likenesses.push(likeness)
        return { shard: 0, id: pageId(at + i + 1), host: hostId(1), ...likeness }
      })
      if (at % (count / 10) === 0) spentMs = 0
      const started = realClock.monotonic()
      await store.likenesses.writeLikenesses(pages)
      while ((await store.likenesses.sortArrivals(BATCH, judge)) > 0) {}
      spentMs += realClock.monotonic() - started
      const pagesNow = at + BATCH
      if (pagesNow === count / 10 || pagesNow === count)
        results.push({
          pages: pagesNow,
          microseconds: (spentMs * 1_000) / (count / 10),
          bytes: indexBytes(folder) / pagesNow,
        })
    }
    return results
  } finally {
    await store.close()
    await rm(folder, { recursive: true, force: true })
  }
}

function pageAt(n: number) {
  const url = `https://example.org/${n}`
  return { key: urlKey(url), url: asUrl(url), origin: originOf(url), depth: 0, rank: 0 }
}

function randomLikeness(word: () => number): { simhash: Buffer; sketch: Buffer } {
  const simhash = Buffer.alloc(8)
  simhash.writeUInt32LE(word(), 0)
  simhash.writeUInt32LE(word(), 4)
  const sketch = Buffer.alloc(1 + 4 * PHRASES)
  for (let i = 0; i < PHRASES; i++) sketch.writeUInt32LE(word(), 1 + 4 * i)
  return { simhash, sketch }
}

/** Of the indexes alone: simhash and phrases are what is stored. */
function indexBytes(folder: string): number {
  const file = join(folder, 'tidewatch.db')
  if (statSync(file).size === 0) return 0
  const database = new Database(file, { readonly: true })
  try {
    const sql =
      "SELECT sum(pgsize) AS bytes FROM dbstat WHERE name LIKE 'likeness\\__%' ESCAPE '\\' OR name = 'page_copies'"
    return (database.prepare(sql).get() as { bytes: number }).bytes
  } finally {
    database.close()
  }
}
