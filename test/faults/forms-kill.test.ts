/** `kill -9` while search forms are asked: the same words finish the job, without asking all again. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { startTestPostgres } from '../../scripts/postgres.ts'
import { openCollection } from '../../src/index.ts'
import { temporaryFolder } from '../e2e/shell.ts'
import { hiddenShop, startWorld } from '../world/index.ts'

const COMMAND = join(import.meta.dirname, '..', '..', 'bin', 'tidewatch')
const PRODUCTS = 250
const KILLS = 4

/** A crawl that is killed after so many answers; to its end if there are fewer. */
async function crawl(args: readonly string[], answers: number, answered: { now: () => void }) {
  const child = spawn(COMMAND, ['crawl', ...args, '--progress', 'none'], { stdio: 'ignore' })
  let left = answers
  answered.now = () => {
    if (--left === 0) child.kill('SIGKILL')
  }
  const [code] = (await once(child, 'exit')) as [number | null]
  return code
}

it.each(['SQLite', 'PostgreSQL'])('%s: what was asked survives being killed', async kind => {
  const folder = await temporaryFolder()
  const answered = { now: () => {} }
  const world = await startWorld({
    sites: [hiddenShop('shop.test', { products: PRODUCTS, perPage: 10, most: 40 })],
    onAnswered: () => answered.now(),
  })
  onTestFinished(() => world.stop())
  const server = kind === 'SQLite' ? null : await startTestPostgres()
  if (server) onTestFinished(() => server.stop())
  const collection = server ? `${server.url}?schema=forms_kill${process.pid}` : join(folder, 'c')
  const archiveFolder = join(folder, 'archive')
  const config = join(folder, 'config.json')
  const request = { allowPrivate: true, delay: 0 }
  const seeds = ['http://shop.test/']
  await writeFile(
    config,
    JSON.stringify({
      seeds,
      request,
      forms: { search: true },
      limits: { lease: '2s' },
      dns: { hosts: world.hosts() },
    }),
  )
  const args = ['--config', config, '-c', collection, '--archive', archiveFolder]
  for (let kill = 0; kill < KILLS; kill++) await crawl(args, 70, answered)
  expect(await crawl(args, Number.POSITIVE_INFINITY, answered)).toBe(0)
  const opened = await openCollection(collection, { archiveFolder })
  let items = 0
  for await (const { url } of opened.pages({ stored: true })) if (/\/item\/\d+$/.test(url)) items++
  const { value: host } = await opened.forms().next()
  await opened.close()
  expect(items).toBeGreaterThan(PRODUCTS * 0.9)
  expect(host!.forms[0]!.state).toBe('ended')
  const answers = world.log.map(({ path }) => path).filter(path => path.startsWith('/find?'))
  expect(answers.length - new Set(answers).size).toBeLessThan(KILLS * 10)
  expect(world.log.filter(({ path }) => /^\/(?:basket|door|letter)/.test(path))).toEqual([])
})
