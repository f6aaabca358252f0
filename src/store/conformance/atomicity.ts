import { describe, expect, it } from 'vitest'
import type { Url } from '../../url/index.ts'
import { A, B, batch, candidate, collect, fetched, NOW, type Opened, running, take } from './fixture.ts'

export function atomicity(current: () => Opened): void {
  describe('atomicity', () => {
    it('leaves nothing of a commit that fails in the middle', async () => {
      const { store } = current()
      const pages = await running(store, [`${A}/1`, `${A}/2`])
      const file = await store.openArchiveFile('a', 'w1')
      const before = await picture(store)
      const broken = candidate('https://new.example/bad', { depth: null as unknown as number })
      const event = { at: NOW, kind: 'k', subject: 's', message: 'm' }
      const doomed = batch({
        visits: pages.map(page => fetched(page, { links: Buffer.from('x') })),
        candidates: [candidate('https://new.example/1'), candidate(`${A}/3`), broken],
        archives: [{ id: file, sizeBytes: 5 }],
        events: [event],
      })
      await expect(store.commit(doomed)).rejects.toThrow()
      expect(await picture(store)).toEqual(before)
      const fine = { ...doomed, candidates: doomed.candidates.slice(0, 2) }
      expect(await store.commit(fine)).toMatchObject({ added: 2, waiting: 2 })
      expect(await store.counts()).toMatchObject({ completed: 2, waiting: 2, hosts: 2, visits: 2 })
      expect(await take(store, 'https://new.example')).toHaveLength(1)
      expect(await store.check()).toEqual([])
    })

    it('leaves nothing of an add that fails', async () => {
      const { store } = current()
      await store.add([candidate(`${A}/1`)])
      const before = await picture(store)
      await expect(
        store.add([candidate(`${B}/1`), candidate(`${B}/2`, { url: null as unknown as Url })]),
      ).rejects.toThrow()
      expect(await picture(store)).toEqual(before)
      expect(await store.add([candidate(`${B}/1`)])).toMatchObject({ added: 1 })
    })

    it('fails with a sentence and not with the words of the database', async () => {
      const { store } = current()
      await expect(
        store.add([candidate(`${A}/1`, { depth: null as unknown as number })]),
      ).rejects.toMatchObject({ name: 'Failure', code: 'broken' })
    })
  })
}

async function picture(store: Opened['store']) {
  return {
    counts: await store.counts(),
    pages: await collect(store.pages({})),
    hosts: await collect(store.hosts()),
    events: await store.events(9),
    files: await store.archiveFiles(),
    archived: await collect(store.archived()),
  }
}
