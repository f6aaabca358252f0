import axe from 'axe-core'
import { describe, expect, it } from 'vitest'
import { parseTree } from '../../html/index.ts'
import {
  AccessibilityChecker,
  type AccessibilityReport,
  AXE_RULES,
  packReport,
  RULE_FACTS,
  RULES,
  withFindings,
} from './index.ts'
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

describe('style sheets of the page', () => {
  const isSeen = (css: string, html: string) =>
    check(`<style>${css}</style>${html}`).failed.some(({ rule }) => rule === 'image-alt')
  it.each([
    ['.a{display:none}', '<div class="b a"><img></div>'],
    ['#a, p { color: red; display : none }', '<div id=a><img></div>'],
    ['nav .a > b{visibility:hidden}', '<nav><div class=a><b><img></b></div></nav>'],
    ['/* x */ @media screen { .a{display:none} }', '<b class=a><img></b>'],
    ['.a{display:none!important} b.a{display:block}', '<b class=a><img></b>'],
    ['.a{display:none!important}', '<b class=a style="display:block"><img></b>'],
    ['.a{display:block} .a{display:none}', '<b class=a><img></b>'],
  ])('hide: %s', (css, html) => expect(isSeen(css, html)).toBe(false))
  it.each([
    ['.a{display:none}', '<div class=ab><img></div>'],
    ['.a{display:none} .a.b{display:block}', '<b class="a b"><img></b>'],
    ['.a{display:none}', '<b class=a style="display:block"><img></b>'],
    ['@media print{.a{display:none}}', '<b class=a><img></b>'],
    ['@media (max-width: 600px){.a{display:none}}', '<b class=a><img></b>'],
    ['.a:hover{display:none} .a[x]{display:none} .x + .a{display:none}', '<b class=a><img></b>'],
    ['nav > .a{display:none}', '<nav><p><b class=a><img></b></nav>'],
    ['.a{visibility:hidden} .b{visibility:visible}', '<b class=a><i class=b><img></i></b>'],
    ['.a{x:y', '<b class=a><img></b>'],
  ])('do not hide: %s', (css, html) => expect(isSeen(css, html)).toBe(true))
})

describe('with a browser', () => {
  /** By the rule's tags: `wcag2a`, `wcag21aa`, … */
  const levelOf = (tags: readonly string[]) =>
    ['A', 'AA', 'AAA'].find(level =>
      tags.some(tag => new RegExp(`^wcag2\\d?${level.toLowerCase()}$`).test(tag)),
    ) ?? 'advice'

  it('asks axe-core for all of its rules that are meant for use, and knows their levels', () => {
    const settled = axe
      .getRules()
      .filter(({ tags }) => !tags.some(tag => /^(?:experimental|deprecated|review-item)$/.test(tag)))
    expect(settled.map(({ ruleId }) => ruleId).filter(id => !AXE_RULES.includes(id))).toEqual([])
    const names = new Set(axe.getRules().map(({ ruleId }) => ruleId))
    expect(AXE_RULES.filter(id => !names.has(id))).toEqual([])
    const ours = new Set(RULES.map(({ id }) => id))
    for (const { ruleId, tags } of settled)
      if (!ours.has(ruleId)) expect([ruleId, RULE_FACTS.get(ruleId)?.level]).toEqual([ruleId, levelOf(tags)])
  })

  it('counts its word where it has one, and ours where it has none', () => {
    const source = check('<html lang=en><title>x</title><a href=/>here</a><img src=x>')
    expect(source.failed.map(({ rule }) => rule)).toEqual(['image-alt', 'link-purpose'])
    const both = withFindings(source, {
      passed: ['image-alt', 'html-has-lang'],
      failed: [['color-contrast', 2, ['/html/body/a']]],
    })
    expect(both.failed.map(({ rule, level }) => [rule, level])).toEqual([
      ['color-contrast', 'AA'],
      ['link-purpose', 'AAA'],
    ])
    expect(formatScores(both.score)).toBe('A100 AA66 AAA50')
  })
})

/** A second on a slow machine; without the bounds, these pages would take minutes. */
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
    ['rules without end', `<style>${filled('a{}')}</style>`],
    [
      'rules that hide',
      `<style>${filled('.a .a .a{display:none}').slice(0, 1_000_000)}</style>${filled('<b class=a>').slice(0, 1_000_000)}`,
    ],
    [
      'rules for each of many classes',
      `<style>${Array.from({ length: 30 }, (_, n) => `.x .c${n}{display:none}`.repeat(40)).join('')}</style>${filled(`<b class="${Array.from({ length: 30 }, (_, n) => `c${n}`).join(' ')}">`)}`,
    ],
    ['blocks that do not end', `<style>${filled('@media screen{')}</style>`],
    ['comments that do not end', `<style>${filled('/*')}</style>`],
    ['hidden parts in hidden parts', filled('<div aria-hidden=true>')],
  ])('is looked at in bounded time: %s', (_, html) => {
    const tree = parseTree(html)
    const before = process.cpuUsage()
    checker.check(tree)
    expect(process.cpuUsage(before).user / 1_000).toBeLessThan(5_000)
  })
})
