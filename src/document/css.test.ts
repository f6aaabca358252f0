import { expect, it } from 'vitest'
import { cssAddresses } from './css.ts'

const found = (css: string) => cssAddresses(css).map(({ href, kind }) => `${kind} ${href}`)

it.each([
  [
    '@import "a.css"; @import url(b.css) print; @IMPORT/* so */\'c.css\'',
    ['style a.css', 'style b.css', 'style c.css'],
  ],
  ['a{background:URL( "1.png" ), url(\n2.png\n)}', ['image 1.png', 'image 2.png']],
  ['/* url(no.png) */ a{content:"url(no.png)"} b{src:url(yes.woff)}', ['image yes.woff']],
  ['@namespace svg url(http://www.w3.org/2000/svg); a{fill:url(#gradient)}', []],
  [
    'a{background:url(a\\ b\\).png)} b{background:url("\\e9 t\\E9.png")}',
    ['image a b).png', 'image été.png'],
  ],
  [
    `a{background:url("data:image/png;base64,${'A'.repeat(9000)}")} b{background:url(after.png)}`,
    ['image after.png'],
  ],
  ['a{content:"open\n} b{background:url(after.png)}', ['image after.png']],
  ['url( url("x" @import @import "', []],
])('finds the addresses of %j', (css, addresses) => {
  expect(found(css)).toEqual(addresses)
})

it('stops at a thousand', () => {
  expect(found('a{background:url(x)}'.repeat(2000))).toHaveLength(1000)
})
