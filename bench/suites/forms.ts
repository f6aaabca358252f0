/**
 * Kinds of forms and roles of fields, against the data of TeamHG-Memex/Formasaurus (`forms/annotated.ts` says which). The tables were trained on one half
 * of its domains (`scripts/train-forms.ts`); words, weights and settings were chosen by folds of that half.
 *
 *     node bench/suites/forms.ts --folder FORMASAURUS [--half train|test|both] [--details]
 *     node bench/suites/forms.ts --folder FORMASAURUS --folds         five folds of domains inside the training half, models trained anew
 *
 * With `--folds`, `--l1 KINDS,ROLES` and `--steps N` set how sparse the models get and how long they are trained.
 */
import { parseArgs } from 'node:util'
import { fieldClues, formClues, isHidden } from '../../src/site/forms/clues.ts'
import { type Control, contentOf } from '../../src/site/forms/controls.ts'
import { formAt } from '../../src/site/forms/forms.ts'
import { LinearModel } from '../../src/site/forms/linear.ts'
import { type Example, foldOf, isTraining, isTyped, readAnnotated, roleOf } from './forms/annotated.ts'
import { type Table, trainKinds, trainRoles, USUAL } from './forms/train.ts'

const { values } = parseArgs({
  options: {
    folder: { type: 'string' },
    half: { type: 'string', default: 'test' },
    details: { type: 'boolean', default: false },
    folds: { type: 'boolean', default: false },
    l1: { type: 'string', default: `${USUAL.l1Kinds},${USUAL.l1Roles}` },
    steps: { type: 'string', default: String(USUAL.steps) },
  },
})
if (values.folder === undefined) {
  console.error('usage: forms.ts --folder FORMASAURUS [--half train|test|both] [--details] [--folds]')
  process.exit(2)
}

class Tally {
  private readonly pairs = new Map<string, number>()

  add(truth: string, told: string): void {
    this.pairs.set(`${truth} ${told}`, (this.pairs.get(`${truth} ${told}`) ?? 0) + 1)
  }

  print(what: string, least: number): void {
    const rows = [...this.pairs].map(
      ([pair, count]) => [...pair.split(' '), count] as [string, string, number],
    )
    const sum = (keep: (truth: string, told: string) => boolean) =>
      rows.reduce((total, [truth, told, count]) => total + (keep(truth, told) ? count : 0), 0)
    const all = sum(() => true)
    const right = sum((truth, told) => truth === told)
    console.log(`${what}: ${right} of ${all} right (${((100 * right) / all).toFixed(1)} %)`)
    for (const one of [...new Set(rows.map(([truth]) => truth))].sort()) {
      const hits = sum((truth, told) => truth === one && told === one)
      const real = sum(truth => truth === one)
      const precision = hits / (sum((_, told) => told === one) || 1)
      if (real >= least)
        console.log(
          `  ${one} (${real}): precision ${precision.toFixed(3)}, recall ${(hits / real).toFixed(3)}`,
        )
    }
  }
}

type Teller = (example: Example) => {
  readonly kind: string
  readonly roles: readonly (readonly [Control, string])[]
}

function measure(list: readonly Example[], tell: Teller, kinds: Tally, roles: Tally): void {
  for (const example of list) {
    const told = tell(example)
    kinds.add(example.kind, told.kind)
    if (values.details && told.kind !== example.kind)
      console.log(
        `${example.file} form ${example.node.attribute('id') ?? ''}: ${example.kind}, we say ${told.kind}`,
      )
    if (!isTyped(example)) continue
    for (const [control, role] of told.roles) {
      const truth = roleOf(example, control)
      if (truth === undefined) continue
      roles.add(truth, role)
      if (values.details && truth !== role)
        console.log(`${example.file} field ${control.name}: ${truth}, we say ${role} (${told.kind})`)
    }
  }
}

function byModels(kinds: LinearModel<string>, roles: LinearModel<string>): Teller {
  return example => {
    const content = contentOf(example.node)
    const kind = kinds.answer(formClues(example.node, content))
    const shown = content.controls.filter(control => !isHidden(control))
    let previous = 'none'
    const told = shown.map((control, i) => {
      previous = roles.answer(fieldClues(shown, i, kind, previous))
      return [control, previous] as const
    })
    return { kind, roles: told }
  }
}

/** What the sources say, with our filters as other. */
const bySources: Teller = example => {
  const { kind, fields } = formAt(example.node, example.url)
  const { controls } = contentOf(example.node)
  return {
    kind: kind === 'filter' ? 'other' : kind,
    roles: fields.map(({ role }, i) => [controls[i]!, role]),
  }
}

const { examples, leftOut } = readAnnotated(values.folder)
const kinds = new Tally()
const roles = new Tally()
const training = examples.filter(isTraining)
const asked =
  values.half === 'both' ? examples : examples.filter(one => isTraining(one) === (values.half === 'train'))
const [l1Kinds, l1Roles] = values.l1.split(',').map(Number) as [number, number]
if (values.folds) for (let fold = 0; fold < 5; fold++) measureFold(fold)
else measure(asked, bySources, kinds, roles)
kinds.print('forms', 1)
roles.print('fields', 15)
console.log(`${leftOut} pages left out`)

function measureFold(fold: number): void {
  const seen = training.filter(example => foldOf(example) !== fold)
  const settings = { l1Kinds, l1Roles, steps: Number(values.steps) }
  const kindTable = trainKinds(seen, settings)
  const roleTable = trainRoles(seen, settings)
  const size = (table: Table) => Object.values(table).join(' ').split(' ').length / 2
  console.log(`fold ${fold}: ${size(kindTable)} and ${size(roleTable)} weights`)
  const held = training.filter(example => foldOf(example) === fold)
  measure(held, byModels(new LinearModel(kindTable), new LinearModel(roleTable)), kinds, roles)
}
