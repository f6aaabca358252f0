import { describe, expect, it } from 'vitest'
import { realClock } from '../../env/index.ts'
import { parseTree } from '../../html/index.ts'
import { AccessibilityChecker, type AccessibilityReport, packReport, RULES } from './index.ts'
import { failuresIn, formatScores, unpackScores } from './level-scores.ts'
import { CASES } from './rules.fixture.ts'

const checker = new AccessibilityChecker()
const check = (html: string) => checker.check(parseTree(html))

function told({ failed, passed, unsure }: AccessibilityReport, rule: string): string {
  if (failed.some(each => each.rule === rule)) return 'fails'
  if (unsure.includes(rule)) return 'unsure'
  return passed.includes(rule) ? 'passes' : 'skips'
}

describe('every rule', () => {
  it('has cases, and a sentence that says what it asks for', () => {
    expect(RULES.map(({ id }) => id).toSorted()).toEqual(Object.keys(CASES).toSorted())
    expect(RULES.filter(({ says }) => !/^[A-Z`].*\.$/.test(says))).toEqual([])
    expect(
      RULES.filter(({ criteria }) => !/^[1-4]\.[1-5]\.\d+( [1-4]\.[1-5]\.\d+)*$/.test(criteria)),
    ).toEqual([])
  })

  describe.each(Object.entries(CASES))('%s', (rule, cases) => {
    it.each(
      Object.entries(cases).flatMap(([expected, snippets]) =>
        (snippets as readonly string[]).map(html => [expected, html] as const),
      ),
    )('%s: %s', (expected, html) => {
      expect(told(check(html), rule)).toBe(expected)
    })
  })
})

describe('a report', () => {
  const PAGE = `<html lang=en><title>Tides</title><body><div id=nav><a href=/a>Tides</a></div>
    <img><img alt=a><img><p><a href=/b>here</a><main></main>`

  it('scores each level by the share of checks passed, with those of the levels below', () => {
    const { score, failed, passed } = check(PAGE)
    expect(failed.map(({ rule }) => rule)).toEqual(['image-alt', 'link-purpose'])
    expect(passed).toEqual(expect.arrayContaining(['link-name', 'document-title', 'html-has-lang', 'bypass']))
    expect(formatScores(score)).toBe('A83 AA83 AAA71')
  })

  it('counts what fails, and finds the first elements by XPaths', () => {
    const [images, link] = check(PAGE).failed
    expect(images).toMatchObject({ count: 2, elements: ['/html/body/img[1]', '/html/body/img[3]'] })
    expect(link?.elements).toEqual(['/html/body/p/a'])
    expect(
      check('<div id=a><p>x<img></div>').failed.find(each => each.rule === 'image-alt')?.elements,
    ).toEqual(['//*[@id="a"]/p/img'])
  })

  it('is full marks for a page on which nothing is asked for and rounds no failure up', () => {
    const many = check(`<html lang=en><title>T</title><main><a href=/>T</a>${'<img alt=a>'.repeat(500)}<img>`)
    expect(many.score.a).toBeLessThan(100)
    expect(many.failed[0]).toMatchObject({ rule: 'image-alt', count: 1 })
  })

  it('is kept as a number and a short text', () => {
    const { score, failed } = packReport(check(PAGE))
    expect(score).toBe(83_083_071)
    expect(unpackScores(score)).toEqual({ a: 83, aa: 83, aaa: 71 })
    expect(failuresIn({ failed })[0]).toEqual(['image-alt', 2, ['/html/body/img[1]', '/html/body/img[3]']])
  })

  it('takes more link texts that say nothing', () => {
    const own = new AccessibilityChecker({ linkWords: { nb: ['Mer om dette'] } })
    const html = '<a href=/>mer om dette</a>'
    expect(told(own.check(parseTree(html)), 'link-purpose')).toBe('fails')
    expect(told(check(html), 'link-purpose')).toBe('passes')
  })
})

/** A second on a slow machine; what walks too far would take minutes. */
describe('a page made to cost', () => {
  const MEBIBYTES = 2 * 1024 * 1024
  const filled = (part: string) => part.repeat(Math.ceil(MEBIBYTES / part.length))
  it.each([
    ['nested buttons', filled('<div role=button>')],
    ['nested languages', filled('<p lang=fr> ')],
    ['nested lists with roles', filled('<div role=list><div role=group>')],
    ['nested tables', filled('<table><tr><th>')],
    ['wide cells', `<table>${filled('<tr><td colspan=1000 rowspan=1000>')}`],
    ['names of names', `<p id=a>${filled('<b aria-labelledby="a a a a a a a a">')}`],
    ['one label for many', `<label for=a>x</label>${filled('<input id=a>')}`],
    ['many labels for one', `${filled('<label for=a>')}<input id=a>`],
    ['many items', `<ul>${filled('<li>')}`],
    ['many empty links', filled('<a href=/></a>')],
    ['a long attribute', `<p aria-labelledby="${filled('a ')}">`],
    ['a long style', `<p style="${filled('display:')}">`],
    ['a long viewport', `<meta name=viewport content="${filled('maximum-scale =')}">`],
    ['roles without end', `<p role="${filled('tab ')}">`],
    ['headers without end', `<table><tr><td headers="${filled('a ')}">`],
    ['hidden parts in hidden parts', filled('<div aria-hidden=true>')],
  ])('is looked at in bounded time: %s', (_, html) => {
    const tree = parseTree(html)
    const startedAt = realClock.monotonic()
    checker.check(tree)
    expect(realClock.monotonic() - startedAt).toBeLessThan(5_000)
  })
})
