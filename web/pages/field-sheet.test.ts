import { expect, it } from 'vitest'
import { type Choice, edited, fieldsOf, meaning, meantBy, sheetOf, withPicked } from './field-sheet.ts'

const field = (name: string, xpath = `//${name}`) => ({
  ...{ name, xpath, type: 'string' as const, many: false, share: 1, confidence: 1 },
})
const choices: readonly Choice[] = [
  { meaning: 'value', field: field('price') },
  { meaning: 'link', field: { ...field('price-url', '//price/@href'), type: 'url' } },
]

it('a picked value becomes a column with a name that is not taken', () => {
  const sheet = withPicked(withPicked(sheetOf([field('price', '//b')]), choices), choices)
  expect(sheet.map(each => each.field.name)).toEqual(['price', 'price-2', 'price-3'])
  expect(new Set(sheet.map(each => each.key)).size).toBe(3)
  expect(withPicked(sheet, [])).toBe(sheet)
})

it('a column keeps its name when another meaning is chosen', () => {
  const [column] = meaning(edited(withPicked([], choices), 0, { name: 'cost' }), 0, 'link')
  expect(column!.field).toMatchObject({ name: 'cost', type: 'url', xpath: '//price/@href' })
  expect(meantBy(column!)).toBe('link')
})

it('a column without a name is left out', () => {
  const sheet = edited(sheetOf([field('a'), field('b')]), 1, { name: ' ' })
  expect(fieldsOf(sheet).map(({ name }) => name)).toEqual(['a'])
})
