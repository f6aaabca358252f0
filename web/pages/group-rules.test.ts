import { describe, expect, it } from 'vitest'
import { groupEntry, rulesIn, withoutRule, withRule } from './group-rules.ts'

const CONFIG = {
  seeds: ['https://a.test/'],
  weights: [{ class: 'product', weight: 3 }, { table: 'w.csv' }],
  refresh: { policy: 'value', goals: [{ share: '90%', age: '6h' }] },
  change: {
    rules: [
      { url: { suffix: '.pdf' }, level: 'raw', threshold: '5%' },
      { url: { exact: 'https://a.test/lamp' }, select: ['.price', '#stock'], ignoreText: 'seen [0-9]+' },
    ],
  },
}

describe('settings for groups', () => {
  it('are described in words, wherever they are in the config', () =>
    expect(rulesIn(CONFIG).map(({ group, setting }) => `${group}: ${setting}`)).toEqual([
      'class product: counts 3 times',
      'addresses in w.csv: weights of their own',
      'all pages: 90% at most 6h old',
      'address ends with .pdf: compared by raw, changes from 5% on',
      'address is https://a.test/lamp: only .price and #stock, without texts like seen [0-9]+',
    ]))

  it('are added before existing ones, and leave the rest unchanged', () => {
    const entry = { ...groupEntry('host', 'a.test'), bounds: ['1h', '1d'] }
    const config = withRule(withRule(CONFIG, 'bounds', entry), 'weight', {
      ...groupEntry('prefix', 'https://a.test/n/'),
      weight: 2,
    })
    expect(config).toEqual({
      ...CONFIG,
      weights: [{ url: { prefix: 'https://a.test/n/' }, weight: 2 }, ...CONFIG.weights],
      refresh: { ...CONFIG.refresh, rules: [{ url: { exact: 'a.test', on: 'host' }, bounds: ['1h', '1d'] }] },
    })
    expect(rulesIn(config)).toContainEqual({
      ...{ kind: 'bounds', index: 0, group: 'host is a.test' },
      setting: 'visited at least every 1d, at most every 1h',
    })
  })

  it('are removed one by one', () =>
    expect(withoutRule(CONFIG, { kind: 'weight', index: 0 })).toEqual({
      ...CONFIG,
      weights: [{ table: 'w.csv' }],
    }))

  it('may be the first of their kind', () =>
    expect(withRule({}, 'delay', { ...groupEntry('class', 'big'), delay: '10s' })).toEqual({
      request: { delays: [{ class: 'big', delay: '10s' }] },
    }))
})
