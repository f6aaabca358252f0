import { expect, it } from 'vitest'
import { hashText } from '../../change/text/hash.ts'
import { seededRandom } from '../../env/index.ts'
import { RecordCensus } from './record-census.ts'

const hashOf = (record: number) => hashText(`record ${record}`)

/** Makes catches of `each` records each, on a site of `records` records. */
function caught(records: number, catches: number, each: number): RecordCensus {
  const random = seededRandom(7)
  const census = new RecordCensus()
  for (let i = 0; i < catches; i++)
    census.add(Array.from({ length: each }, () => hashOf(Math.floor(random.next() * records))))
  return census
}

it.each([
  [1_000, 20, 50],
  [5_000, 60, 100],
  [50_000, 300, 200],
])('knows how many of %i records there are', (records, catches, each) => {
  const census = caught(records, catches, each)
  expect(Math.abs(census.estimate! - records) / records).toBeLessThan(0.12)
  expect(census.found).toBeLessThan(records)
})

it('says nothing while too few were caught twice', () => {
  const census = new RecordCensus()
  census.add([1, 2, 3].map(hashOf))
  census.add([4, 5, 6].map(hashOf))
  expect([census.found, census.estimate]).toEqual([6, null])
})

it('takes bounded room, and outlives a run', () => {
  const census = caught(100_000, 400, 200)
  const text = JSON.stringify(census)
  expect(text.length).toBeLessThan(40_000)
  const again = new RecordCensus(JSON.parse(text))
  expect([again.found, again.estimate]).toEqual([census.found, census.estimate])
  expect(Math.abs(census.found - 55_000)).toBeLessThan(5_000)
})
