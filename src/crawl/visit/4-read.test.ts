import { expect, it } from 'vitest'
import type { ParseJob, ParseResult } from '../thread/job.ts'
import { ParseTrouble } from '../thread/parse-thread.ts'
import { Read } from './4-read.ts'
import { NoveltyTracker } from './novelty.ts'
import { answer, NOW, pageAt, parsedOf, partsOf, visitOf } from './visit.fixture.ts'

const URL_A = 'http://a.test/page'
const request = {
  kind: 'request',
  method: 'GET',
  url: URL_A,
  headers: ['X', 'y'],
  body: null,
  profile: 0,
} as const
const answered = { kind: 'answered', answer: answer(200, [], '<p>'), request } as const

function readOf(parse: (job: ParseJob) => ParseResult, twice = false) {
  const parts = partsOf()
  const jobs: ParseJob[] = []
  const pool = {
    parse: async (job: ParseJob) => {
      jobs.push(job)
      return parse(job)
    },
  } as never
  const comparer = { jobFor: async () => null, wantsTwice: () => twice, partOf: () => null } as never
  const acted = { answer: answer(200), parsed: parsedOf({}, { title: 'Behind the form' }) }
  const actions = { perform: async () => ({ ...acted, showsForm: false }) } as never
  const robots = { overruled: () => false } as never
  return {
    read: new Read({
      ...parts,
      pool,
      robots,
      comparer,
      actions,
      novelty: new NoveltyTracker(),
      comparesPages: false,
    }),
    jobs,
    ...parts,
  }
}

it('hands over what was asked and answered', async () => {
  const { read, jobs } = readOf(() => parsedOf())
  const result = await read.read(visitOf(pageAt(URL_A)), answered)
  expect(result).toMatchObject({
    kind: 'read',
    at: NOW,
    isActed: false,
    kept: null,
    parsed: { facts: { title: 'Title' } },
  })
  expect(jobs).toMatchObject([
    { url: URL_A, request: { method: 'GET', path: '/page', headers: ['Host', 'a.test', 'X', 'y'] } },
  ])
})

it('keeps a copy of a new page that is to be fetched twice', async () => {
  const { read } = readOf(() => parsedOf(), true)
  const result = await read.read(visitOf(pageAt(URL_A)), answered)
  expect(result).toMatchObject({ kind: 'read', kept: { payload: Buffer.from('<p>') } })
})

it('reads what is behind the form that a model fills in', async () => {
  const action = { url: URL_A, method: 'POST', body: 'a=1', isLogin: false } as never
  const { read } = readOf(() => parsedOf({ guided: { pageClass: 'a', record: null, action, phrases: null } }))
  const result = await read.read(visitOf(pageAt(URL_A)), answered)
  expect(result).toMatchObject({ isActed: true, parsed: { facts: { title: 'Behind the form' } } })
})

it('fails a page that cannot be read, and says so; a fault of ours stops the crawl', async () => {
  const { read, reports } = readOf(() => {
    throw new ParseTrouble('cannot be read in time (10 s, see limits.parse)')
  })
  expect(await read.read(visitOf(pageAt(URL_A)), answered)).toMatchObject({
    outcome: {
      kind: 'failed',
      code: 'parse',
      message: 'the page cannot be read in time (10 s, see limits.parse)',
    },
  })
  expect(reports).toEqual([`parse-failed ${URL_A}`])
  const broken = readOf(() => {
    throw new TypeError('bug')
  })
  await expect(broken.read.read(visitOf(pageAt(URL_A)), answered)).rejects.toThrow('bug')
})
