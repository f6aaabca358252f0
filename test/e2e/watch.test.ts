/** RefreshState inside a budget, through the real engine and the command. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openHoldings, type Plan } from '../../src/crawl/index.ts'
import { changing, DAY_MS, type Schedule, templateSite, webLike } from '../world/index.ts'
import { fastStage, START } from './fast-stage.ts'
import { serveWorld, start, temporaryFolder, tidewatch } from './shell.ts'

describe('watch', () => {
  it('keeps within its budget, learns rates, and goes on after a restart as if nothing had happened', async () => {
    const site = templateSite('w.test', { categories: 3, perCategory: 10, changes: webLike() })
    const { watch, read, clock } = await fastStage([site], 60, 20)
    const plans: Plan[] = []
    const input = { seeds: ['http://w.test/'], refresh: { interval: '5d', discover: 0 } }
    const onPlan = (plan: Plan) => void plans.push(plan)
    const first = await watch(input, { onPlan }, START + 30 * DAY_MS)
    const between = await read(({ store }) => store.refresh())
    const second = await watch(input, { onPlan }, START + 60 * DAY_MS)
    expect(second.stored).toEqual(first.stored)
    const pages = first.stored.length
    const refreshes = first.visits.length + second.visits.length - pages
    const allowed = (pages / 5) * ((clock.now() - START) / DAY_MS)
    expect(refreshes).toBeLessThan(allowed * 1.1 + 10)
    expect(refreshes).toBeGreaterThan(allowed * 0.3)
    expect(plans.at(-1)!.freshness).toBeGreaterThan(0.4)
    expect(plans.at(-1)!.budgetPerDay).toBeCloseTo(pages / 5, 1)
    const after = await read(({ store }) => store.refresh())
    expect(between.refreshes).toBeGreaterThan(0)
    expect(after.refreshes).toBeGreaterThan(between.refreshes)
    const believed = [...second.pages.values()].filter(page => page.revision > 0 && page.belief !== null)
    expect(believed.length).toBeGreaterThan(pages * 0.5)
  })

  it('visits pages that change more often than those that never do', async () => {
    const often: Schedule['kind'] = 'poisson'
    const sites = [
      templateSite('still.test', { categories: 2, perCategory: 8 }),
      templateSite('busy.test', {
        categories: 2,
        perCategory: 8,
        changes: changing(0.2, 0.4, [often]),
        changeKinds: ['sentence'],
      }),
    ]
    const { watch } = await fastStage(sites, 60, 20)
    const seeds = ['http://still.test/', 'http://busy.test/']
    const ran = await watch(
      { seeds, refresh: { interval: '6d', objective: 'freshness', discover: 0 } },
      {},
      START + 60 * DAY_MS,
    )
    const visitsOf = (host: string) => ran.visits.filter(visit => new URL(visit.url).host === host).length
    expect(visitsOf('busy.test')).toBeGreaterThan(1.2 * visitsOf('still.test'))
  })

  it('shows readers the last finished cycle, and the new one all at once', async () => {
    const site = templateSite('c.test', {
      categories: 2,
      perCategory: 6,
      changes: changing(2, 3),
      changeKinds: ['sentence'],
    })
    const { watch, folder, read } = await fastStage([site], 20, 15)
    const refresh = { interval: '2d', every: '4d', publish: 'shadow', discover: 0 } as const
    const input = { seeds: ['http://c.test/'], refresh }
    const ran = await watch(input, {}, START + 20 * DAY_MS)
    const visited = ran.visits
      .filter(visit => visit.commit.revision?.number !== 1)
      .map(visit => visit.commit.at)
    expect(visited.length).toBeGreaterThan(12)
    const published = await read(async ({ store }) => Number((await store.readMeta()).get('published')))
    expect(published).toBeGreaterThan(START)
    const config = JSON.stringify({ name: 'c', seeds: input.seeds, refresh: input.refresh })
    const collection = await openHoldings(folder, { mode: 'write' })
    await collection.store.writeMeta({ config, published: String(START + 1) })
    await collection.close()
    expect((await tidewatch('pages', '-c', folder, '--json', '--status', 'completed')).rows).toEqual([])
    const again = await openHoldings(folder, { mode: 'write' })
    await again.store.writeMeta({ published: String(published) })
    await again.close()
    const rows = (await tidewatch('pages', '-c', folder, '--json', '--status', 'completed')).rows
    expect(rows.length).toBe(ran.stored.length)
    for (const row of rows) expect(Date.parse(row.changedAt as string)).toBeLessThanOrEqual(published)
  })
})

describe('the commands', () => {
  it('watch, plan and history tell of a collection, and follow a changed config', async () => {
    const folder = await temporaryFolder()
    const served = await serveWorld('--kind', 'shop', '--speed', '20000')
    const config = await served.config(folder, { refresh: { budget: '100000/day', bounds: ['1s', '10s'] } })
    const collection = join(folder, 'data')
    const running = start(['watch', config, '-c', collection, '--json', '--progress', 'json'])
    await running.said(/"refreshes":[1-9]\d*,"changes":[1-9]/)
    await writeFile(config, '{"seeds": ["nonsense:"]}')
    await running.said(/continuing with the previous config/)
    await served.config(folder, { refresh: { budget: '50000/day', bounds: ['1s', '10s'] } })
    await running.said(/continuing with the new config/)
    await running.said(/"budgetPerDay":50000/)
    running.child.kill('SIGINT')
    const said = await running.ended
    expect(said.code).toBe(130)
    expect(said.rows.some(row => row.outcome === 'fetched' && row.dueAt !== null)).toBe(true)

    const plan = await tidewatch('plan', '-c', collection, '--json', '--goal', '90%')
    expect(plan.code).toBe(0)
    const [told] = plan.rows as unknown as {
      curve: { budgetPerDay: number; freshness: number }[]
      budgetPerDay: number
    }[]
    expect(told!.budgetPerDay).toBe(50_000)
    const freshness = told!.curve.map(point => point.freshness)
    expect([...freshness].sort((a, b) => a - b)).toEqual(freshness)
    expect((await tidewatch('plan', '-c', collection, '--budget', '10')).stdout).toMatch(/← the budget/)
    expect(await tidewatch('plan', '-c', collection, '--budget', 'lots')).toMatchObject({ code: 2 })

    const [seed] = served.seeds
    const history = await tidewatch('history', seed!, '-c', collection)
    expect(history.stdout).toMatch(/first copy/)
    expect(history.stdout).toMatch(/a fetch now is worth .* at a price of/)
    const json = (await tidewatch('history', seed!, '-c', collection, '--json')).rows[0]!
    expect(json).toMatchObject({ url: seed, next: { policy: 'value', price: expect.any(Number) } })
    const changed = said.rows.find(row => row.changed === true)
    expect(changed).toBeDefined()
    expect(changed!.change).toMatchObject({
      changed: true,
      level: 'content',
      summary: expect.stringMatching(/“/),
    })
    const diff = await tidewatch('diff', changed!.url as string, '1', '2', '-c', collection)
    expect([diff.code, diff.stdout]).toEqual([
      0,
      expect.stringMatching(/^revision 1 of .* → 2 of .*\n(?:.*\n)*[-+~] /),
    ])
    expect(await tidewatch('diff', changed!.url as string, '7', '900', '-c', collection)).toMatchObject({
      code: 2,
    })
    expect(await tidewatch('history', 'http://nowhere.test/', '-c', collection)).toMatchObject({ code: 1 })
  })

  it('watch says what it cannot use', async () => {
    const folder = await temporaryFolder()
    const file = join(folder, 'c.yaml')
    await writeFile(file, 'seeds: [http://a.test/]\nrefresh: {policy: ./none.ts}\n')
    expect(await tidewatch('watch', join(folder, 'no.yaml'), '-c', join(folder, 'd'))).toMatchObject({
      code: 2,
    })
    const missing = await tidewatch('watch', file, '-c', join(folder, 'd'))
    expect([missing.code, missing.stderr]).toEqual([
      2,
      expect.stringMatching(/policy .*none\.ts cannot be loaded: there is no such file/),
    ])
    await writeFile(file, 'name: empty\n')
    expect((await tidewatch('watch', file, '-c', join(folder, 'd'))).stderr).toMatch(/nothing to watch/)
  })
})
