import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseTree } from '../../html/index.ts'
import { isPagination } from '../sample/pagination.ts'
import { formAt } from './forms.ts'

const form = (html: string) =>
  formAt(parseTree(html).nodes.find(node => node.name === 'form')!, 'http://a.test/x')

describe('kinds of forms', () => {
  it.each([
    ['search', '<form action=/s><input name=q><input type=submit></form>'],
    ['search', '<form role=search><input type=text name=term2></form>'],
    ['search', '<form class=site-suche><input name=wort></form>'],
    [
      'search',
      '<form action=/search><input name=title><input name=author><select name=year></select></form>',
    ],
    ['login', '<form method=post><input name=user><input type=password name=p><input type=checkbox></form>'],
    [
      'registration',
      '<form method=post action=/signup><input name=mail><input type=password name=a><input type=password name=b></form>',
    ],
    [
      'recovery',
      '<form method=post action=/password/reset>Forgot your password? <input name=email><button>Send</button></form>',
    ],
    ['filter', '<form><select name=size></select><input type=checkbox name=new></form>'],
    ['contact', '<form method=post><input name=name><input name=mail><textarea name=text></textarea></form>'],
    [
      'mailing-list',
      '<form method=post class=newsletter><input name=email><button>Abonnieren</button></form>',
    ],
    [
      'order',
      '<form method=post action=/cart/add><input name=quantity value=1><button>In den Warenkorb</button></form>',
    ],
    ['other', '<form method=post action=/vote><input type=radio name=a><input type=radio name=a></form>'],
  ])('%s: %s', (wanted, html) => expect(form(html).kind).toBe(wanted))
  it('take no form for a search that asks people who they are', () => {
    expect(form('<form action=/find-us><input name=name><input name=mail></form>').kind).not.toBe('search')
  })
})

describe('roles of fields', () => {
  const roles = (html: string) => form(html).fields.map(field => field.role)

  it('are known by names, labels and their order', () => {
    expect(
      roles(`<form method=post action=/register><input type=hidden name=token>
        <label for=a>Vorname</label><input id=a name=f1><label>Nachname <input name=f2></label>
        E-Mail: <input name=f3><input type=password name=p><input type=password name=p2>
        <label><input type=checkbox name=agb> Ich akzeptiere die AGB</label><input type=submit name=ok value=Registrieren></form>`),
    ).toEqual([
      'hidden',
      'first-name',
      'last-name',
      'email',
      'password',
      'password-confirmation',
      'terms',
      'submit',
    ])
  })
  it('depend on the kind of the form', () => {
    expect(roles('<form action=/search><input name=text><select name=cat></select></form>')).toEqual([
      'search-query',
      'search-refinement',
    ])
    expect(
      roles('<form method=post action=/comment><input name=name><textarea name=text></textarea></form>'),
    ).toEqual(['full-name', 'comment'])
  })
  it('leave name and type as they were', () => {
    expect(
      form('<form><input id=x TYPE=Email><select name=y></select><button></button></form>').fields,
    ).toMatchObject([
      { name: 'x', type: 'email' },
      { name: 'y', type: 'select' },
      { name: '', type: 'submit' },
    ])
  })
})

describe('hostile forms', () => {
  it('have at most 200 fields', () => {
    expect(form(`<form>${'<input name=a>x'.repeat(5000)}</form>`).fields).toHaveLength(200)
  })
  it('never throw, and are judged alike each time', () => {
    const piece = fc.constantFrom(
      ...'<label for=a> </label> <input id=a> <input type=password name=__proto__> <select> <option> <textarea> </textarea> <button> <a> </form> <form> constructor 検索 \u0000'.split(
        ' ',
      ),
    )
    fc.assert(
      fc.property(fc.array(fc.oneof(piece, fc.string({ unit: 'grapheme' }))), pieces => {
        const html = `<form>${pieces.join(' ')}`
        expect(form(html)).toEqual(form(html))
      }),
    )
  })
})

describe('pagination', () => {
  const turns = (url: string, text = '', rel = '') => isPagination({ url, text, rel }, 'http://a.test/list/1')
  it.each([
    ['http://a.test/x?page=2', '2', ''],
    ['http://a.test/list/1/page/3/', 'more', ''],
    ['http://a.test/list/2', '2', ''],
    ['http://a.test/list/2', 'Next »', ''],
    ['http://a.test/y', 'more', 'next'],
  ])('%s %s %s', (url, text, rel) => expect(turns(url, text, rel)).toBe(true))
  it('is not every number', () => {
    expect(turns('http://a.test/product/2', '2')).toBe(false)
    expect(turns('http://a.test/list/2', 'Blue shirt')).toBe(false)
  })
})

describe('fields outside of their form (HTML, the form attribute)', () => {
  it('belong to the form they name', () => {
    const html =
      '<form id=f method=post></form><label>User <input name=user form=f></label><input type=password name=pw form=f><button form=f>Log in</button>'
    const { kind, fields } = form(html)
    expect(kind).toBe('login')
    expect(fields.map(field => field.name)).toEqual(['user', 'pw', ''])
  })
  it('are taken from the form around them', () => {
    const html = '<form action=/s><input name=q><input type=password name=pw form=other></form>'
    expect(form(html).fields.map(field => field.name)).toEqual(['q'])
  })
  it('do not make many forms slow', () => {
    const many = Array.from({ length: 3000 }, (_, i) => `<form id=f${i}></form><input name=a form=f${i}>`)
    const tree = parseTree(many.join(''))
    const forms = tree.nodes.filter(node => node.name === 'form')
    expect(forms.filter(node => formAt(node, 'http://a.test/').fields.length === 1).length).toBe(1000)
  })
})
