import { describe, expect, it } from 'vitest'
import { A, B, batch, collect, empty, fetched, HOUR, NOW, type Opened, running } from './fixture.ts'

const MAIL = { kind: 'email', value: 'a@example.com' }
const OTHER = { kind: 'email', value: 'b@example.com' }
const CALL = { kind: 'phone', value: '+4722225555' }

/** What is looked for on pages, and when it was seen. */
export function patterns(current: () => Opened): void {
  describe('patterns', () => {
    const told = async (query = {}) =>
      (await collect(current().store.patterns(query))).map(row => [
        row.kind,
        row.value,
        row.url,
        row.isCurrent,
      ])

    it('are kept with their pages, by kind and value, each once', async () => {
      const { store } = current()
      const [one, two] = await running(store, [`${A}/1`, `${B}/2`])
      const visits = [fetched(one!, { patterns: [OTHER, MAIL] }), fetched(two!, { patterns: [CALL, MAIL] })]
      await store.commit(batch({ visits }))
      await store.commit(batch({ visits: [fetched(one!, { at: NOW + 1, patterns: [MAIL, OTHER] })] }))
      expect(await told()).toEqual([
        ['email', 'a@example.com', `${A}/1`, true],
        ['email', 'a@example.com', `${B}/2`, true],
        ['email', 'b@example.com', `${A}/1`, true],
        ['phone', '+4722225555', `${B}/2`, true],
      ])
      const all = await collect(store.patterns({}))
      for (const [i, after] of all.entries())
        expect(await collect(store.patterns({ after }))).toEqual(all.slice(i + 1))
      expect(await told({ kind: 'phone' })).toEqual([['phone', '+4722225555', `${B}/2`, true]])
      expect(await told({ origin: A, limit: 1 })).toEqual([['email', 'a@example.com', `${A}/1`, true]])
    })

    it('know when they were first and last seen, and whether they still stand there', async () => {
      const { store } = current()
      const [page] = await running(store, [`${A}/1`])
      await store.commit(batch({ visits: [fetched(page!, { at: NOW, patterns: [MAIL, OTHER] })] }))
      await store.commit(batch({ visits: [fetched(page!, { at: NOW + HOUR, patterns: [MAIL] })] }))
      const visit = empty(page!, { at: NOW + 2 * HOUR, outcome: 'notModified', status: 'completed' })
      await store.commit(batch({ visits: [visit] }))
      const rows = await collect(store.patterns({}))
      expect(rows.map(({ firstAt, lastAt, isCurrent }) => [firstAt - NOW, lastAt - NOW, isCurrent])).toEqual([
        [0, 2 * HOUR, true],
        [0, 0, false],
      ])
    })

    it('are written and forgotten by themselves, many at a time', async () => {
      const { store } = current()
      const [page] = await running(store, [`${A}/1`])
      await store.commit(batch({ visits: [fetched(page!)] }))
      const many = Array.from({ length: 2_500 }, (_, n) => ({
        kind: 'own',
        value: `v${String(n).padStart(5, '0')}`,
      }))
      const seen = (at: number, found: readonly (typeof MAIL)[]) => ({ page: page!, at, patterns: found })
      await store.writePatterns([seen(NOW - 5, [MAIL, ...many]), seen(NOW - 9, [MAIL])])
      const rows = await collect(store.patterns({}))
      expect(rows.length).toBe(2_501)
      expect(rows[0]).toMatchObject({ ...MAIL, firstAt: NOW - 9 })
      expect(rows.slice(1).map(({ value }) => value)).toEqual(many.map(({ value }) => value))
      await store.forgetPatterns(['own', 'none'])
      expect((await collect(store.patterns({}))).length).toBe(1)
    })
  })
}
