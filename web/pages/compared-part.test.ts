import { expect, it } from 'vitest'
import { comparedPartIn, withComparedPart } from './compared-part.ts'

const LAMP = 'https://a.test/lamp'
const CONFIG = {
  seeds: [LAMP],
  change: {
    level: 'text',
    rules: [
      { url: { suffix: 'a.test' }, threshold: '5%' },
      { url: { exact: LAMP }, level: 'raw' },
    ],
  },
}

it('is a rule of its own before the others, and can be taken back', () => {
  expect(comparedPartIn(CONFIG, LAMP)).toEqual([])
  const config = withComparedPart(CONFIG, LAMP, '.price')
  expect(config).toEqual({
    ...CONFIG,
    change: { ...CONFIG.change, rules: [{ url: { exact: LAMP }, select: '.price' }, ...CONFIG.change.rules] },
  })
  expect(comparedPartIn(config, LAMP)).toEqual(['.price'])
  expect(comparedPartIn(config, 'https://a.test/')).toEqual([])
  expect(withComparedPart(withComparedPart(config, LAMP, 'h1'), LAMP, null)).toEqual(CONFIG)
  expect(withComparedPart({}, LAMP, 'h1')).toEqual({
    change: { rules: [{ url: { exact: LAMP }, select: 'h1' }] },
  })
})
