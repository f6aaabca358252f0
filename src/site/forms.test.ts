import { describe, expect, it } from 'vitest'
import { parseTree } from '../html/index.ts'
import { formAt } from './forms.ts'
import { isPagination } from './pagination.ts'

const kind = (html: string) =>
  formAt(parseTree(html).nodes.find(node => node.name === 'form')!, 'http://a.test/x').kind

describe('forms', () => {
  it.each([
    ['search', '<form action=/s><input name=q><input type=submit></form>'],
    ['search', '<form role=search><input type=text name=term2></form>'],
    ['search', '<form class=site-suche><input name=wort></form>'],
    [
      'search',
      '<form action=/search><input name=title><input name=author><select name=year></select></form>',
    ],
    ['other', '<form action=/find-us><input name=name><input name=mail></form>'],
    ['login', '<form method=post><input name=user><input type=password name=p><input type=checkbox></form>'],
    ['other', '<form method=post><input type=password><input type=password><input name=mail></form>'],
    ['filter', '<form><select name=size></select><input type=checkbox name=new></form>'],
    ['other', '<form method=post><input name=name><input name=mail><textarea name=text></textarea></form>'],
    ['other', '<form method=post><input name=email></form>'],
  ])('%s: %s', (wanted, html) => expect(kind(html)).toBe(wanted))
})

describe('pagination', () => {
  const turns = (url: string, text = '', rel = '') =>
    isPagination({ url, text, rel, path: 0 }, 'http://a.test/list/1')
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
