import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import { configFrom } from '../../config/index.ts'
import { guideOfSpecification } from '../../site/guide/make.ts'
import type { GuideData } from '../../site/index.ts'
import type { ParseJob } from './job.ts'
import { ParsePool, type PoolOptions } from './pool.ts'

/** An expression that takes forever on a long run of `a` that ends with something else. */
const config = configFrom({ seeds: ['http://h.test/'], scope: { exclude: [{ regexp: '/(a+)+$' }] } })
const STUCK = `<a href="/${'a'.repeat(60)}b">`
/** A model of the site makes threads build trees, which take far more memory than bytes. */
const guide = guideOfSpecification(
  [{ kind: 'link', source: 'start', xpath: '//b', destination: 'next', type: 'list' }],
  {},
)
const MANY_ELEMENTS = '<b>x</b><i class=a>&amp;</i>'.repeat(500_000)

const pools: ParsePool[] = []
afterEach(async () => {
  for (const pool of pools.splice(0)) await pool.stop()
})

function poolOf(options: Partial<PoolOptions> = {}, guides: readonly GuideData[] = []): ParsePool {
  const { canonical, scope, types, resources, archive, request } = config.settings
  const settings = { canonical, scope, types, resources, guides, ...archive, agent: request.agent }
  const pool = new ParsePool(
    {
      ...settings,
      redaction: { cookies: false, secrets: [] },
      maxBodyBytes: 2 ** 30,
      documentMs: 1_000,
      patterns: [],
      accessibility: null,
      search: false,
      focus: false,
      countsLinks: false,
      sampling: false,
      forms: null,
      walls: true,
      hiddenRule: true,
      mentions: false,
      follow: [],
    },
    { threads: 1, archiveFolder: '/nowhere', pageLimitMs: 1_000, packWith: () => 0, ...options },
  )
  pools.push(pool)
  return pool
}

function jobFor(url: string, body: Uint8Array): ParseJob {
  return {
    url,
    ...{ depth: 0, hops: 0, via: null, at: 0, durationMs: 1, address: null, request: null },
    response: { status: 200, statusText: 'OK', headers: ['Content-Type', 'text/html; charset=utf-8'] },
    body,
    ...{ cut: null, kind: 'page', pageClass: null, previous: null, compare: null, part: null },
    ...{ obey: true, notModified: false },
    want: { text: false, fingerprints: false, likeness: false, content: false, body: false, links: false },
  }
}

const page = (name: string, html = '') =>
  jobFor(`http://h.test/${name}`, Buffer.from(`<title>${name}</title>${html}`))

const titleOf = async (pool: ParsePool, job: ParseJob) => (await pool.parse(job)).facts.title

describe('ParsePool', () => {
  it('ends a page that takes too long, and only that', async () => {
    const pool = poolOf()
    const before = ['one', 'two'].map(name => titleOf(pool, page(name)))
    const stuck = pool.parse(page('stuck', STUCK))
    const after = ['three', 'four'].map(name => titleOf(pool, page(name)))
    await expect(stuck).rejects.toThrow('cannot be read in time (1 s, see limits.parse)')
    expect(await Promise.all([...before, ...after])).toEqual(['one', 'two', 'three', 'four'])
    expect(await titleOf(pool, page('later'))).toBe('later')
  })

  it('lets only the page that takes all the memory fail', async () => {
    const pool = poolOf({ pageLimitMs: 60_000, heapMb: 40 }, [guide])
    const before = titleOf(pool, page('before'))
    const bomb = titleOf(pool, { ...page('bomb', MANY_ELEMENTS), pageClass: 'start' })
    const after = ['three', 'four'].map(name => titleOf(pool, page(name)))
    await expect(bomb).rejects.toThrow(/cannot be read: .*memory/)
    expect(await Promise.all([before, ...after])).toEqual(['before', 'three', 'four'])
    expect(await titleOf(pool, page('later'))).toBe('later')
  })

  it('keeps a document that takes too long, without a look inside', async () => {
    const pool = poolOf()
    // pdf.js takes time quadratic in the number of objects that are never closed.
    const body = Buffer.from(`%PDF-1.4\n% stream\n${'4 0 obj\n<< /A\n'.repeat(40_000)}`)
    const { facts, unreadable, records } = await pool.parse(jobFor('http://h.test/a.pdf', body))
    expect(facts).toMatchObject({ type: 'application/pdf', title: null, linkCount: 0, wanted: true })
    expect(unreadable).toBe('takes too much time or memory to read')
    expect(records.length).toBeGreaterThan(0)
    expect(await titleOf(pool, page('later'))).toBe('later')
  })

  it('goes on however many pages hang it', async () => {
    const pool = poolOf({ threads: 2 })
    const stuck = Array.from({ length: 3 }, (_, i) => pool.parse(page(`stuck${i}`, STUCK)))
    const good = Array.from({ length: 30 }, (_, i) => titleOf(pool, page(`good${i}`)))
    const results = await Promise.allSettled(stuck)
    expect(results.map(result => result.status)).toEqual(Array(3).fill('rejected'))
    expect((await Promise.all(good)).length).toBe(30)
  })

  it('starts another thread, if it may, for what comes behind a page that takes long', async () => {
    const pool = poolOf({ threads: 2, usualThreads: 1, pageLimitMs: 60_000 })
    const ended: string[] = []
    const give = (job: ParseJob, name: string) => void pool.parse(job).finally(() => ended.push(name))
    give(page('stuck', STUCK), 'stuck')
    for (let n = 0; ended.length === 0; n++) {
      give(page(`behind${n}`), 'behind')
      await sleep(100)
    }
    expect(new Set(ended)).toEqual(new Set(['behind']))
  })

  it('says so when threads cannot even start', async () => {
    const pool = new ParsePool({} as never, {
      ...{ threads: 1, archiveFolder: '/nowhere', pageLimitMs: 1_000, packWith: () => 0 },
    })
    pools.push(pool)
    await expect(pool.parse(page('one'))).rejects.toThrow(/parse threads end again and again/)
    await expect(pool.parse(page('two'))).rejects.toThrow(/parse threads end again and again/)
  })

  it('gives bodies back once, however a page ends', async () => {
    const spent: ArrayBufferLike[] = []
    const pool = poolOf({ onSpent: buffer => spent.push(buffer) })
    const jobs = [page('one'), page('stuck', STUCK), page('two')]
    await Promise.allSettled(jobs.map(job => pool.parse(job)))
    await sleep(0)
    expect(new Set(spent)).toEqual(new Set(jobs.map(job => job.body.buffer)))
    expect(spent).toHaveLength(3)
  })
})
