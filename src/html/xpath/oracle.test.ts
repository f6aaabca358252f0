import { expect, it } from 'vitest'
import { seededRandom } from '../../env/index.ts'
import { parseTree } from '../tree-builder.ts'
import { agreementOn } from './oracle.fixture.ts'

const PAGES = [
  '<html><head><title>T</title></head><body><div id="a" class="x y"><ul><li>1</li><li class="x">2<b>3</b></li><li/></ul></div><p>one <em>two</em><!--c--> three</p></body></html>',
  `<html><body>${'<div class="row"><a href="/x">x</a><a>y</a><img src="i.png"/></div>'.repeat(6)}<table><tr><th>k</th><td>7</td></tr><tr><th>l</th><td> -3.5 </td></tr></table></body></html>`,
  '<html><body><section id="s"><h2>h</h2><ol><li>a<ol><li>b<ol><li>c</li></ol></li></ol></li></ol><p lang="en">text</p></section><ul/></body></html>',
]

it.each(PAGES)('answers as the xpath package does on %#', page => {
  const { compared, wrong } = agreementOn(parseTree(page), seededRandom(7), 300)!
  expect(wrong).toEqual([])
  expect(compared).toBeGreaterThan(350)
})
