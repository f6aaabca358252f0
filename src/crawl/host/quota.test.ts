import { expect, it } from 'vitest'
import { HostQuota } from './quota.ts'

it('gives out as many quota as pages may still be stored, and the rest waits', async () => {
  let stored = 0
  const quota = new HostQuota(() => stored)
  expect(await Promise.all([quota.take(2), quota.take(2)])).toEqual([true, true])
  expect(quota.isFree(2)).toBe(false)
  const waiting = [quota.take(2), quota.take(2)]
  stored = 1
  quota.leave()
  quota.leave()
  expect(await Promise.race(waiting)).toBe(true)
  stored = 2
  quota.leave()
  expect((await Promise.all(waiting)).sort()).toEqual([false, true])
})

it('refuses at once when the host has brought all it may', async () => {
  expect(await new HostQuota(() => 5).take(5)).toBe(false)
})
