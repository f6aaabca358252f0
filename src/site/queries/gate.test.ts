import { describe, expect, it } from 'vitest'
import { parseTree } from '../../html/index.ts'
import { foundForm } from './query-form.ts'

const PAGE = 'https://shop.test/deep/page'
const found = (html: string, post = false) =>
  foundForm(parseTree(html).nodes.find(({ name }) => name === 'form')!, PAGE, { post })
const search = (inside: string, attributes = 'action=/search') =>
  `<form ${attributes}><input name=q>${inside}<button>Search</button></form>`

describe('the gate before forms', () => {
  it.each([
    search(''),
    search('<select name=cat><option value="">All<option value=1>Boats</select>'),
    search('<input type=hidden name=lang value=en>'),
    '<form role=search><input type=search name=term><input type=submit value=Suchen></form>',
    '<form action=/catalog/search><input name=title><input name=year><input type=submit value=Search></form>',
    search('<input type=radio name=in value=all checked><input type=radio name=in value=titles>'),
  ])('opens for %s', html => expect(found(html).closed).toBeNull())

  it.each([
    ['delete', search('', 'action=/delete')],
    ['delete', search('', 'action="/admin?do=remove"')],
    ['delete', search('<input type=hidden name=action value=delete>')],
    ['delete', search('<select name=with><option>Show<option>Delete all</select>')],
    ['delete', search('<button name=x>Eliminar</button>')],
    ['send', '<form action=/search><input name=q><button>Send</button></form>'],
    ['decide', search('<button>Save</button>')],
    ['password', search('<input type=password name=p>')],
    ['file', search('<input type=file name=f>')],
    ['email', search('<input type=email name=e>')],
    ['textarea', search('<textarea name=t></textarea>')],
    ['card', search('<input name=card_number>')],
    ['card', search('<input name=n autocomplete=cc-number>')],
    ['token', search('<input type=hidden name=authenticity_token value=x>')],
    ['another host', search('', 'action=https://other.test/search')],
    ['another host', search('', 'action=//www.shop.test/search')],
    ['https to http', search('', 'action=http://shop.test/search')],
    ['no web page', search('', 'action=javascript:void(0)')],
    ['files', search('', 'action=/search enctype=multipart/form-data')],
    ['POST', search('', 'action=/search method=post')],
    ['cart', search('', 'action=/cart/search')],
    ['newsletter', search('', 'action=/s class=newsletter')],
    ['too many fields', search('<input name=a>'.repeat(300))],
    ['nowhere', '<form><select name=theme><option>a<option>b</select><input type=submit value=Go></form>'],
    [
      'login',
      '<form action=/login><input name=user><input type=password name=q><button>Log in</button></form>',
    ],
    ['order', '<form action=/basket><input name=quantity value=1><button>Add to cart</button></form>'],
    ['mailing-list', '<form action=/n><input name=email><button>Subscribe</button></form>'],
    [
      'registration',
      '<form action=/new><input name=user><input name=mail><input type=password name=a><input type=password name=b></form>',
    ],
  ])('is closed by %s: %s', (reason, html) => expect(found(html).closed).toContain(reason))

  it('opens for searches by POST only if that is allowed, and if they say that they search', () => {
    const posted = search('', 'action=/search method=post')
    expect(found(posted, true).closed).toBeNull()
    const mute = '<form action=/x method=post><input name=q></form>'
    expect(found(mute, true).closed).toMatch(/says nowhere that it searches/)
  })

  it('stays quick on a form of 100,000 fields', () => {
    expect(found(search('<input name=a value=b>'.repeat(100_000))).closed).toBe('it has too many fields')
    const options = Array.from({ length: 100_000 }, (_, i) => `<option value=${i}>${i}`).join('')
    const { query } = found(search(`<select name=s>${options}</select>`))
    expect(query!.choices[0]!.values.length).toBeLessThan(100)
  })
})
