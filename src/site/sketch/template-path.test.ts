import { expect, test } from 'vitest'
import { templatePath } from './template-path.ts'

test.each([
  ['/div.page/div.body/section/dl.def', '/div.body/section/dl.def'],
  ['/div.body', '/div.body'],
  ['/table/tr/td', '/table/tr/td'],
  // The level of a heading, of a list or of a section is content.
  ['/div.toc/ul/li/ul/li/ul/li/a.reference', '/div.toc/ul/li/a.reference'],
  ['/nav.tree/ul/li.open/ul/li.open/ul/li.current', '/nav.tree/ul/li.current'],
  // Nested tables are layout.
  ['/div.page/table/tr/td/table/tr/td.cell', '/div.page/table/tr/td/table/tr/td.cell'],
])('of %s, the template is told by %s', (path, told) => expect(templatePath(path)).toBe(told))

test('what was shortened once is not shortened again', () => {
  const once = templatePath('/div.a/ul/li/div.b/ul/li/a.c')
  expect(templatePath(once)).toBe(once)
})
