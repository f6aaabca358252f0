import { describe, expect, it } from 'vitest'
import { decide, formatDiff, signatureOf, summarize, textDiff } from '../index.ts'
import type { TextDiffOptions } from './text-diff.ts'

const URL = 'https://example.org/'
const PAGE = `<body><main id="m"><h1>Lamps</h1><p>Our lamps are made of brass. They burn for ever.</p>
<ul><li>Desk lamp</li><li>Floor lamp</li></ul><p>As of 3 May 2024, read <a href="/care">on</a>.</p></main>`
const summary = (from: string, to: string) => {
  const after = PAGE.replace(from, to)
  return summarize(PAGE, after, decide(signatureOf(PAGE, URL), signatureOf(after, URL)))
}

describe('a change in one line', () => {
  it.each([
    [
      'brass',
      'gold',
      'main#m/p: “Our lamps are made of brass. They burn for ever.” → “Our lamps are made of gold. They burn for ever.”',
    ],
    ['<li>Desk', '<li>Candle</li><li>Desk', 'main#m/ul/li: added “Candle”'],
    ['<li>Floor lamp</li>', '', 'main#m/ul/li: removed “Floor lamp”'],
    [
      '<li>Desk lamp</li><li>Floor lamp</li>',
      '<li>Floor lamp</li><li>Desk lamp</li>',
      'main#m/ul/li: moved “Desk lamp”',
    ],
    ['/care', '/help', 'main#m/p/@href: “… 3 May 2024, read on. /care” → “… 3 May 2024, read on. /help”'],
    ['3 May 2024', '4 May 2024', ''],
    [
      '<li>Desk',
      `<li>A lamp that ${'shines and '.repeat(9)}shines</li><li>Desk`,
      'main#m/ul/li: added “A lamp that shines and shines and shines and shines and shines and shines and …”',
    ],
    ['<li>Desk', `<li>${'灯'.repeat(90)}</li><li>Desk`, `main#m/ul/li: added “${'灯'.repeat(80)} …”`],
  ])('%s', (from, to, wanted) => expect(summary(from, to)).toBe(wanted))

  it('counts the other places', () => {
    const after = PAGE.replace('Lamps', 'Lights').replace('Floor', 'Wall').replace('brass', 'gold')
    const decision = decide(signatureOf(PAGE, URL), signatureOf(after, URL))
    expect(summarize(PAGE, after, decision)).toBe('main#m/h1: “Lamps” → “Lights” (and 2 more places)')
  })
})

describe('a diff', () => {
  it('shows words in their lines, with lines around', () => {
    const after = PAGE.replace('brass', 'solid gold').replace('<li>Floor lamp</li>', '')
    expect(formatDiff(textDiff(PAGE, after))).toEqual([
      '  Lamps',
      '@ main#m/p',
      '~ Our lamps are made of [-brass-]{+solid gold+}. They burn for ever.',
      '  Desk lamp',
      '@ main#m/ul/li',
      '- Floor lamp',
      '  As of 3 May 2024, read on.',
    ])
  })

  it('leaves noise out unless asked', () => {
    const after = PAGE.replace('3 May', '4 May')
    expect(textDiff(PAGE, after).every(line => line.kind === 'same')).toBe(true)
    expect(textDiff(PAGE, after, { noise: true }).filter(line => line.kind === 'changed')).toHaveLength(1)
  })

  it('tells noise from what somebody wrote, where it knows when both were there', () => {
    const after = PAGE.replace('3 May', '4 May').replace('brass', 'gold')
    const times = { before: Date.UTC(2024, 4, 3, 12), after: Date.UTC(2024, 4, 4, 12) }
    const marks = (told: TextDiffOptions) =>
      textDiff(PAGE, after, { noise: true, ...told }).flatMap(line =>
        line.kind === 'changed' ? [line.noise ?? false] : [],
      )
    expect(marks({ times })).toEqual([false, true])
    expect(marks({})).toEqual([false, false])
    expect(marks({ times: { ...times, after: Date.UTC(2024, 8, 1) } })).toEqual([false, false])
  })

  it('of other texts goes by lines', () => {
    const diff = textDiff('one\ntwo\nthree', 'one\n2\nthree', { type: 'text/plain' })
    expect(diff.map(line => line.kind)).toEqual(['same', 'changed', 'same'])
  })
})
