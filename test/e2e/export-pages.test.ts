/** An export has a row for every page that the collection says it has, and no row for what only led to them. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { exportCommand } from '../../src/cli/export.ts'
import { sitemaps } from '../world/index.ts'
import { temporaryFolder } from './shell.ts'
import { stage } from './stage.ts'

it('sitemaps and feeds are kept, and are no pages', async () => {
  const { crawl, read, folder } = await stage([sitemaps('maps.test', { huge: 10 })])
  const ran = await crawl({ seeds: ['http://maps.test/'], scope: { sitemaps: true } })
  expect(ran.stored.filter(url => url.includes('/maps/')).length).toBeGreaterThan(5)
  const { fetched: pages } = await read(({ store }) => store.counts())
  const out = await temporaryFolder()
  const rows: string[] = []
  const output = { result: (line: string) => void rows.push(line), note: () => {}, isTerminal: false }
  for (const format of ['csv', 'jsonl', 'trec', 'wacz'])
    await exportCommand(format, { collection: folder, out: join(out, format), json: true }, output)
  expect(rows.map(row => JSON.parse(row) as object)).toMatchObject([
    { format: 'csv', pages },
    { format: 'jsonl', pages },
    { format: 'trec', pages },
    { format: 'wacz', pages },
  ])
  const jsonl = (await readFile(join(out, 'jsonl'), 'utf8')).trim().split('\n')
  const urls = jsonl.map(line => (JSON.parse(line) as { url: string }).url)
  expect(urls).toHaveLength(pages)
  expect(urls.filter(url => url.includes('/maps/'))).toEqual([])
})
