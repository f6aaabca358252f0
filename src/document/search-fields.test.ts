import { describe, expect, it } from 'vitest'
import { pageFields, plainFields } from './search-fields.ts'

describe('the fields of a page', () => {
  it('are its title, headings, emphasised words, description and the rest', () => {
    expect(
      pageFields(`<!doctype html><html lang="en-GB"><head><title> Tide &amp; tables </title><title>second</title>
        <meta name="Description" content="When the sea comes"><meta property="og:title" content="Tides"><meta name=viewport content=width>
        <script>var hidden</script><style>p{}</style></head>
        <body><h1>Spring <i>tide</i></h1><p>The <b>moon</b> pulls <em>hard</em>.</p><noscript>No script</noscript>
        <template>later</template><h2>Neap</h2>end</body></html>`),
    ).toEqual({
      language: 'en-GB',
      title: 'Tide & tables',
      headings: 'Spring tide\nNeap',
      emphasised: 'moon\nhard',
      meta: 'When the sea comes\nTides',
      body: 'The moon pulls hard.\nend',
    })
  })

  it('survive markup that nobody closes', () => {
    const { emphasised, headings, body } = pageFields('<p>a <b>bold</p><p>b</p></h3></em><h1>c<p>d</p></h1>e')
    expect({ emphasised, headings, body }).toEqual({
      emphasised: 'bold',
      headings: 'c\nd',
      body: 'a bold\nb\ne',
    })
  })

  it('are all text where there is no markup', () => {
    expect(plainFields('a  <b>\n c')).toMatchObject({ title: '', body: 'a <b> c' })
  })
})
