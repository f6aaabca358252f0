/**
 * Trains what tells the kinds of forms and the roles of fields apart, and writes its tables. The material is TeamHG-Memex/Formasaurus; only the
 * training half of its domains is used, the other half measures (`bench/suites/forms.ts`).
 *
 *     node scripts/train-forms.ts --folder FORMASAURUS
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { isTraining, readAnnotated } from '../bench/suites/forms/annotated.ts'
import { type Table, trainKinds, trainRoles } from '../bench/suites/forms/train.ts'

const { values } = parseArgs({ options: { folder: { type: 'string' } } })
if (values.folder === undefined) {
  console.error('usage: train-forms.ts --folder FORMASAURUS')
  process.exit(2)
}
const into = join(import.meta.dirname, '../src/site/forms')
const training = readAnnotated(values.folder).examples.filter(isTraining)
write('kind-weights.gen.ts', 'KIND_WEIGHTS', 'the kinds of forms', trainKinds(training))
write('role-weights.gen.ts', 'ROLE_WEIGHTS', 'the roles of fields', trainRoles(training))

function write(file: string, name: string, what: string, table: Table): void {
  const answers = Object.entries(table).map(([answer, text]) => {
    const key = /^\w+$/.test(answer) ? answer : `'${answer}'`
    return `  ${key}: \`\n    ${lines(text.replace(/[`\\$]/g, ''))}\`,\n`
  })
  const essay = `/**
 * Weights of clues for ${what}, in tenths; what a clue looks like is said in clues.ts. Made by scripts/train-forms.ts, not written: logistic
 * regression with the first norm over the training half of the data of Formasaurus.
 */
`
  writeFileSync(join(into, file), `${essay}export const ${name} = {\n${answers.join('')}}\n`)
}

function lines(text: string): string {
  const longest = 105
  let at = 0
  const broken = text.replace(/\S+ \S+(?: |$)/g, pair => {
    at += pair.length
    if (at <= longest) return pair
    at = pair.length
    return `\n    ${pair}`
  })
  return broken.replace(/ +$/gm, '')
}
