/** `tidewatch model score`: how well a model fits a golden set (src/site/score.ts has the formulas). */

import { Failure } from '../env/index.ts'
import { type ModelScore, ModelShelf } from '../library/model-shelf.ts'
import type { ModelFlags } from './model-options.ts'
import { EXIT, type Output } from './output.ts'

export async function scoreCommand(
  words: readonly string[],
  options: ModelFlags,
  output: Output,
): Promise<number> {
  if (options.golden === undefined) throw new Failure('usage', 'model score needs --golden FILE')
  if (words.length > 1) throw new Failure('usage', 'model score takes one model: a version number or a file')
  const score = await new ModelShelf(options).score(options.golden, words[0])
  if (options.json) output.result(JSON.stringify({ ...score, perClass: Object.fromEntries(score.perClass) }))
  else print(score, output)
  return EXIT.done
}

function print(score: ModelScore, output: Output): void {
  const line = (name: string, value: number, meaning: string) =>
    output.result(`${name.padEnd(3)}${value.toFixed(3)}  ${meaning}`)
  line(
    'F*',
    score.fStar,
    `classes found, on ${score.pages} pages, by ${score.partition === 'fine' ? 'names' : 'templates'}`,
  )
  line('H', score.entropy, 'entropy of the classes')
  line('P', score.purity, 'purity of the classes')
  line('R', score.recall, `class links found; with their kind ${score.recallWithKind.toFixed(3)}`)
  line('L', score.precision, 'of the links in the model are in the golden set')
  line('C', score.coverage, 'of the content pages belong to classes that were seen')
}
