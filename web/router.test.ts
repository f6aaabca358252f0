import { expect, it } from 'vitest'
import { addressOf, placeOf } from './router.ts'

it('finds the collection and the page in an address, even in one that was cut off', () => {
  const at = (pathname: string) => placeOf({ pathname, search: '' })
  expect(at('/c/caf%C3%A9/pages')).toMatchObject({ collection: 'café', page: 'pages' })
  expect(at('/c/caf%C3/pages')).toMatchObject({ collection: 'caf%C3', page: 'pages' })
  expect(at('/c/%E0%A4%A')).toMatchObject({ collection: '%E0%A4%A', page: '' })
  expect(at(addressOf('100% boats', 'plan'))).toMatchObject({ collection: '100% boats', page: 'plan' })
  expect(at('/')).toMatchObject({ collection: null, page: '' })
})
