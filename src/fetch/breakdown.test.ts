import { AssertionError } from 'node:assert'
import { expect, it } from 'vitest'
import { breakdownCode, describe as words } from './breakdown.ts'

it('is one line, whatever trips over an answer', () => {
  const error = new AssertionError({ message: 'The expression evaluated to a falsy value:\n\n  assert(x)\n' })
  expect([breakdownCode(error), words(error)]).toEqual([
    'protocol',
    'the answer does not follow HTTP (ERR_ASSERTION)',
  ])
})
