import { expect, it } from 'vitest'
import { denied } from './unanswered.ts'
import { pageAt, visitOf } from './visit.fixture.ts'
import { runVisit, type Steps } from './visit.ts'

/** Steps that only note that they ran, and return what the test says. */
function stepsOf(brings: Readonly<Record<string, unknown>>) {
  const ran: string[] = []
  const step = (name: string, usual: unknown) => ({
    [name]: async () => {
      ran.push(name)
      return brings[name] ?? usual
    },
  })
  const steps = {
    admit: { ...step('admit', { kind: 'admitted' }), release: () => void ran.push('release') },
    request: step('request', { kind: 'request' }),
    fetch: step('fetch', { kind: 'answered' }),
    read: step('read', { kind: 'read' }),
    judge: step('judge', { kind: 'judged' }),
    follow: step('follow', {}),
    schedule: step('schedule', {}),
    record: step('record', { kind: 'finished' }),
  }
  return { steps: steps as unknown as Steps, ran }
}

const visit = () => visitOf(pageAt('http://a.test/'))

it('runs eight steps in the order of their numbers', async () => {
  const { steps, ran } = stepsOf({})
  expect(await runVisit(visit(), steps)).toEqual({ kind: 'finished' })
  expect(ran.join(' ')).toBe('admit request fetch read judge follow schedule record release')
})

it.each(['admit', 'request', 'fetch', 'read'])(
  'goes on with step 6 when step %s ends without an answer',
  async name => {
    const { steps, ran } = stepsOf({ [name]: denied('robots', 'no') })
    await runVisit(visit(), steps)
    expect(ran.slice(ran.indexOf(name) + 1)).toEqual(['follow', 'schedule', 'record', 'release'])
  },
)

it('puts back without recording anything', async () => {
  const { steps, ran } = stepsOf({ fetch: { kind: 'putBack' } })
  expect(await runVisit(visit(), steps)).toEqual({ kind: 'putBack' })
  expect(ran.join(' ')).toBe('admit request fetch release')
})

it('gives back turn and quota when a step throws', async () => {
  const { steps, ran } = stepsOf({})
  const broken = { ...steps, read: { read: () => Promise.reject(new Error('bug')) } } as unknown as Steps
  await expect(runVisit(visit(), broken)).rejects.toThrow('bug')
  expect(ran.at(-1)).toBe('release')
})
