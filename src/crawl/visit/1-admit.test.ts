import { expect, it } from 'vitest'
import type { Permission } from '../host/robots-gate.ts'
import { Admit } from './1-admit.ts'
import { NOW, pageAt, partsOf, visitOf } from './visit.fixture.ts'

function admitOf(permission: Permission = { kind: 'allowed', crawlDelayMs: undefined }, perHost?: number) {
  const { settings, guides, requests, spellings } = partsOf(
    perHost === undefined ? {} : { scope: { perHost } },
  )
  const robots = { overruled: () => false, check: async () => permission } as never
  const login = { ensure: async () => {}, isWayOut: () => false } as never
  return new Admit({ settings, guides, robots, requests, login, spellings })
}

const visit = () => visitOf(pageAt('http://a.test/1'))

it('admits what robots.txt allows, and slows down where it asks for that', async () => {
  const asked = visit()
  expect(await admitOf({ kind: 'allowed', crawlDelayMs: 7_000 }).admit(asked)).toEqual({ kind: 'admitted' })
  expect(asked.delays).toEqual([7_000])
})

it('refuses what robots.txt forbids, with its rule', async () => {
  const refused = await admitOf({ kind: 'disallowed', rule: 'robots.txt line 3: /' }).admit(visit())
  expect(refused).toMatchObject({
    kind: 'unanswered',
    outcome: { kind: 'denied', by: 'robots', reason: 'robots.txt line 3: /' },
  })
})

it('waits where robots.txt cannot be had, and puts back what was never asked', async () => {
  const unknown = { kind: 'unknown', until: NOW + 5, why: 'answers 500' } as const
  expect(await admitOf(unknown).admit(visit())).toMatchObject({
    outcome: { kind: 'failed', transient: true, message: 'answers 500' },
    notBefore: NOW + 5,
  })
  const breakdown = { kind: 'breakdown', code: 'aborted', message: '', startedAt: 0, endedAt: 0 } as const
  expect(await admitOf({ kind: 'unasked', breakdown }).admit(visit())).toEqual({ kind: 'putBack' })
})

it('holds the quota of a host until the visit is over', async () => {
  const admit = admitOf(undefined, 1)
  const first = visit()
  const second = { ...visitOf(pageAt('http://a.test/2')), host: first.host }
  expect(await admit.admit(first)).toEqual({ kind: 'admitted' })
  const waiting = admit.admit(second)
  first.host.pageStored()
  admit.release(first)
  expect(await waiting).toMatchObject({ outcome: { kind: 'denied', by: 'limit' } })
})

it('leaves alone what a trap was found to be, but not what is stored', async () => {
  const asked = visit()
  for (let i = 0; i < 40; i++) asked.host.noteYield(`http://a.test/${i}`, false)
  expect(await admitOf().admit(asked)).toMatchObject({ outcome: { kind: 'denied', by: /^trap: / } })
  const stored = { ...visitOf(pageAt('http://a.test/1', { revision: 1 })), host: asked.host }
  expect(await admitOf().admit(stored)).toEqual({ kind: 'admitted' })
})
