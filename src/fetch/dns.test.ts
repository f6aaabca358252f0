import { expect, it } from 'vitest'
import { type Network, VirtualClock } from '../env/index.ts'
import { Dns } from './dns.ts'

function setting(code = 'EAI_AGAIN') {
  const clock = new VirtualClock(1_000_000)
  const state = { broken: false, asked: 0 }
  const alarms: boolean[] = []
  const network: Network = {
    async resolve(hostname) {
      state.asked++
      if (state.broken || hostname.startsWith('no')) throw Object.assign(new Error(hostname), { code })
      return [{ address: '192.0.2.1', family: 4, ttlMs: 60_000 }]
    },
    dial: () => Promise.reject(new Error('not here')),
  }
  const options = { alarmShare: 0.5, window: 20, least: 5 }
  return { clock, state, alarms, dns: new Dns(network, clock, options, raised => void alarms.push(raised)) }
}

const kinds = async (dns: Dns, names: readonly string[]) => {
  const found = []
  for (const name of names) found.push((await dns.lookup(name)).kind)
  return found
}

it('raises the alarm when names fail that worked before, and takes it back by itself', async () => {
  const { clock, state, alarms, dns } = setting()
  await dns.lookup('good')
  state.broken = true
  await kinds(dns, ['a', 'b', 'c', 'd', 'e', 'f'])
  expect(await kinds(dns, ['g'])).toEqual(['alarm'])
  state.broken = false
  expect(await kinds(dns, ['h'])).toEqual(['alarm'])
  await clock.advance(31_000)
  expect(await kinds(dns, ['h'])).toEqual(['found'])
  expect(alarms).toEqual([true, false])
})

it('ends the alarm even if nothing was ever resolved', async () => {
  const { clock, state, alarms, dns } = setting()
  state.broken = true
  expect((await kinds(dns, ['a', 'b', 'c', 'd', 'e'])).at(-1)).toBe('alarm')
  state.broken = false
  await clock.advance(31_000)
  expect(await kinds(dns, ['f'])).toEqual(['found'])
  expect(alarms).toEqual([true, false])
})

it('does not mistake unknown names for a broken resolver', async () => {
  const { alarms, dns } = setting('ENOTFOUND')
  const found = await kinds(
    dns,
    Array.from({ length: 30 }, (_, n) => `no-${n}`),
  )
  expect(new Set(found)).toEqual(new Set(['failed']))
  expect(alarms).toEqual([])
})

it('answers at once, and raises no alarm, when it is abandoned', async () => {
  const { alarms, dns } = setting()
  const pending = ['no-1', 'no-2', 'no-3', 'no-4', 'no-5', 'no-6'].map(name => dns.lookup(name))
  dns.abandon()
  expect(new Set((await Promise.all(pending)).map(({ kind }) => kind))).toEqual(new Set(['alarm']))
  expect(await dns.lookup('good')).toEqual({ kind: 'alarm' })
  expect(alarms).toEqual([])
})

it('keeps a failure for less time than passes before a retry', async () => {
  const { clock, state, dns } = setting()
  await kinds(dns, ['no', 'no'])
  expect(state.asked).toBe(1)
  await clock.advance(5_000)
  await dns.lookup('no')
  expect(state.asked).toBe(2)
})
