import { describe, expect, it } from 'vitest'
import { Tokens } from '../text/tokens.ts'
import { mask } from './mask.ts'

const tokens = new Tokens()
function masked(text: string): string {
  tokens.read(text)
  return mask(text, tokens).replaceAll('\uE001', '⟨time⟩').replaceAll('\uE002', '⟨count⟩')
}

describe('what belongs to a time', () => {
  it.each([
    'Fia, 3, Kɔtɔnimma, 2024',
    '30 sentyabr 2025, çərşənbə axşamı/20:15',
    '3 май, йома, 2024',
    '30 sen 2025, 20:15',
    'Friday the 17th, 14h05',
    '下午2:05:09',
    '凌晨1:45:59',
    '2:05:09 m.d.',
  ])('%s', text => {
    expect(masked(text)).toBe('⟨time⟩')
  })

  it.each([
    ['3 May 2024 at home', '⟨time⟩ at home'],
    ['Room 5, 14:05', 'Room 5, ⟨time⟩'],
    ['© 2024 Ann', '© ⟨time⟩ Ann'],
    ['14:05 12 boats', '⟨time⟩ 12 boats'],
    ['3 May 2024 by Jan', '⟨time⟩ by Jan'],
    ['In May 2014. \uE00021 ore fa', 'In ⟨time⟩ \uE000⟨time⟩'],
  ])('only that: %s', (text, expected) => {
    expect(masked(text)).toBe(expected)
  })

  it('is found in every language of the platform whose clock has a colon', () => {
    const letters = [...'abcdefghijklmnopqrstuvwxyz']
    const codes = letters.flatMap(first => letters.map(second => first + second))
    const times = [1, 6, 9, 12, 14, 20].map(hour => new Date(Date.UTC(2024, 4, 3, hour, 5, 9)))
    const restless = Intl.DateTimeFormat.supportedLocalesOf(codes).filter(language => {
      const format = new Intl.DateTimeFormat(language, { timeStyle: 'medium', timeZone: 'UTC' })
      const texts = times.map(time => format.format(time).replace(/\s/g, ' '))
      return texts.every(text => /\p{Nd}:\p{Nd}{2}/u.test(text)) && new Set(texts.map(masked)).size > 1
    })
    expect(restless.filter(language => language !== 'ee')).toEqual([])
  })
})

describe('rounded counts', () => {
  it.each(['35.2K', '22,6k', '15,2 tūkst.', '30,8 илј.'])('%s', text => {
    expect(masked(text)).toBe('⟨count⟩')
  })

  it.each(['$35.2K', '35.2 m', 'It rose by 35.2k in a year of plenty', '1.2 million'])('not %s', text => {
    expect(masked(text)).toBe(text)
  })
})
