import { describe, expect, it } from 'vitest'
import { Canonicalizer } from '../url/index.ts'
import { scanPage } from './scan-page.ts'

const traps = (html: string) =>
  scanPage(html, 'http://a.test/', new Canonicalizer(), { hidden: true })
    .links.filter(link => link.hidden)
    .map(link => new URL(link.href).pathname)
const SEEN = '<p>Text</p><a href="/seen">Seen</a>'

describe('a trap', () => {
  it.each([
    ['display: none', '<a href="/t" style="display:none"></a>'],
    ['visibility: hidden', '<a href="/t" style="visibility: hidden">&nbsp;</a>'],
    ['no size', '<a href="/t" style="width:0;height:0px;overflow:hidden"> </a>'],
    ['off the screen', '<div style="position: absolute; top: -250px; left: -250px;"><a href="/t"></a></div>'],
    ['the hidden attribute', '<a href="/t" hidden></a>'],
    ['aria-hidden and nothing to click', '<a aria-hidden="true" tabindex="-1" href="/t"></a>'],
    ['the color of the background', '<a href="/t" style="color:#fff;background:#fff"></a>'],
    [
      'a class of the page',
      '<style>.hp, .x { display: none }</style><span class="hp"><a href="/t"></a></span>',
    ],
    ['an id of the page', '<style>#hp{left:-9999px}</style><div id="hp"><a href="/t"></a></div>'],
    [
      'a picture of one pixel',
      '<a href="/t" style="display:none"><img src="x.gif" width="1" height="1"></a>',
    ],
    ['words of a trap', '<div style="display:none"><a class="c" href="/t">Do not follow this link</a></div>'],
    [
      'a title of a trap',
      '<a class="c" href="/t" style="display:none" title="You will be banned">blackhole</a>',
    ],
  ])('is hidden by %s', (_how, html) => {
    expect(traps(SEEN + html + SEEN)).toEqual(['/t'])
  })
})

describe('no trap', () => {
  it.each([
    ['a menu that opens', '<ul style="display:none"><li><a href="/m1">One</a><li><a href="/m2">Two</a></ul>'],
    ['slides that wait', '<div style="display:none"><a href="/s"><img src="s.jpg" alt=""></a></div>'],
    ['a card that is a link', '<div class="card"><a class="overlay" href="/c"></a></div>'],
    ['a link with nothing inside', '<a href="/e"></a>'],
    ['a hidden link that is seen elsewhere', '<a href="/seen" style="display:none"></a>'],
    ['a link that scripts need', '<div style="display:none"><a class="bonus" href="/b"></a></div>'],
    ['a relation for machines', '<a rel="license" href="/by-sa" style="display:none"></a>'],
    ['several links in one hidden part', '<div hidden><a href="/1"></a><a href="/2"></a></div>'],
    ['what comes after a paragraph without an end', '<p style="display:none">x<p><a href="/e"></a>'],
    ['an icon with a label', '<a href="/i" aria-label="Search" hidden></a>'],
    ['a talk about traps', '<a href="/honeypot">How a honeypot works</a>'],
    ['an opacity that is not zero', '<a href="/o" style="opacity:0.5"></a>'],
  ])('is %s', (_what, html) => {
    expect(traps(SEEN + html + SEEN)).toEqual([])
  })
})

it('reads hostile styles in linear time', () => {
  const began = process.cpuUsage().user
  traps(`<style>${'.a,'.repeat(500_000)} display:none</style><a href="/x"></a>`)
  traps(`<a href="/x"></a>${'<div style="display:none">'.repeat(100_000)}`)
  expect(process.cpuUsage().user - began).toBeLessThan(5_000_000)
})
