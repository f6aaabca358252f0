import { describe, expect, it } from 'vitest'
import { parseTree } from '../../html/index.ts'
import { type FormQuery, formId, formsOf, isAnswerOf, queryAddress } from './query-form.ts'

const PAGE = 'http://a.test/x?y=1'
const formIn = (html: string) => formsOf(parseTree(html).nodes, PAGE, { post: true })[0]!.query!
const words = (text: string): FormQuery => ({ words: text, choice: null })

const SEARCH = `<form action="/find?old=1#top"><input type=hidden name=db value=main><input name=q value=before>
  <select name=cat><option value="">all<option value=1 >boats<option value=2 selected>ships</select>
  <select name=sort><option>date<option>price</select>
  <input type=radio name=in value=all checked><input type=radio name=in value=titles>
  <input type=checkbox name=new value=1><input type=submit name=go value=Search><input type=submit name=other value=x></form>`

describe('what is sent', () => {
  it('is what a browser would send, with the words in their field', () => {
    expect(queryAddress(formIn(SEARCH), words('red boats'))).toBe(
      'http://a.test/find?db=main&q=red+boats&cat=2&sort=date&in=all&go=Search',
    )
  })

  it('has a choice in place of the one that stands there', () => {
    const query = { words: '', choice: { name: 'cat', value: '1' } }
    expect(queryAddress(formIn(SEARCH), query)).toMatch(/[?&]cat=1$/)
    expect(queryAddress(formIn(SEARCH), query)).not.toMatch(/cat=2/)
  })

  it('is written in the charset of the form', () => {
    const form = formIn(
      '<form action=/s accept-charset=iso-8859-1><input name=q><button>Search</button></form>',
    )
    expect(queryAddress(form, words('é'))).toBe('http://a.test/s?q=%E9')
  })

  it('stands in an address of its own if it is posted', () => {
    const form = formIn('<form action=/search method=post><input name=q><button>Search</button></form>')
    expect(queryAddress(form, words('a b'))).toBe('http://a.test/search?__wb_method=POST&q=a+b')
  })
})

it('offers choices that narrow down, not those that sort', () => {
  expect(formIn(SEARCH).choices).toEqual([
    { name: 'cat', values: ['1'] },
    { name: 'in', values: ['titles'] },
  ])
})

it('is the same form on every page, whatever it sends along', () => {
  const [one, other] = ['a', 'b'].map(value => formIn(SEARCH.replace('main', value)))
  expect(formId(one!)).toBe(formId(other!))
  expect(formId(one!)).not.toBe(formId(formIn(SEARCH.replace('/find', '/other'))))
})

it('knows its answers by path and field', () => {
  const form = formIn(SEARCH)
  expect(isAnswerOf(form, 'http://a.test/find?q=x&page=2')).toBe(true)
  expect(isAnswerOf(form, 'http://a.test/find?id=7')).toBe(false)
  expect(isAnswerOf(form, 'http://a.test/item?q=x')).toBe(false)
})

it('sends no more along than people would', () => {
  const state = `<input type=hidden name=state value="${'x'.repeat(5_000)}">`
  const [form] = formsOf(
    parseTree(`<form action=/s>${state}<input name=q><button>Search</button></form>`).nodes,
    PAGE,
    { post: false },
  )
  expect(form!.closed).toBe('it sends too much along')
})
