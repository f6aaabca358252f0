import { describe, expect, it } from 'vitest'
import { acceleratedClock, errorCode, networkWithHosts, seededRandom, VirtualClock } from './index.ts'

describe('VirtualClock', () => {
  it('stands still until it is advanced, and fires timers in order', async () => {
    const clock = new VirtualClock(1_000)
    const fired: string[] = []
    clock.timer(20, () => fired.push(`b ${clock.now()}`))
    clock.timer(10, () => fired.push(`a ${clock.now()}`))
    clock.timer(15, () => fired.push('never'))()
    await clock.advance(30)
    expect(fired).toEqual(['a 1010', 'b 1020'])
    expect(clock.now()).toBe(1_030)
  })

  it('wakes sleepers, and lets a signal end their sleep', async () => {
    const clock = new VirtualClock()
    const slept = clock.sleep(50)
    await clock.advance(50)
    await slept
    const stop = new AbortController()
    const sleeping = clock.sleep(1_000, stop.signal)
    stop.abort(new Error('enough'))
    await expect(sleeping).rejects.toThrow('enough')
  })
})

it('an accelerated clock runs faster than its base, and its timers too', async () => {
  const base = new VirtualClock(5_000)
  const clock = acceleratedClock(100, base)
  let fired = false
  clock.timer(2_000, () => {
    fired = true
  })
  await base.advance(10)
  expect(clock.now()).toBe(6_000)
  expect(fired).toBe(false)
  await base.advance(10)
  expect(fired).toBe(true)
})

it('a seeded random repeats itself', () => {
  const first = seededRandom(7)
  const second = seededRandom(7)
  const numbers = Array.from({ length: 100 }, () => first.next())
  expect(numbers).toEqual(Array.from({ length: 100 }, () => second.next()))
  expect(numbers.every(number => number >= 0 && number < 1)).toBe(true)
  expect(first.token(8)).toMatch(/^[a-z0-9]{8}$/)
})

describe('networkWithHosts', () => {
  const dialed: { address: string; port: number }[] = []
  const base = {
    resolve: async () => [{ address: '198.51.100.1', family: 4 as const }],
    dial: async (options: { address: string; port: number }) => {
      dialed.push({ address: options.address, port: options.port })
      return null as never
    },
  }
  const network = networkWithHosts(
    { 'staging.example.org': '127.0.0.1:8080', '*.example.net': '[::1]:81' },
    base,
  )

  it('moves exact names and names below a star', async () => {
    expect(await network.resolve('staging.example.org')).toEqual([{ address: '127.0.0.1', family: 4 }])
    expect(await network.resolve('a.b.example.net')).toEqual([{ address: '::1', family: 6 }])
    expect(await network.resolve('example.org')).toEqual([{ address: '198.51.100.1', family: 4 }])
  })

  it('dials the port of each host, also where several have one address', async () => {
    const shared = networkWithHosts(
      { 'a.test': '127.0.0.1:8080', 'b.test': '127.0.0.1:9090', 'c.test': '127.0.0.1' },
      base,
    )
    for (const hostname of ['a.test', 'b.test', 'c.test'])
      await shared.dial({ hostname, address: '127.0.0.1', port: 80, timeoutMs: 1 })
    // A proxy, for example.
    await shared.dial({ address: '127.0.0.1', port: 3128, timeoutMs: 1 })
    expect(dialed).toEqual([8080, 9090, 80, 3128].map(port => ({ address: '127.0.0.1', port })))
  })
})

it('errorCode looks behind wrappers', () => {
  const inner = Object.assign(new Error('refused'), { code: 'ECONNREFUSED' })
  expect(errorCode(new AggregateError([inner]))).toBe('ECONNREFUSED')
  expect(errorCode(new Error('outer', { cause: inner }))).toBe('ECONNREFUSED')
  expect(errorCode('text')).toBe('text')
})
