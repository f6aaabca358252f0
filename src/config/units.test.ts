import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseDuration, parseShare, readDuration, readRate, readShare, readSize } from './units.ts'

describe('durations', () => {
  test.each([
    ['500ms', 500],
    ['1s', 1000],
    ['1.5s', 1500],
    ['10m', 600_000],
    ['6h', 21_600_000],
    ['7d', 604_800_000],
    ['2w', 1_209_600_000],
    ['2 s', 2000],
    ['0', 0],
    [0, 0],
  ])('%s', (text, ms) => expect(parseDuration(text)).toBe(ms))

  test.each(['fast', '', '5', 5, '-1s', '1 year', '1S', '1h30m', 's', '1e3s', Number.NaN])(
    '%s is none',
    text => expect(() => parseDuration(text)).toThrow(/is not a duration such as 500ms or 1s$/),
  )
})

describe('sizes', () => {
  test.each([
    ['2MiB', 2_097_152],
    ['500KiB', 512_000],
    ['500kib', 512_000],
    ['1GB', 1e9],
    ['1.5GiB', 1_610_612_736],
    ['1TiB', 1024 ** 4],
    ['3TB', 3e12],
    ['7MB', 7e6],
    ['2kB', 2000],
    ['12B', 12],
    ['1000', 1000],
    [1000, 1000],
    [0, 0],
  ])('%s', (text, bytes) => expect(readSize(text)).toBe(bytes))

  test.each(['2M', 'big', '-1', -1, 1.5, '1MiB/s', Number.POSITIVE_INFINITY])('%s is none', text =>
    expect(readSize(text)).toBeUndefined(),
  )
})

describe('shares and rates', () => {
  test.each([
    ['50%', 0.5],
    ['2 %', 0.02],
    ['100%', 1],
    ['0%', 0],
    ['12.5%', 0.125],
    [0.5, 0.5],
    [1, 1],
  ])('%s', (text, part) => expect(parseShare(text)).toBe(part))

  test.each(['half', '0.5', '101%', 1.1, -0.1, 50])('%s is no share', text =>
    expect(() => parseShare(text)).toThrow(/is not a share such as 50% or 0.5$/),
  )

  test('a rate is a size a second', () => {
    expect(readRate('10MiB/s')).toBe(10_485_760)
    expect(readRate('500 KB/s')).toBe(500_000)
    for (const text of ['10MiB', '10/s', '10MiB/min']) expect(readRate(text)).toBeUndefined()
  })
})

test('no text makes a quantity that is not a finite number', () => {
  fc.assert(
    fc.property(fc.string(), text => {
      for (const read of [readDuration, readSize, readShare, readRate]) {
        const value = read(text)
        expect(value === undefined || (Number.isFinite(value) && value >= 0)).toBe(true)
      }
    }),
  )
})
