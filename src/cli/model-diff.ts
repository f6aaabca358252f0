/** `tidewatch model diff A B`: shows classes, links and fields that were added, removed or changed their paths. */

import { Failure, printable } from '../env/index.ts'
import { type ChangedField, type ModelDifference, ModelShelf } from '../library/model-shelf.ts'
import type { ModelFlags } from './model-options.ts'
import { EXIT, type Output } from './output.ts'

export async function diffModels(
  words: readonly string[],
  options: ModelFlags,
  output: Output,
): Promise<number> {
  const [before, after] = words
  if (before === undefined || after === undefined || words.length > 2)
    throw new Failure(
      'usage',
      'model diff needs two models: version numbers, or files written with --out X.json',
    )
  const difference = await new ModelShelf(options).compare(before, after)
  if (options.json) output.result(JSON.stringify(difference))
  else print(difference, output)
  return EXIT.done
}

function print(difference: ModelDifference, output: Output): void {
  const lines = [
    ...difference.classesCame.map(name => `+ class ${name}`),
    ...difference.classesWent.map(name => `- class ${name}`),
    ...difference.classesChanged.flatMap(({ before, after, pathsCame, pathsWent }) => [
      `~ class ${before === after ? after : `${before}, now ${after}`}`,
      ...pathsCame.map(path => `    + ${path}`),
      ...pathsWent.map(path => `    - ${path}`),
    ]),
    ...difference.linksCame.map(({ from, to, type, xpath }) => `+ ${type} ${from} → ${to}  ${xpath}`),
    ...difference.linksWent.map(({ from, to, type, xpath }) => `- ${type} ${from} → ${to}  ${xpath}`),
    ...difference.linksChanged.flatMap(({ from, to, before, after }) => [
      `~ links ${from} → ${to}`,
      ...after.map(path => `    + ${path}`),
      ...before.map(path => `    - ${path}`),
    ]),
    ...difference.fieldsChanged.map(fieldLine),
  ]
  for (const line of lines) output.result(printable(line))
  if (lines.length === 0) output.note('the models have the same classes, links and fields')
}

function fieldLine({ class: name, field, before, after }: ChangedField): string {
  const sign = before === null ? '+' : after === null ? '-' : '~'
  const { type, xpath } = (after ?? before)!
  return `${sign} field ${name}.${field}  ${type} ${xpath}`
}
