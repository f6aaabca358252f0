import { expect, it } from 'vitest'
import { type ScaleCosts, type ScaleQuestion, scaleOf } from './scale.ts'

const COSTS: ScaleCosts = {
  ...{ visitCpuMs: 2, connectionCpuMs: 1, databaseVisitMicros: 80, databaseUrlMicros: 10 },
  ...{ urlBytes: 400, revisionBytes: 2_000, visitBytes: 800, planMicros: 4 },
}
const QUESTION: ScaleQuestion = {
  ...{ pages: 864_000, everyDays: 10, pagesPerHost: 100, delaySeconds: 2 },
  ...{ wireBytes: 10_000, archivedBytes: 5_000, changedShare: 0.5, knownPerPage: 3 },
}
const needIn = (question: ScaleQuestion, part: string) =>
  scaleOf(question, COSTS).needs.find(need => need.part.startsWith(part))!

it('is arithmetic on what single operations cost', () => {
  const answer = scaleOf(QUESTION, COSTS)
  expect(answer.fetchesPerSecond).toBe(1)
  expect(answer.hosts).toBe(8_640)
  expect(answer.maxPagesOfServer).toBe(432_000)
  expect(needIn(QUESTION, 'workers').needed).toBeCloseTo(0.003)
  expect(needIn(QUESTION, 'database, processors').needed).toBeCloseTo(1e-4)
  expect(needIn(QUESTION, 'network').needed).toBe(10_000)
  expect(needIn(QUESTION, 'planning')).toMatchObject({ needed: 3.456, oneGives: 21_600, canGrow: false })
  // A year of visits, half of them with a revision and an address more, beside every page and all its addresses.
  const visits = 86_400 * 365
  const growth = visits * (0.5 * 2_000 + 0.5 * 800 + 2 * 0.5 * 400)
  expect(answer.databaseBytesPerYear).toBeCloseTo(growth)
  expect(needIn(QUESTION, 'database, disk').needed).toBeCloseTo(864_000 * 3_200 + growth)
  expect(answer.archiveBytesPerYear).toBeCloseTo((visits / 2 + 864_000) * 5_000)
})

it('needs no new connections where pages of a server follow closely', () => {
  const dense = { ...QUESTION, pagesPerHost: 432_000 }
  expect(needIn(dense, 'workers').needed).toBeCloseTo(0.002)
})

it('says what is first not enough: one of each is enough up to there, and one page more needs two', () => {
  for (const need of scaleOf(QUESTION, COSTS).needs) {
    const at = (pages: number) => needIn({ ...QUESTION, pages }, need.part)
    expect(at(need.pagesForOne).count, need.part).toBe(1)
    expect(at(Math.ceil(need.pagesForOne * 1.001) + 1).count, need.part).toBe(2)
  }
  const limits = scaleOf(QUESTION, COSTS).needs.map(({ pagesForOne }) => pagesForOne)
  expect(limits).toEqual(limits.toSorted((a, b) => a - b))
})
