/** A policy that someone else wrote, held to what a policy promises: a wrong number must not be taken for a schedule. */
import { errorMessage, Failure } from '../../env/index.ts'
import type { Next, Policy, State } from '../../refresh/index.ts'

export function checkedPolicy(policy: Policy, path: string): Policy {
  const complain = (method: string, what: string, cause?: unknown): never => {
    throw new Failure('usage', `policy ${path}: ${method}() ${what}`, { cause })
  }
  const call = <T>(method: string, work: () => T): T => {
    try {
      return work()
    } catch (error) {
      return complain(method, `fails: ${errorMessage(error)}`, error)
    }
  }
  const stateOf = (method: string, state: State): State =>
    isState(state, policy.width)
      ? state
      : complain(method, `must give ${policy.width === 1 ? 'one number' : `${policy.width} numbers`} (width)`)
  const { name, width, terms, sharesPriors, sharesIntervals, usesClocks } = policy
  return {
    name,
    width,
    ...(terms !== undefined && { terms }),
    ...(sharesPriors !== undefined && { sharesPriors }),
    ...(sharesIntervals !== undefined && { sharesIntervals }),
    ...(usesClocks !== undefined && { usesClocks }),
    begin: page =>
      stateOf(
        'begin',
        call('begin', () => policy.begin(page)),
      ),
    learn: (state, seen, page) =>
      stateOf(
        'learn',
        call('learn', () => policy.learn(state, seen, page)),
      ),
    next(state, page, market) {
      const next = call('next', () => policy.next(state, page, market))
      const wrong = wrongWith(next)
      return wrong === null ? next : complain('next', wrong)
    },
    ...(policy.demand && {
      demand: (state, page, prices, into) => call('demand', () => policy.demand!(state, page, prices, into)),
    }),
  }
}

function isState(state: State | undefined, width: number): boolean {
  if (state?.length !== width) return false
  for (let i = 0; i < width; i++) if (typeof state[i] !== 'number' || Number.isNaN(state[i])) return false
  return true
}

/** What nobody calls is not missed. */
function wrongWith(next: Partial<Next> | undefined): string | null {
  const isNumber = (value: unknown) => typeof value === 'number' && !Number.isNaN(value)
  if (!isNumber(next?.dueAt)) return 'must give dueAt, the time when the page is due, in days'
  if (!isNumber(next?.interval)) return 'must give interval, the days from its last visit to the next'
  return typeof next?.reason === 'function' ? null : 'must give reason(), the numbers behind it'
}
