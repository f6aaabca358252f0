/** A run that is told to stop ends soon, whatever it waits for, and loses nothing. */
import { describe, expect, it } from 'vitest'
import type { RunOptions } from '../../src/crawl/index.ts'
import { templateSite } from '../world/index.ts'
import { type Stage, stage } from './stage.ts'

/** What is under way may take some seconds to end; minutes are what a dead server or name server takes. */
const SOON_MS = 15_000

const WATCHING = { work: { discover: true, refresh: true }, plan: 'always' } as const
const site = templateSite('a.test', { categories: 1, perCategory: 2 })

/** Runs until something was asked for that never comes, then stops. */
async function stoppedRun(
  on: Stage,
  input: Parameters<Stage['crawl']>[0],
  asked: Promise<void>,
  extras: Partial<RunOptions>,
) {
  const stop = new AbortController()
  let stoppedAt = Number.NEGATIVE_INFINITY
  void asked.then(() => {
    stoppedAt = performance.now()
    stop.abort()
  })
  const ran = await on.crawl(input, { ...extras, signal: stop.signal })
  return { ...ran, tookMs: performance.now() - stoppedAt }
}

describe.each([
  ['crawl', {}],
  ['watch', WATCHING],
] as const)('%s, told to stop, ends soon', (_name, extras) => {
  it('while a name server does not answer', async () => {
    const on = await stage([site])
    const asked = Promise.withResolvers<void>()
    const { resolve } = on.world.network
    on.world.network.resolve = hostname => {
      if (hostname !== 'silent.test') return resolve(hostname)
      asked.resolve()
      return new Promise(() => {})
    }
    const seeds = ['http://a.test/', 'http://silent.test/']
    const ran = await stoppedRun(on, { seeds }, asked.promise, extras)
    expect(ran.tookMs).toBeLessThan(SOON_MS)
    expect(ran.page('http://silent.test/')).toMatchObject({ status: 'waiting', failures: 0 })
  })

  it('while a server does not answer, and its page waits as before', async () => {
    const on = await stage([site])
    const asked = Promise.withResolvers<void>()
    const isDeaf = (path: string) => {
      if (path === '/') asked.resolve()
      return path === '/'
    }
    on.world.faults.set('a.test', { kind: 'hang', paths: isDeaf })
    const request = { timeout: '5m', connectTimeout: '5m' } as const
    const ran = await stoppedRun(on, { seeds: ['http://a.test/'], request }, asked.promise, extras)
    expect(ran.tookMs).toBeLessThan(SOON_MS)
    expect(ran.visits).toEqual([])
    expect(ran.page('http://a.test/')).toMatchObject({ status: 'waiting', failures: 0 })
  })

  it('while a further request waits for its turn', async () => {
    const on = await stage([site])
    const asked = Promise.withResolvers<void>()
    on.world.faults.set('a.test', {
      kind: 'busy',
      paths: path => {
        if (path === '/robots.txt') asked.resolve()
        return false
      },
    })
    const request = { delay: '2m' } as const
    const ran = await stoppedRun(on, { seeds: ['http://a.test/'], request }, asked.promise, extras)
    expect(ran.tookMs).toBeLessThan(SOON_MS)
    expect(ran.page('http://a.test/')).toMatchObject({ status: 'waiting', failures: 0 })
  })
})
