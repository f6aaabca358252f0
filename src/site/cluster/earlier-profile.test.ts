import fc from 'fast-check'
import { expect, it } from 'vitest'
import { templatePath } from '../sketch/template-path.ts'
import { Assigner } from './assign.ts'
import { withTemplatePaths } from './earlier-profile.ts'

const profile = {
  words: [
    '/html/body/div.page/div.list/ul/li/a',
    '/html/body/div.page/div.list/ul/li/ul/li/a',
    '/html/body/div.page/p.price',
  ],
  weights: [1, 2, 3],
  variances: [0.1, 0.2, 0.1],
  shares: [
    [0, 1, 1, 0.5],
    [2, 1],
  ],
}

it('brings the whole paths of earlier models into the form that counts now', () => {
  expect(withTemplatePaths(profile)).toEqual({
    words: ['/div.page/div.list/ul/li/a', '/div.page/p.price'],
    weights: [3, 3],
    variances: [0.2, 0.1],
    shares: [
      [0, 1],
      [1, 1],
    ],
  })
})

it('leaves those of newer ones alone', () => {
  const now = withTemplatePaths(profile)
  expect(withTemplatePaths(now)).toBe(now)
  const step = fc.constantFrom('div', 'div.a', 'ul', 'ul.b', 'li', 'section', 'p.c', 'blockquote')
  fc.assert(
    fc.property(fc.array(step, { maxLength: 12 }), steps => {
      const path = templatePath(`/${steps.join('/')}`)
      expect(templatePath(path)).toBe(path)
    }),
  )
})

it('finds the classes of an earlier model on later pages', () => {
  const assigner = new Assigner({ sizes: [9, 9], kinds: { structure: profile } })
  const page = (html: string) => ({
    ...{ url: 'http://a.test/', status: 200 },
    html: `<html><body><div class=page>${html}</div></body></html>`,
  })
  const classOf = (html: string) => assigner.assignPage(page(html)).nearest
  expect(classOf('<p class=price>7</p>')).toBe(1)
  expect(classOf('<div class=list><ul><li><a href=/x>x</a></li></ul></div>')).toBe(0)
})
