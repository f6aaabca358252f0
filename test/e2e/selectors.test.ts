/** Selectors select what a browser selects: generated selectors on generated pages, judged by Chromium. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { compileSelector, parseTree } from '../../src/html/index.ts'
import { Chromium } from '../chromium.ts'

const CLASSES = ['x', 'y', 'x y', 'z-1', ''] as const

interface Drawn {
  readonly name: string
  readonly marks: string
  readonly inside: readonly Drawn[]
}

const marks = fc
  .tuple(fc.constantFrom(...CLASSES), fc.option(fc.constantFrom('en', 'en-GB', 'EN us', 'a"b')))
  .map(([names, lang]) => `${names && ` class="${names}"`}${lang ? ` data-l='${lang}'` : ''}`)

const elementOf = (inside: fc.Arbitrary<Drawn[]>): fc.Arbitrary<Drawn> =>
  fc.record({ name: fc.constantFrom('div', 'span', 'section'), marks, inside })
const upTo = (depth: number): fc.Arbitrary<Drawn> =>
  elementOf(depth === 0 ? fc.constant([]) : fc.array(upTo(depth - 1), { maxLength: 3 }))
const element = upTo(4)

const markup = ({ name, marks: has, inside }: Drawn): string =>
  `<${name}${has}>${inside.map(markup).join('')}</${name}>`

const simple = fc.constantFrom(
  ...[
    '*',
    'div',
    'span',
    'SECTION',
    '.x',
    '.y',
    '.z-1',
    '.x.y',
    '[data-l]',
    '[data-l=en]',
    '[data-l|=en]',
    '[data-l~=us]',
  ],
  ...[
    '[data-l^=e]',
    '[data-l$=GB]',
    "[data-l*='\"']",
    '[data-l="EN" i]',
    '[data-l="en-gb" i]',
    ':empty',
    'span:empty',
  ],
  ...[
    ':first-child',
    ':last-child',
    ':only-child',
    ':first-of-type',
    ':last-of-type',
    ':only-of-type',
    'div:nth-child(2)',
  ],
  ...[
    ':nth-child(odd)',
    ':nth-child(2n)',
    ':nth-child(-n+2)',
    ':nth-child(n + 3)',
    ':nth-last-child(2n+1)',
    ':nth-of-type(2)',
  ],
  ...[':nth-last-of-type(-n+1)', ':nth-child(-2n+3)', ':nth-child(+3)', ':root'],
)
const around = fc.constantFrom(
  ':not(%)',
  ':is(%, .y)',
  ':where(span, %)',
  ':has(%)',
  ':has(> %)',
  ':has(+ %, ~ .x)',
)
const compound = fc.oneof(
  simple,
  fc.tuple(simple, around, simple).map(([own, has, other]) => own + has.replace('%', () => other)),
)
const selector = fc
  .tuple(
    compound,
    fc.array(fc.tuple(fc.constantFrom(' ', '>', '+', ' ~ ', '  > '), compound), { maxLength: 3 }),
  )
  .map(([first, rest]) => first + rest.map(([sign, next]) => sign + next).join(''))

it('selects what Chromium selects', async () => {
  const cases = fc.sample(fc.record({ page: fc.array(element, { minLength: 2, maxLength: 5 }), selector }), {
    numRuns: 3_000,
    seed: 7,
  })
  const asked = cases.map(({ page, selector: source }) => [page.map(markup).join(''), source] as const)
  const browser = await Chromium.start()
  try {
    const expected = await browser.evaluate<number[][]>(
      'about:blank',
      `${JSON.stringify(asked)}.map(([html, selector]) => {
        const page = new DOMParser().parseFromString('<html><head></head><body>' + html, 'text/html')
        const all = [...page.querySelectorAll('*')]
        return [...page.querySelectorAll(selector)].map(each => all.indexOf(each))
      })`,
    )
    const differences = asked.flatMap(([html, source], at) => {
      const tree = parseTree(`<html><head></head><body>${html}</body></html>`)
      const all = tree.nodes.filter(({ kind }) => kind === 'element')
      const answer = compileSelector(source)
      const got = answer.ok
        ? answer.selector.select(tree.root).map(node => all.indexOf(node))
        : answer.problem
      return JSON.stringify(got) === JSON.stringify(expected[at])
        ? []
        : [{ html, source, got, is: expected[at] }]
    })
    expect(differences.slice(0, 3)).toEqual([])
    expect(expected.filter(found => found.length > 0).length).toBeGreaterThan(asked.length / 4)
  } finally {
    await browser.stop()
  }
})
