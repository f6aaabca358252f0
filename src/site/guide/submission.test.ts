import { expect, it } from 'vitest'
import { hiddenFieldsOf } from './submission.ts'

const SEARCH = '<form action=/search><input name=q><input type=hidden name=lang value=en></form>'
const LOGIN =
  '<form method=post><input name=user><INPUT TYPE=Hidden NAME=token VALUE="a&amp;b"><input type=hidden name=next></form>'

it('reads the hidden fields of the form that has the known ones', () => {
  expect(hiddenFieldsOf(SEARCH + LOGIN, ['user', 'password'])).toEqual({ token: 'a&b', next: '' })
  expect(hiddenFieldsOf(LOGIN + SEARCH, ['user'])).toEqual({ token: 'a&b', next: '' })
})

it('finds nothing where there is no such form, and survives broken ones', () => {
  expect(hiddenFieldsOf(SEARCH, ['user'])).toEqual({})
  expect(hiddenFieldsOf('<form><input name=user><input type=hidden name=t value=1', ['user'])).toEqual({})
  expect(hiddenFieldsOf('<form><input name=user><input type=hidden name=t value=1>', ['user'])).toEqual({
    t: '1',
  })
})
