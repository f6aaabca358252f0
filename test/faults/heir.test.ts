/** Two workers, one server: the second has nothing to do, until the first is killed. */

import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { startTestPostgres } from '../../scripts/postgres.ts'
import { editableSite } from '../e2e/editable.ts'
import { start, temporaryFolder, tidewatch } from '../e2e/shell.ts'

const PAGES = 60

it('a worker that finds every server taken stays, and takes over when the other one is killed', {
  timeout: 120_000,
}, async () => {
  const server = await startTestPostgres()
  onTestFinished(() => server.stop())
  let asked = 0
  const page = (number: number) => () => {
    asked++
    return `<title>Page ${number}</title><p>The words of page ${number}.</p><a href="/${number + 1}">The next page</a>`
  }
  const paths = Array.from({ length: PAGES }, (_, number) => [`/${number}`, page(number)] as const)
  const site = await editableSite(Object.fromEntries(paths))
  const folder = await temporaryFolder()
  const config = join(folder, 'heir.json')
  const request = { allowPrivate: true, delay: '100ms' }
  const scope = { soft404: false, sitemaps: false, traps: { yield: false } }
  await writeFile(
    config,
    JSON.stringify({
      ...{ seeds: [site.url('/0')], scope, request, limits: { lease: '3s' }, patience: '2s' },
      duplicates: { urls: 'off' },
    }),
  )
  const collection = ['-c', `${server.url}?schema=heir${process.pid}`, '--archive', join(folder, 'archive')]
  const crawl = () => start(['crawl', '--config', config, ...collection, '--progress', 'none'])
  const first = crawl()
  while (asked < 3) await sleep(50)
  const second = crawl()
  while (asked < PAGES / 2) await sleep(50)
  expect(second.child.exitCode).toBeNull()
  first.child.kill('SIGKILL')
  await first.ended
  const { code, stderr } = await second.ended
  expect([code, stderr]).toEqual([0, expect.stringMatching(new RegExp(`^${PAGES} pages in the collection`))])
  const { rows } = await tidewatch(
    'pages',
    ...collection,
    '--status',
    'completed',
    '--json',
    '--limit',
    '100',
  )
  expect(new Set(rows.map(({ url }) => url)).size).toBe(PAGES)
})
