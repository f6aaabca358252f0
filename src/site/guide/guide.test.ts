import { describe, expect, it } from 'vitest'
import { parseTree } from '../../html/index.ts'
import { readSpecification } from '../specification/specification.ts'
import { depthsOf, variablesIn } from './data.ts'
import { Guide } from './guide.ts'
import { guideOfSpecification } from './make.ts'
import { isPosted, postedUrl, postOf } from './posted.ts'
import { type Filled, submissionOf } from './submission.ts'

const HOME = 'https://a.test/list/'

function guideFor(csv: string, variables: Record<string, string> = {}) {
  const { lines, problems } = readSpecification(csv)
  expect(problems).toEqual([])
  return guideOfSpecification(lines, variables)
}

const read = (csv: string, html: string, pageClass: string | null, variables = {}) =>
  new Guide(guideFor(csv, variables)).read(parseTree(html), HOME, pageClass)

describe('a guide by specification', () => {
  const LINKS = 'home,link,//ul/li/a,item,list\nhome,link,//p,about,singleton\nitem,string,//h1,Name\n'

  it('follows class links and nothing else', () => {
    const html =
      '<ul><li><a href="../1#x">1</a><li><a href="2">2</a></ul><p><b><a href="/about">x</a></b></p><a href="/no">no</a>'
    expect(read(LINKS, html, 'home').links).toEqual([
      { href: 'https://a.test/1', to: 'item' },
      { href: 'https://a.test/list/2', to: 'item' },
      { href: 'https://a.test/about', to: 'about' },
    ])
  })

  it('writes queries in the charset of the page', () => {
    const tree = parseTree('<ul><li><a href="/путь?q=тест">1</a></ul>', 'windows-1251')
    const { links } = new Guide(guideFor(LINKS)).read(tree, HOME, 'home')
    expect(links).toEqual([{ href: 'https://a.test/%D0%BF%D1%83%D1%82%D1%8C?q=%F2%E5%F1%F2', to: 'item' }])
  })

  it('finds nothing on pages of no class or of one without lines', () => {
    for (const own of [null, 'other'])
      expect(read(LINKS, '<ul><li><a href="1">1</a></ul>', own)).toMatchObject({ links: [], record: null })
  })

  it('takes addresses from attributes, texts and frames, and leaves out what is no page', () => {
    const csv = 'a,link,//a/@href | //code/text() | //iframe,b,list\n'
    const html =
      '<a href="/1">x</a><a href="mailto:a@b">x</a><a href="#x">x</a><a href="javascript:x()">x</a><code>/2</code><iframe src="/3"></iframe>'
    expect(read(csv, html, 'a').links.map(link => link.href)).toEqual([
      'https://a.test/1',
      'https://a.test/2',
      'https://a.test/3',
    ])
  })

  it('looks once at what stands inside of two selected elements', () => {
    const csv = 'a,link,//div,b,list\n'
    const html =
      '<div><a href=/1>x</a><div><a href=/2>x</a></div><a href=/3>x</a></div><div><a href=/1>x</a></div>'
    const { links } = read(csv, html, 'a')
    expect(links.map(link => link.href)).toEqual(['/1', '/2', '/3'].map(path => `https://a.test${path}`))
  })

  it('holds no more of a page than the page has', () => {
    const html = `${'<div>'.repeat(400)}${'word '.repeat(20_000)}`
    const { record } = read('a,string,//div,Texts\na,html,//div,Markup\n', html, 'a')
    expect(JSON.stringify(record).length).toBeLessThan(4_000_000)
  })

  it('honours the base of a page', () => {
    const html = '<base href="https://a.test/deep/"><ul><li><a href="x">x</a></ul>'
    expect(read(LINKS, html, 'home').links).toEqual([{ href: 'https://a.test/deep/x', to: 'item' }])
  })

  it('reads records: one value, several, none', () => {
    const csv =
      'a,string,//h1,Name\na,string,//li,Tags\na,url,//a,Link\na,string,//h2,Missing\na,img,//img,Picture\n'
    const html = '<h1> A  b </h1><ul><li>x<li>y</ul><a href="/z">z</a><img src="p.png">'
    const page = read(csv, html, 'a')
    expect(page.record).toEqual({
      Name: 'A b',
      Tags: ['x', 'y'],
      Link: 'https://a.test/z',
      Picture: 'https://a.test/list/p.png',
    })
    expect(page.images).toEqual(['https://a.test/list/p.png'])
  })

  it('asks for an action while its form is there', () => {
    const csv = `a,form,"//form[@id=""in""],.//input[1]:me,.//input[2]:\${SECRET}"\n`
    const form =
      '<form id=in method=post action=/in><input name=u><input name=p type=password><input type=hidden name=t value=1></form>'
    expect(read(csv, form, 'a', { SECRET: 'a, b: c' }).action).toEqual({
      method: 'POST',
      url: 'https://a.test/in',
      body: 'u=me&p=a%2C+b%3A+c&t=1',
      isLogin: true,
    })
    expect(read(csv, '<p>in', 'a', { SECRET: '' }).action).toBeNull()
  })

  it('follows forms: those that ask by their address, those that send', () => {
    const csv = 'a,link,"//form[1],input[1]:shoes",found,form\n'
    const get = '<form action=/find?old=1><input name=q></form>'
    expect(read(csv, get, 'a').links).toEqual([{ href: 'https://a.test/find?q=shoes', to: 'found' }])
    const post = '<form action="/find?x=1" method=POST><input name=q></form>'
    const [{ href } = { href: '' }] = read(csv, post, 'a').links
    expect(postOf(href)).toEqual({ url: 'https://a.test/find?x=1', body: 'q=shoes' })
  })

  it('never follows a link that pretends to be a sent form', () => {
    const html = `<ul><li><a href="${postedUrl('/pay', 'all=1')}">x</a><li><a href="/x?a=1&__WB_METHOD=post">x</a></ul>`
    expect(read(LINKS, html, 'home').links).toEqual([])
    expect([
      isPosted('https://a.test/?x=__wb_method'),
      postOf('https://a.test/?a__wb_method=POST&b'),
    ]).toEqual([false, null])
  })

  it('knows how far classes are from the start, and which variables forms ask for', () => {
    const csv = `home,link,//a,list,menu\nlist,link,//a,list,singleton\nlist,link,//b,item,list\nitem,form,"//form,i:\${A} \${B}"\nlost,link,//a,far,list\n`
    const guide = guideFor(csv, { A: '', B: '' })
    expect([...depthsOf(guide)]).toEqual([
      ['home', 0],
      ['list', 1],
      ['item', 2],
    ])
    expect(variablesIn(guide.lines)).toEqual(['A', 'B'])
  })
})

describe('what a form sends (HTML, constructing the entry list)', () => {
  const sent = (inner: string, fill: (form: ReturnType<typeof formIn>) => Filled[] = () => []) => {
    const form = formIn(`<form action=/f id=f>${inner}</form>`)
    return decodeURIComponent(submissionOf(form, fill(form), HOME)!.url.split('?')[1] ?? '')
  }
  const formIn = (html: string) => parseTree(html).nodes.find(node => node.name === 'form')!

  it.each([
    ['<input name=a value=1><input value=2><input name=b disabled value=3>', 'a=1'],
    [
      '<input name=a type=checkbox><input name=b type=checkbox checked><input name=c type=radio value=x checked>',
      'b=on&c=x',
    ],
    ['<select name=a><option>1<option selected>2</select>', 'a=2'],
    ['<select name=a><option value=x>1<option>2</select>', 'a=x'],
    ['<select name=a multiple><option selected>1<option selected>2</select>', 'a=1&a=2'],
    ['<textarea name=a>t</textarea><input type=file name=f><input type=reset name=r>', 'a=t'],
    ['<input type=submit name=s value=1><button name=s value=2>x</button>', 's=1'],
    ['<input name=a form=other><input name=b form=f>', 'b='],
    ['<button type=button name=s>x</button><button name=s value=2>x</button>', 's=2'],
  ])('%s sends %s', (inner, expected) => expect(sent(inner)).toBe(expected))

  it('with texts filled in: boxes, choices by what people see, texts', () => {
    const inner =
      '<select name=a><option value=1>One<option value=2>Two</select><input type=checkbox name=b value=y><input name=c value=old>'
    const field = (form: ReturnType<typeof formIn>, name: string) =>
      form.tree.nodes.find(node => node.attribute('name') === name)!
    const filled = sent(inner, form => [
      { field: field(form, 'a'), text: 'Two' },
      { field: field(form, 'b'), text: 'yes' },
      { field: field(form, 'c'), text: 'new' },
    ])
    expect(filled).toBe('a=2&b=y&c=new')
  })

  it('with controls that stand elsewhere and name it, in document order', () => {
    const html =
      '<input name=a form=f value=1><form id=f action=/f><input name=b value=2></form><input name=c form=f value=3><input name=d>'
    expect(submissionOf(formIn(html), [], HOME)!.url).toBe('https://a.test/f?a=1&b=2&c=3')
  })

  it('in the charset of its page, or the one it asks for', () => {
    const sentIn = (html: string) =>
      submissionOf(parseTree(html, 'windows-1251').nodes.find(node => node.name === 'form')!, [], HOME)!
    expect(sentIn('<form action=/f><input name=q value="тест 日">').url).toBe(
      'https://a.test/f?q=%F2%E5%F1%F2+%26%2326085%3B',
    )
    expect(sentIn('<form action=/f accept-charset=utf-8><input name=q value=é>').url).toBe(
      'https://a.test/f?q=%C3%A9',
    )
    expect(sentIn('<form method=post action=/f><input name=q value=тест>').body).toBe('q=%F2%E5%F1%F2')
  })

  it('leads nowhere when its action is no web address', () => {
    expect(submissionOf(formIn('<form action="javascript:x()">'), [], HOME)).toBeNull()
  })
})
