/** Forms on the pages of a class, gathered by path: if found on enough of its pages, they belong to the class. */
import type { ClassForm } from '../model.ts'
import type { Interner } from '../sketch/interner.ts'
import type { PageSketch, SketchForm } from '../sketch/page-sketch.ts'
import { pathXPath } from '../sketch/step-xpath.ts'

const MIN_COVERAGE = 0.3

export function findClassForms(
  pages: readonly PageSketch[],
  classes: readonly number[],
  names: readonly string[],
  vocabulary: Interner,
): ClassForm[] {
  const classOf = new Map(pages.map((page, i) => [page.url, names[classes[i]!]!]))
  const answers = new Map(
    pages.flatMap(({ links }) =>
      links
        .filter(({ field, url }) => field !== undefined && classOf.has(url))
        .map(({ path, url }) => [path, url]),
    ),
  )
  const sizes = new Map<number, number>()
  const found = new Map<string, { classIndex: number; first: SketchForm; pages: number }>()
  for (const [i, page] of pages.entries()) {
    const classIndex = classes[i]!
    sizes.set(classIndex, (sizes.get(classIndex) ?? 0) + 1)
    for (const [path, first] of new Map(page.forms.map(form => [form.path, form]))) {
      const known = found.get(`${classIndex} ${path}`)
      if (known === undefined) found.set(`${classIndex} ${path}`, { classIndex, first, pages: 1 })
      else known.pages++
    }
  }
  return [...found.values()]
    .map(({ classIndex, first, pages: count }): ClassForm => {
      const to = classOf.get(answers.get(first.path) ?? first.form.action)
      const { kind, method, action, fields } = first.form
      const xpath = pathXPath(vocabulary.word(first.path))
      return {
        from: names[classIndex]!,
        xpath,
        kind,
        method,
        action,
        ...(to && { to }),
        fields,
        coverage: count / sizes.get(classIndex)!,
      }
    })
    .filter(form => form.coverage >= MIN_COVERAGE)
}
