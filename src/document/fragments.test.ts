import { describe, expect, it } from 'vitest'
import { fragmentLinks, placesIn } from './fragments.ts'

const URL_ = 'https://a.example/dir/page'

describe('places inside pages', () => {
  it('are ids, and names of anchors', () => {
    const html =
      '<h1 id=one>x</h1><a name="two">x</a><input name=three><p id="">x</p><svg><g id="four"/></svg><!-- <p id=five> -->'
    expect([...placesIn(html)]).toEqual(['one', 'two', 'four'])
  })

  it('are named by links, on the page itself and on others', () => {
    const html = `<a href="#one">x</a><a href="other#t%C3%A9">x</a><a href="/x?a=1&amp;b=2#y">x</a><area href="#one"><a href="mailto:x#y">x</a>
      <a href="#">x</a><a href="#top">x</a><a href="#!/app">x</a><a href="#:~:text=word">x</a><a href="#part:~:text=word">x</a><a href="plain">x</a>`
    expect(fragmentLinks(html, URL_)).toEqual([
      { address: URL_, fragment: 'one', text: 'x' },
      { address: 'https://a.example/dir/other', fragment: 'té', text: 'x' },
      { address: 'https://a.example/x?a=1&b=2', fragment: 'y', text: 'x' },
      { address: URL_, fragment: 'part', text: 'x' },
    ])
  })

  it('are told with the text of the link', () => {
    const html =
      '<a href="/">Home</a> <a href="#a">the <b>first\n part</b> &amp; more</a> aside <a href="#b">'
    expect(fragmentLinks(html, URL_).map(({ text }) => text)).toEqual(['the first part & more', ''])
  })

  it('follow the base of the page', () => {
    expect(fragmentLinks('<base href="/b/"><a href="#x">x</a><a href="c#%zz">x</a>', URL_)).toEqual([
      { address: 'https://a.example/b/', fragment: 'x', text: 'x' },
      { address: 'https://a.example/b/c', fragment: '%zz', text: 'x' },
    ])
  })
})
