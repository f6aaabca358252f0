import { describe, expect, it } from 'vitest'
import { decide, decodeSignature, encodeSignature, signatureOf } from '../index.ts'

const URL = 'https://example.org/harbour'
const DAY = 86_400_000
const THEN = Date.UTC(2026, 4, 3, 14, 5, 33)
const NOW = Date.UTC(2026, 4, 6, 9, 47, 2)

const page = (text: string) =>
  `<body><h1>Harbour</h1><p>${'The tide comes in and goes out again. '.repeat(12)}</p><p>${text}</p><p>Fin</p>`
const signed = (text: string, takenAt: number) => signatureOf(page(text), URL, { takenAt })
const isChange = (before: string, after: string) => decide(signed(before, THEN), signed(after, NOW)).changed

/** Edits by an author: dates, times of day and figures in prose. */
const EDITS: readonly (readonly [before: string, after: string])[] = [
  ['The deadline for papers is 3 May 2027.', 'The deadline for papers is 31 May 2027.'],
  ['The deadline is 3 May 2024.', 'The deadline is 31 May 2024.'],
  ['Open Mon-Fri 9:00-17:00', 'Open Mon-Fri 10:00-15:00'],
  ['The law takes effect on 1 January 2025.', 'The law takes effect on 1 July 2026.'],
  ['As of August 2024 we had 45 million users.', 'As of February 2025 we had 45 million users.'],
  ['As of August 2025 the average is the same.', 'As of May 2026 the average is the same.'],
  ['The ferry departs at 08:15.', 'The ferry departs at 07:55.'],
  ['The ferry departs at 08:15.', 'The ferry departs at 20:15.'],
  ['Breakfast is served from 7:30 to 10:00.', 'Breakfast is served from 7:00 to 10:00.'],
  ['Doors open at 7 pm.', 'Doors open at 8 pm.'],
  ['The exam starts at 2:00 am.', 'The exam starts at 2:00 pm.'],
  ['Conference: June 12–14, 2026', 'Conference: June 19–21, 2026'],
  ['Registration closes 2026-06-01.', 'Registration closes 2026-06-15.'],
  ['Due 06/01/2026', 'Due 07/01/2026'],
  ['Gültig bis 31.12.2026', 'Gültig bis 31.12.2027'],
  ['Gültig ab 1. Juni 2026', 'Gültig ab 1. Juli 2026'],
  ['Abgabe am 3. Juni', 'Abgabe am 10. Juni'],
  ['Sprechstunde dienstags um 14.00 Uhr', 'Sprechstunde dienstags um 15.30 Uhr'],
  ['Le spectacle aura lieu le 12 juin 2026 à 20h30.', 'Le spectacle aura lieu le 13 juin 2026 à 20h30.'],
  ['Le musée ouvre à 10h00.', 'Le musée ouvre à 11h30.'],
  ['La fecha límite es el 3 de junio de 2026.', 'La fecha límite es el 30 de junio de 2026.'],
  ['La gara parte il 5 luglio 2026.', 'La gara parte il 6 luglio 2026.'],
  ['Premiera 12 czerwca 2026', 'Premiera 19 czerwca 2026'],
  ['Срок подачи — 3 июня 2026 г.', 'Срок подачи — 30 июня 2026 г.'],
  ['締切は2026年6月3日です。', '締切は2026年6月30日です。'],
  ['마감일은 2026년 6월 3일입니다.', '마감일은 2026년 6월 30일입니다.'],
  ['She was born on 3 May 1952 in Kiel.', 'She was born on 5 May 1952 in Kiel.'],
  ['The treaty was signed on 7 October 1571.', 'The treaty was signed on 7 October 1572.'],
  ['The bridge was opened in May 1932.', 'The bridge was opened in June 1932.'],
  ['Version 2 was released on 2019-04-01.', 'Version 2 was released on 2019-04-11.'],
  ['Next service: 14:30, harbour road', 'Next service: 14:45, harbour road'],
  ['High tide 05:12 and 17:40', 'High tide 05:12 and 17:58'],
  ['Train 12 leaves at 18:05 from platform 3.', 'Train 12 leaves at 18:25 from platform 3.'],
  ['The sale ends Friday, 5 June 2026.', 'The sale ends Sunday, 7 June 2026.'],
  ['Ends Friday, 5 June 2026 at 23:59', 'Ends Friday, 5 June 2026 at 12:00'],
  ['Founded on 1 March 1901.', 'Founded on 1 March 1910.'],
  ['Trial date: Tuesday, May 19, 2026', 'Trial date: Tuesday, May 26, 2026'],
  ['The office is closed until May 11, 2026.', 'The office is closed until May 18, 2026.'],
  ['We will be back on 4 May 2026.', 'We will be back on 11 May 2026.'],
  ['Support ends in October 2026.', 'Support ends in April 2027.'],
  ['The updated deadline: 3 June 2026', 'The updated deadline: 30 June 2026'],
  ['Depth 12 m', 'Depth 14 m'],
  ['Score 2 – 1', 'Score 3 – 1'],
  ['Berths: 61', 'Berths: 64'],
  ['The mole is 320 metres long.', 'The mole is 340 metres long.'],
  ['Ages 6 to 12', 'Ages 8 to 12'],
  ['A day ticket costs 14.05 €.', 'A day ticket costs 9.47 €.'],
  ['Call 0431 5567 for a berth.', 'Call 0431 5568 for a berth.'],
  ['Rule 14 applies to all ships.', 'Rule 15 applies to all ships.'],
  ['The speed limit is 6 knots.', 'The speed limit is 5 knots.'],
  ['Room 12, second floor', 'Room 21, second floor'],
  ['No more than 40 guests may stay.', 'No more than 30 guests may stay.'],
  ['It passed 900 million monthly active users.', 'It passed 950 million monthly active users.'],
  [
    'It passed <b>900 million</b> monthly active users.',
    'It passed <b>950 million</b> monthly active users.',
  ],
  ['The club has 240 members in twelve towns.', 'The club has 260 members in twelve towns.'],
  [
    'Ads are shown in channels with at least 1000 views a day.',
    'Ads are shown in channels with at least 500 views a day.',
  ],
  ['Das Stadion fasst 24.000 Besucher.', 'Das Stadion fasst 26.500 Besucher.'],
  ['Le musée accueille 80 000 visiteurs par an.', 'Le musée accueille 95 000 visiteurs par an.'],
  [
    'Old rules. Up to 100 comments are kept for a year. New ones.',
    'Old rules. Up to 500 comments are kept for a year. New ones.',
  ],
  ['Die Frist endet am 15.03.2027.', 'Die Frist endet am 30.04.2027.'],
]

/** Times printed by a server. */
const CLOCKS: readonly (readonly [before: string, after: string])[] = [
  ['Today is Sunday, 3 May 2026', 'Today is Wednesday, 6 May 2026'],
  ['Heute ist Sonntag, der 3. Mai 2026', 'Heute ist Mittwoch, der 6. Mai 2026'],
  ['3 May', '6 May'],
  ['2026-05-03', '2026-05-06'],
  ['2026-05-03T14:05:33.123Z', '2026-05-06T09:47:02.456Z'],
  ['Sun, 03 May 2026 14:05:33 GMT', 'Wed, 06 May 2026 09:47:02 GMT'],
  ['03.05.2026, 16:05 Uhr', '06.05.2026, 11:47 Uhr'],
  ['05/03/2026', '05/06/2026'],
  ['5/3/26', '5/6/26'],
  ['It is 14:05 in London', 'It is 9:47 in London'],
  ['Server time 14:05:33', 'Server time 09:47:02'],
  ['Local time: 2:05 PM', 'Local time: 9:47 AM'],
  ['Local time: 10:05', 'Local time: 05:47'],
  ['Time in Delhi: 19:35', 'Time in Delhi: 15:17'],
  ['Page generated at 14:02', 'Page generated at 09:46'],
  ['Generated 2 May 2026, 23:10', 'Generated 5 May 2026, 22:58'],
  ['Stand: 03.05.2026', 'Stand: 06.05.2026'],
  ['As of 3 May 2026', 'As of 6 May 2026'],
  ['Last updated: 3 May 2026', 'Last updated: 6 May 2026'],
  ['Last updated: 12 March 2025', 'Last updated: 5 May 2026'],
  ['Last modified on 12 March 2025 at 14:00', 'Last modified on 4 May 2026 at 11:20'],
  ['Zuletzt geändert am 12.03.2025', 'Zuletzt geändert am 04.05.2026'],
  ['Mis à jour le 12 mars 2025', 'Mis à jour le 4 mai 2026'],
  ['Actualizado el 12 de marzo de 2025', 'Actualizado el 4 de mayo de 2026'],
  ['Обновлено: 12 марта 2025', 'Обновлено: 4 мая 2026'],
  ['2026年5月3日', '2026年5月6日'],
  ['2026年5月3日 23時05分', '2026年5月6日 18時47分'],
  ['2026년 5월 3일', '2026년 5월 6일'],
  ['3 мая 2026 г.', '6 мая 2026 г.'],
  ['3 de mayo de 2026', '6 de mayo de 2026'],
  ['3 พฤษภาคม 2569', '6 พฤษภาคม 2569'],
  ['۱۴۰۵/۲/۱۳', '۱۴۰۵/۲/۱۶'],
  ['3 minutes ago', '2 hours ago'],
  ['vor 3 Stunden', 'vor 2 Tagen'],
  ['vor 3 Stunden', '3. Mai 2026'],
  ['posted 5 hours ago by the pilot', 'posted 3 May 2026 by the pilot'],
  ['il y a 3 heures', 'il y a 2 jours'],
  ['5 минут назад', '2 часа назад'],
  ['an hour ago', 'yesterday'],
  ['1,204 views', '1,377 views'],
  ['Views: 1204', 'Views: 1377'],
  ['1 comment', '2 comments'],
  ['1Kommentar', '18Kommentare'],
  ['11:59 Uhr', '11:59 Uhr 3 Kommentare'],
  ['11:59 Uhr · 1 Kommentar', '11:59 Uhr · 3 Kommentare'],
  ['</p><p>vor 3 Stunden</p><p>', ''],
  ['', '</p><p>3 Kommentare</p><p>'],
  ['35.2K likes', '36.1K likes'],
  ['© 2025 Harbour board', '© 2026 Harbour board'],
  ['Copyright 2019–2025 Harbour board', 'Copyright 2019–2026 Harbour board'],
  ['12 people online', '31 people online'],
  [
    'The tide was late. <span>1,204 views</span> Nobody knows why.',
    'The tide was late. <span>1,377 views</span> Nobody knows why.',
  ],
  ['Read 1,204 times. Thank you.', 'Read 1,377 times. Thank you.'],
  ['1777817133', '1778060822'],
]

describe('dates, times and figures', () => {
  it.each(EDITS)('%s → %s is an edit', (before, after) => {
    expect(isChange(before, after)).toBe(true)
  })

  it('known to be missed: an age that no clock has moved', () => {
    expect(isChange('Founded 25 years ago by two brothers.', 'Founded 35 years ago by two brothers.')).toBe(
      false,
    )
  })

  it.each(CLOCKS)('%s → %s is none', (before, after) => {
    expect(isChange(before, after)).toBe(false)
  })

  it('are many enough to say something', () => {
    expect(EDITS.length).toBeGreaterThanOrEqual(50)
    expect(CLOCKS.length).toBeGreaterThanOrEqual(50)
  })
})

describe('a date that moved to today', () => {
  const [old, fresh] = ['Prices as of 3 May 2026', 'Prices as of 6 May 2026']

  it('is a clock where it was of that day before', () => {
    expect(isChange(old, fresh)).toBe(false)
  })

  it('is an edit where it had stood still on a visit between', () => {
    const before = signed(old, THEN)
    const since = { regions: before.regions, untilMs: NOW - DAY / 24 }
    expect(decide({ ...before, since }, signed(fresh, NOW)).changed).toBe(true)
    const other = { regions: signed('Prices as of 5 May 2026', NOW - DAY).regions, untilMs: NOW - DAY }
    expect(decide({ ...before, since: other }, signed(fresh, NOW)).changed).toBe(false)
  })

  it('is not judged without the times of the visits', () => {
    expect(decide(signed('Due 3 May 2024', 0), signed('Due 31 May 2024', NOW)).changed).toBe(false)
  })
})

describe('a date on a long page', () => {
  const long = (date: string, count: number) =>
    Array.from({ length: count }, (_, at) => `<p>Boat ${at} is for sale.</p><p>It was built by hand.</p>`)
      .with(count >> 1, `<p>Bids until ${date}.</p>`)
      .join('')

  it.each([10, 400, 3000])('of %i paragraphs is found', count => {
    expect(isChange(long('3 June 2026', count), long('30 June 2026', count))).toBe(true)
    expect(isChange(long('3 May 2026', count), long('6 May 2026', count))).toBe(false)
  })
})

it('reads the signatures that have no dates, and calls nothing changed for it', () => {
  const body = 'Bids until 3 June 2026. Last bid 3 hours ago, 14 bids of 7 people.'
  const stored = encodeSignature(signed(body, THEN))
  const whole = decodeSignature(stored)!
  expect(decide(whole, signed(body.replace('3 June', '30 June'), NOW)).changed).toBe(true)
  const undated = { ...whole, regions: { ...whole.regions, moments: new Map(), residues: new Map() } }
  const bytes = encodeSignature(undated)
  // Version 2 ends with the time of the visit, directly after the figures.
  const at = bytes.length - 8
  expect([...bytes.subarray(at, at + 2)]).toEqual([0, 0])
  const old = Buffer.concat([Buffer.from([2]), bytes.subarray(1, at), bytes.subarray(at + 2)])
  expect(decodeSignature(old)).toEqual(undated)
  expect(decide(decodeSignature(old)!, signed(body.replace('3 June', '30 June'), NOW)).changed).toBe(false)
})
