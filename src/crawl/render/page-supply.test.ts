import { expect, it } from 'vitest'
import type { PageRequest } from '../../browser/rendered.ts'
import type { Visit } from '../visit/visit.ts'
import { PageSupply, type SupplyParts } from './page-supply.ts'

it('refuses all requests that wait when the page is no longer rendered', async () => {
  const sent: (() => void)[] = []
  const turns = {
    send: () =>
      new Promise(resolve => {
        sent.push(() => resolve({ kind: 'breakdown' }))
      }),
  }
  const host = { origin: 'https://a.test', profile: 0 }
  const parts = {
    requests: { base: () => [], profile: () => ({}) },
    forbidden: async () => null,
    kept: new Map(),
    parallel: 2,
    keepsCookies: false,
    keepsParts: false,
    now: () => 0,
  }
  const supply = new PageSupply(parts as unknown as SupplyParts, { turns, host } as unknown as Visit)
  const request = { url: 'https://a.test/x', method: 'GET', headers: [], body: null, purpose: 'data' }
  const answers = Array.from({ length: 9 }, () => supply.answer(request as unknown as PageRequest))
  await new Promise(setImmediate)
  const ended = supply.end()
  await Promise.all(answers.slice(2)).then(given => expect(given).toEqual(Array(7).fill(null)))
  for (const end of sent) end()
  await ended
  expect(sent).toHaveLength(2)
})
