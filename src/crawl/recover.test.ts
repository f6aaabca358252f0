import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { realEnv } from '../env/index.ts'
import { EMPTY_COMMIT } from '../store/index.ts'
import { openHoldings } from './holdings.ts'
import { recover } from './recover.ts'

describe('recovery of the archive', () => {
  let folder: string
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tidewatch-collection-'))
  })
  afterEach(() => rm(folder, { recursive: true, force: true }))

  /** A collection whose worker died with 100 bytes of a file committed and more written after them. */
  async function afterACrash(): Promise<string> {
    const { store, archiveFolder: archive, close } = await openHoldings(folder, { mode: 'write' })
    const archiveFolder = archive.path
    await store.join('dead', 0)
    const id = await store.openArchiveFile('torn.warc.gz', 'dead')
    await store.openArchiveFile('never.warc.gz', 'dead')
    await store.commit({ ...EMPTY_COMMIT, archives: [{ id, sizeBytes: 100 }] })
    await mkdir(archiveFolder, { recursive: true })
    const line = (offset: number, length: number) =>
      `org,example)/ 2026 {"offset":"${offset}","length":"${length}"}\n`
    await writeFile(join(archiveFolder, 'torn.warc.gz'), Buffer.alloc(150))
    await writeFile(
      join(archiveFolder, 'torn.warc.gz.cdxj.part'),
      `${line(40, 60)}${line(0, 40)}${line(100, 50)}org,exa`,
    )
    await close()
    return archiveFolder
  }

  it.each(['at once', 'after a recovery that was itself cut short'])(
    'cuts files to what was reported, %s',
    async when => {
      const archiveFolder = await afterACrash()
      const collection = await openHoldings(folder, { mode: 'write' })
      if (when !== 'at once') await collection.store.recover(0)
      await recover(collection, realEnv)
      expect((await stat(join(archiveFolder, 'torn.warc.gz'))).size).toBe(100)
      const index = await readFile(join(archiveFolder, 'torn.warc.gz.cdxj'), 'utf8')
      expect(index.split('\n').map(line => line.slice(19))).toEqual([
        '{"offset":"0","length":"40"}',
        '{"offset":"40","length":"60"}',
        '',
      ])
      expect((await collection.store.archiveFiles()).every(file => file.closed)).toBe(true)
      await recover(collection, realEnv)
      expect(await readFile(join(archiveFolder, 'torn.warc.gz.cdxj'), 'utf8')).toBe(index)
      await collection.close()
    },
  )

  it('says in a sentence that it cannot be looked at', async () => {
    const archiveFolder = await afterACrash()
    await rm(archiveFolder, { recursive: true })
    await writeFile(archiveFolder, 'a file stands where the folder should be')
    const collection = await openHoldings(folder, { mode: 'write' })
    await expect(recover(collection, realEnv)).rejects.toMatchObject({ name: 'Failure' })
    await collection.close()
  })

  it('never makes a file longer', async () => {
    const archiveFolder = await afterACrash()
    await writeFile(join(archiveFolder, 'torn.warc.gz'), Buffer.alloc(60))
    const collection = await openHoldings(folder, { mode: 'write' })
    const { losses } = await recover(collection, realEnv)
    expect(losses).toMatchObject([{ file: 'torn.warc.gz', pages: 0 }])
    expect((await stat(join(archiveFolder, 'torn.warc.gz'))).size).toBeLessThanOrEqual(60)
    expect(await recover(collection, realEnv)).toMatchObject({ losses: [] })
    await collection.close()
  })
})
