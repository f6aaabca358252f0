import { describe, expect, it } from 'vitest'
import { Tokens } from '../text/tokens.ts'
import { mask } from './mask.ts'

const tokens = new Tokens()
function masked(text: string): string {
  tokens.read(text)
  return mask(text, tokens)
    .replaceAll('\uE001', '⟨time⟩')
    .replaceAll('\uE002', '⟨count⟩')
    .replaceAll('\uE003', '⟨token⟩')
}

describe('dates and times', () => {
  it.each([
    '2024-05-03',
    '2024-05-03T14:05:33Z',
    '2024-05-03 14:05',
    '3/5/2024',
    '05/03/2024',
    '03.05.2024',
    '03.05.24',
    '3 May 2024',
    'May 3, 2024',
    'Fri, 03 May 2024 14:05:33 GMT',
    'Friday, May 3rd, 2024 at 2:05 pm',
    '3. Mai 2024',
    'Freitag, 3. Mai 2024 um 14:05 Uhr',
    '3 de mayo de 2024',
    'le 3 mai 2024 à 14h05'.slice(3),
    '3 мая 2024 г., 14:05'.slice(0, 10),
    '2024年5月3日',
    '2024年5月3日 14時05分',
    '2024년 5월 3일',
    '14:05',
    '14:05:33 CET',
    '2:05 PM',
    '14.05 Uhr',
    '20 במאי 2024',
    '2024. 05. 03',
    '2024年5月8日水曜日',
    '2:05 μ.μ.',
    'May 2024',
    '03-May-2024',
    '1714745133',
    '12.32.22',
    '05.45.22 UTC',
    'יום שני, 6 במאי 2024',
    'fredag den 3. maj 2024',
  ])('%s', text => expect(masked(text)).toBe('⟨time⟩'))

  it.each([
    '3 minutes ago',
    '1 hour ago',
    'an hour ago',
    'vor 5 Minuten',
    'il y a 3 heures',
    'hace 2 días',
    '5 минут назад',
    '3分前',
    '3 分钟前',
    '5분 전',
    'about 3 hours ago',
    'vor etwa 3 Stunden',
    'hace más de 4 horas',
    '3 hours, 20 minutes ago',
    'yesterday',
    'hôm qua',
    'gestern',
    'yesterday at 14:05',
  ])('%s', text => expect(masked(text)).toBe('⟨time⟩'))

  it('inside a sentence leaves the rest', () => {
    expect(masked('Published on 3 May 2024 by Ann.')).toBe('Published on ⟨time⟩ by Ann.')
  })
})

describe('counters and tokens', () => {
  it.each([
    ['1,234 views', '⟨count⟩ views'],
    ['1.2k likes', '⟨count⟩ likes'],
    ['15.1K\u200f views', '⟨count⟩\u200f views'],
    ['Views: 98', 'Views: ⟨count⟩'],
    ['1 234 просмотра', '⟨count⟩ просмотра'],
    ['12 Leser online', '⟨count⟩ Leser online'],
    ['Kommentare (17)', 'Kommentare (⟨count⟩)'],
    ['阅读 1234', '阅读 ⟨count⟩'],
    ['44,5 tys. views', '⟨count⟩ views'],
    ['Request ID: 9f86d081-884c-4d65-9a2f-eaa0c55ad015', 'Request ID: ⟨token⟩'],
    ['sid 8d7f6a5b4c3d2e1f0a', 'sid ⟨token⟩'],
    ['© 2024 Ann', '© ⟨time⟩ Ann'],
  ])('%s', (text, wanted) => expect(masked(text)).toBe(wanted))
})

describe('what stays', () => {
  it.each([
    '$19.99',
    '19.50 EUR',
    '1 299 kr',
    '€ 1.249,00',
    'USD 4500',
    'version 1.2.24',
    'v2.10.3',
    'version 10.11.12',
    'Release 22.04.01',
    'Chapter 12',
    'page 3 of 14',
    'in 5 steps',
    'may 5 people come',
    '3 minutes of silence',
    '42',
    '12.5 %',
    'ISO 8859-1',
    'std::vector',
    'C++17',
    'co-operation-between-several-words',
    'in stock: 5',
    '$5 reads',
    'RFC 9309',
    '100 km',
    'Section 3.2.1',
    'Nobody came.',
    '$2.52 a share',
    '£7 am Tag',
    '€ 1.249,00 am Tag',
    'comments 12,50 EUR',
    'members 1 299 kr',
    'vor 49 € Tagen',
    'It costs 3.50 € a share',
  ])('%s', text => expect(masked(text)).toBe(text))
})
