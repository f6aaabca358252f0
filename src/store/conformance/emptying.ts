import { describe, expect, it } from 'vitest'
import { A, batch, collect, fetched, NOW, type Opened, running } from './fixture.ts'

/** Beginning anew under the same name. */
export function emptying(current: () => Opened): void {
  describe('emptying', () => {
    it('forgets everything but what is to stay, and can be filled again', async () => {
      const opened = current()
      const pages = await running(opened.store, [`${A}/1`, `${A}/2`])
      const patterns = [{ kind: 'email', value: 'a@example.com' }]
      await opened.store.commit(batch({ visits: [fetched(pages[0]!, { patterns })] }))
      await opened.store.writeMeta({ config: '{}', other: 'gone' })
      await opened.store.empty(['config'])
      const store = await opened.reopen()
      expect(await store.counts()).toMatchObject({
        waiting: 0,
        running: 0,
        completed: 0,
        hosts: 0,
        visits: 0,
      })
      expect((await store.readMeta()).get('config')).toBe('{}')
      expect((await store.readMeta()).has('other')).toBe(false)
      expect(await collect(store.pages({}))).toEqual([])
      expect(await collect(store.patterns({}))).toEqual([])
      expect(await store.check()).toEqual([])
      const [again] = await running(store, [`${A}/1`])
      await store.commit(batch({ visits: [fetched(again!, { at: NOW + 1 })] }))
      expect(await store.counts()).toMatchObject({ completed: 1, fetched: 1 })
    })

    it('knows whether somebody works on the collection', async () => {
      const { store } = current()
      await running(store, [`${A}/1`])
      expect(await store.isWorkedOn()).toBe(true)
    })
  })
}
