/** Every policy runs in the engine as it does in the lab: the same visits give the same next ones. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestPostgres, type TestPostgres } from '../../scripts/postgres.ts'
import type { Plan, VisitReport } from '../../src/crawl/index.ts'
import { loadPolicy } from '../../src/crawl/planning/policy.ts'
import { POLICY_NAMES, type Policy, policyNamed } from '../../src/refresh/index.ts'
import { changing, DAY_MS, templateSite } from '../world/index.ts'
import { JumpingClock } from './jumping-clock.ts'
import { Rehearsal } from './rehearsal.ts'
import { temporaryFolder } from './shell.ts'
import { stage } from './stage.ts'

const START = Date.UTC(2026, 0, 5)
const INTERVAL_DAYS = 2
const ROUNDS = 4
/** On a fast clock, seconds are moments. */
const PATIENT = { timeout: '10m', connectTimeout: '10m' } as const
/** Priors are stored with four digits, so what is learned from them differs a little. */
const CLOSE = 0.03

/** Long enough for each to come to a second visit: Nutch's rule begins at 30 days. */
const jumpDays = (policy: string) => (policy === 'adaptive' ? 31 : 1.1)

async function rehearse(policy: Policy, named: string, database?: string, refresh = {}) {
  const site = templateSite('p.test', {
    categories: 2,
    perCategory: 2,
    changes: changing(0.2, 1.5),
    changeKinds: ['sentence'],
  })
  const clock = new JumpingClock(START)
  const { crawl, recrawl } = await stage([site], { clock, ...(database === undefined ? {} : { database }) })
  const rehearsal = new Rehearsal(policy, INTERVAL_DAYS)
  const found = { visits: 0, wrong: [] as { url: string; days: number; expected: number }[] }
  const compare = (url: string, fromMs: number, dueAt: number, expectedAt: number) => {
    const [days, expected] = [dueAt, expectedAt].map(at => (at - fromMs) / DAY_MS) as [number, number]
    if (Math.abs(days - expected) > CLOSE * expected) found.wrong.push({ url, days, expected })
  }
  const onVisit = (report: VisitReport) => {
    const { commit, url, outcome } = report
    if (outcome.kind !== 'fetched' && outcome.kind !== 'notModified') return
    found.visits++
    compare(url, commit.at, commit.dueAt!, rehearsal.dueAfter(report))
  }
  const onPlan = (plan: Plan) => void (rehearsal.plan = plan)
  const input = {
    seeds: ['http://p.test/'],
    limits: { connections: 1 },
    request: PATIENT,
    refresh: {
      policy: named,
      objective: 'freshness' as const,
      interval: `${INTERVAL_DAYS}d`,
      discover: 0,
      habits: false,
      signals: false,
      ...refresh,
    },
  }
  const first = await crawl(input, { onVisit })
  for (let round = 0; round < ROUNDS; round++) {
    clock.jump(jumpDays(named) * DAY_MS)
    await recrawl(input, 'due', { onVisit, onPlan })
  }
  const last = await recrawl(input, 'due', { onVisit, onPlan })
  // Another plan leaves the pages of those who know no price where they are.
  if (!policy.demand)
    for (const url of first.stored) {
      const page = last.page(url)
      compare(url, page.fetchedAt!, page.dueAt!, rehearsal.dueAt(url))
    }
  return { ...found, pages: first.stored.length }
}

describe('a policy in the engine', () => {
  it.each(POLICY_NAMES)('%s visits pages when the lab would', async name => {
    const policy = policyNamed(name, { objective: 'freshness' })
    const { visits, wrong, pages } = await rehearse(policy, name)
    expect(wrong).toEqual([])
    expect(visits).toBeGreaterThan(pages)
  })

  it("classes of the user's own visit pages when the lab would", async () => {
    const policy = policyNamed('classes', { objective: 'freshness', classes: [1, 1 / 3, 1 / 7] })
    const classes = ['1d', '3d', '7d']
    const { visits, wrong, pages } = await rehearse(policy, 'classes', undefined, { classes })
    expect(wrong).toEqual([])
    expect(visits).toBeGreaterThan(pages)
  })

  it("a module of the user's own visits pages when the lab would", async () => {
    const path = join(await temporaryFolder(), 'own.mjs')
    await writeFile(path, OWN)
    const { visits, wrong, pages } = await rehearse(await loadPolicy(path, 'freshness'), path)
    expect(wrong).toEqual([])
    expect(visits).toBe(3 * pages)
  })
})

/** Every 36 hours, whatever happens. */
const OWN = `const next = (_, page) => ({
  dueAt: page.visitedAt + 1.5,
  interval: 1.5,
  value: at => at - page.visitedAt,
  reason: () => ({ rate: 0, rateLow: 0, rateHigh: 0, fresh: 1, value: 0, price: 0, interval: 1.5, because: 'rule' }),
})
export default { name: 'own', width: 0, begin: () => [], learn: () => [], next }
`

describe('on PostgreSQL', () => {
  let server: TestPostgres
  beforeAll(async () => {
    server = await startTestPostgres()
  })
  afterAll(async () => {
    await server?.stop()
  })

  it.each(['step', 'random', 'value'])('%s visits pages when the lab would', async name => {
    const policy = policyNamed(name, { objective: 'freshness' })
    const place = `${server.url}?schema=policy_${name}_${process.pid}`
    const { visits, wrong, pages } = await rehearse(policy, name, place)
    expect(wrong).toEqual([])
    expect(visits).toBeGreaterThan(pages)
  })
})
