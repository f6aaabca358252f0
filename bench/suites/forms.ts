/**
 * Kinds of forms and roles of fields, against the data of TeamHG-Memex/Formasaurus (`--folder formasaurus`: its formasaurus/data, pages with forms that people typed).
 * The types are simplified as its authors do: eight kinds of forms (our filters count as other) and 47 of fields. Domains, without their suffix, fall into a training and
 * a test half by a hash of their name; words, weights and settings were chosen by folds of the training half. Left out are forms and fields that were skipped or not annotated, and pages where we find another number of forms than they did.
 *
 *     node bench/suites/forms.ts --folder FORMASAURUS [--half train|test|both] [--details]
 *     node bench/suites/forms.ts --folder FORMASAURUS --folds         five folds of domains inside the training half, models trained anew
 *     node bench/suites/forms.ts --folder FORMASAURUS --train FOLDER  writes kind-weights.ts and role-weights.ts, from the training half
 *
 * `--l1 KINDS,ROLES` and `--steps N` set how sparse the models get and how long they are trained.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { getDomainWithoutSuffix } from 'tldts'
import { decodeBody, parseTree, type TreeNode } from '../../src/html/index.ts'
import { fieldClues, formClues, isHidden } from '../../src/site/forms/clues.ts'
import { type Control, contentOf } from '../../src/site/forms/controls.ts'
import { formAt } from '../../src/site/forms/forms.ts'
import { LinearModel } from '../../src/site/forms/linear.ts'

const USAGE =
  'usage: forms.ts --folder FORMASAURUS [--half train|test|both] [--details] [--folds] [--train FOLDER]'
const { values } = parseArgs({
  options: {
    folder: { type: 'string' },
    half: { type: 'string', default: 'test' },
    details: { type: 'boolean', default: false },
    folds: { type: 'boolean', default: false },
    train: { type: 'string' },
    l1: { type: 'string', default: '0.001,0.0004' },
    steps: { type: 'string', default: '300' },
  },
})
if (values.folder === undefined) {
  console.error(USAGE)
  process.exit(2)
}
const data = join(values.folder, 'formasaurus/data')

const KINDS: Readonly<Record<string, string>> = {
  s: 'search',
  l: 'login',
  r: 'registration',
  p: 'recovery',
  c: 'contact',
  m: 'mailing-list',
  b: 'order',
}
const ROLES: Readonly<Record<string, string>> = Object.fromEntries(
  `us username, p1 password, p2 password-confirmation, e1 email, e2 email-confirmation, ue username-or-email, ca captcha,
  hp honeypot, tC terms, eC receive-emails, rC remember-me, Bs submit, Bc cancel, Br reset, n1 first-name, n2 middle-name,
  n3 last-name, nf full-name, ns full-name, ch full-name, no organization, ge gender, tz time-zone, ds daylight-saving,
  Co country, Ci city, St state, Ad address, Sa address, Sn address, S# address, A# address, A1 address, A2 address,
  PO address, cA address, Zi postal-code, ph phone, P0 phone, P1 phone, P2 phone, P3 phone, fa fax, ws url, oi openid,
  am about, CC comment, CT subject, sq security-question, sa security-answer, qq search-query, qc search-refinement,
  qt quantity, st style, sp sorting, ON number, OD date, bD date, Od day, bd day, Om month, bm month, cm month, Oy year,
  by year, cy year, OR read-only`
    .split(',')
    .map(pair => pair.trim().split(' ') as [string, string]),
)

interface Entry {
  readonly url: string
  readonly forms: readonly string[]
  readonly visible_html_fields: readonly Readonly<Record<string, string>>[]
}

interface Example {
  readonly file: string
  readonly url: string
  readonly domain: string
  readonly node: TreeNode
  readonly kind: string
  readonly fields: Readonly<Record<string, string>>
}

interface Case {
  readonly domain: string
  readonly clues: ReadonlySet<string>
  readonly truth: string
}

function hash(text: string): number {
  let sum = 0x811c9dc5
  for (let i = 0; i < text.length; i++) sum = Math.imul(sum ^ text.charCodeAt(i), 0x01000193) >>> 0
  return (sum ^ (sum >>> 15)) >>> 0
}

let leftOut = 0
const examples: Example[] = []
const index = JSON.parse(readFileSync(join(data, 'index.json'), 'utf8')) as Record<string, Entry>
for (const [file, { url, forms, visible_html_fields: fields }] of Object.entries(index)) {
  if (!existsSync(join(data, file))) continue
  const tree = parseTree(decodeBody(readFileSync(join(data, file)), undefined, 'html').text)
  const found = tree.nodes.filter(node => node.name === 'form')
  if (found.length !== forms.length) leftOut++
  else
    for (const [i, letter] of forms.entries()) {
      if (letter === '-' || letter === 'X') continue
      const domain = getDomainWithoutSuffix(url) ?? new URL(url).hostname
      examples.push({
        file,
        url,
        domain,
        node: found[i]!,
        kind: KINDS[letter] ?? 'other',
        fields: fields[i] ?? {},
      })
    }
}
const isTraining = ({ domain }: Example) => hash(domain) % 2 === 0

const isTyped = ({ fields }: Example) =>
  Object.keys(fields).length > 0 && Object.values(fields).every(type => type !== 'XX' && type !== '--')
/** `undefined` if people were not asked: hidden fields, and those without a name. */
const roleOf = ({ fields }: Example, control: Control): string | undefined => {
  const type = isHidden(control) ? undefined : fields[control.node.attribute('name') ?? '']
  return type === undefined ? undefined : (ROLES[type] ?? 'other')
}

const kindCase = ({ domain, node, kind }: Example): Case => ({
  domain,
  clues: formClues(node, contentOf(node)),
  truth: kind,
})

function roleCases(example: Example): Case[] {
  const shown = contentOf(example.node).controls.filter(control => !isHidden(control))
  const cases: Case[] = []
  let previous = 'none'
  for (const [i, control] of shown.entries()) {
    const truth = roleOf(example, control)
    if (truth !== undefined)
      cases.push({ domain: example.domain, clues: fieldClues(shown, i, example.kind, previous), truth })
    previous = truth ?? (control.type === 'submit' ? 'submit' : 'other')
  }
  return cases
}

// Training: logistic regression of all answers at once, by accelerated proximal steps; the first norm keeps few weights.

type Table = Record<string, string>
const LEAST_DOMAINS = 3

function train(cases: readonly Case[], l1: number, steps: number): Table {
  const clues = sharedClues(cases)
  const places = new Map(clues.map((clue, i) => [clue, i]))
  const answers = [...new Set(cases.map(({ truth }) => truth))].sort()
  const rows = cases.map(one =>
    [...one.clues].map(clue => places.get(clue)).filter(place => place !== undefined),
  )
  const truths = cases.map(({ truth }) => answers.indexOf(truth))
  const weights = descend(rows, truths, clues.length, answers.length, l1, steps)
  return tableOf(weights, clues, answers)
}

/** Those of several domains: what only one site says is no word of a language. */
function sharedClues(cases: readonly Case[]): string[] {
  const domains = new Map<string, Set<string>>()
  for (const { domain, clues } of cases)
    for (const clue of clues) domains.set(clue, (domains.get(clue) ?? new Set()).add(domain))
  return [...domains.keys()].filter(clue => domains.get(clue)!.size >= LEAST_DOMAINS)
}

function descend(
  rows: readonly number[][],
  truths: readonly number[],
  clues: number,
  answers: number,
  l1: number,
  steps: number,
) {
  let weights = new Float64Array(clues * answers)
  let ahead = weights.slice()
  const gradient = new Float64Array(clues * answers)
  const rate = 8 / Math.max(...rows.map(row => row.length))
  for (let step = 0, t = 1; step < steps; step++) {
    gradient.fill(0)
    for (const [i, row] of rows.entries()) addGradient(gradient, ahead, row, truths[i]!, answers)
    const next = new Float64Array(weights.length)
    for (let k = 0; k < next.length; k++) {
      const moved = ahead[k]! - (rate * gradient[k]!) / rows.length - rate * 1e-5 * ahead[k]!
      next[k] = Math.sign(moved) * Math.max(0, Math.abs(moved) - rate * l1)
    }
    const later = (1 + Math.sqrt(1 + 4 * t * t)) / 2
    ahead = next.map((weight, k) => weight + ((t - 1) / later) * (weight - weights[k]!))
    weights = next
    t = later
  }
  return weights
}

function addGradient(
  gradient: Float64Array,
  weights: Float64Array,
  row: readonly number[],
  truth: number,
  answers: number,
) {
  const sums = new Float64Array(answers)
  for (const clue of row) for (let a = 0; a < answers; a++) sums[a]! += weights[clue * answers + a]!
  const most = Math.max(...sums)
  let total = 0
  for (let a = 0; a < answers; a++) total += sums[a] = Math.exp(sums[a]! - most)
  for (let a = 0; a < answers; a++) sums[a] = sums[a]! / total - (a === truth ? 1 : 0)
  for (const clue of row) for (let a = 0; a < answers; a++) gradient[clue * answers + a]! += sums[a]!
}

/** Weights in tenths, the heaviest first. */
function tableOf(weights: Float64Array, clues: readonly string[], answers: readonly string[]): Table {
  const table: Table = {}
  for (const [a, answer] of answers.entries()) {
    const own = clues
      .map((clue, i) => [clue, Math.round(10 * weights[i * answers.length + a]!)] as const)
      .filter(([, weight]) => weight !== 0)
    own.sort((x, y) => Math.abs(y[1]) - Math.abs(x[1]) || (x[0] < y[0] ? -1 : 1))
    table[answer] = own.map(([clue, weight]) => `${clue} ${weight}`).join(' ')
  }
  return table
}
const [l1Kinds, l1Roles] = values.l1.split(',').map(Number) as [number, number]
const trainKinds = (list: readonly Example[]) => train(list.map(kindCase), l1Kinds, Number(values.steps))
const trainRoles = (list: readonly Example[]) =>
  train(list.filter(isTyped).flatMap(roleCases), l1Roles, Number(values.steps))

// Measuring

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

function source(name: string, what: string, table: Table): string {
  const answers = Object.entries(table).map(([answer, text]) => {
    const key = /^\w+$/.test(answer) ? answer : `'${answer}'`
    return `  ${key}: \`\n    ${lines(text.replace(/[`\\$]/g, ''))}\`,\n`
  })
  return `/**
 * Weights of clues for ${what}, in tenths; what a clue looks like is said in clues.ts. Made, not written: by bench/suites/forms.ts --train,
 * logistic regression with the first norm over the training half of the data of Formasaurus.
 */
export const ${name} = {\n${answers.join('')}}\n`
}

const kinds = new Tally()
const roles = new Tally()
const training = examples.filter(isTraining)
const asked =
  values.half === 'both' ? examples : examples.filter(one => isTraining(one) === (values.half === 'train'))
if (values.train !== undefined) {
  writeFileSync(
    join(values.train, 'kind-weights.ts'),
    source('KIND_WEIGHTS', 'the kinds of forms', trainKinds(training)),
  )
  writeFileSync(
    join(values.train, 'role-weights.ts'),
    source('ROLE_WEIGHTS', 'the roles of fields', trainRoles(training)),
  )
} else if (values.folds) {
  for (let fold = 0; fold < 5; fold++) {
    const isHeld = ({ domain }: Example) => (hash(domain) >>> 8) % 5 === fold
    const seen = training.filter(example => !isHeld(example))
    const kindTable = trainKinds(seen)
    const roleTable = trainRoles(seen)
    const size = (table: Table) => Object.values(table).join(' ').split(' ').length / 2
    console.log(`fold ${fold}: ${size(kindTable)} and ${size(roleTable)} weights`)
    measure(
      training.filter(isHeld),
      byModels(new LinearModel(kindTable), new LinearModel(roleTable)),
      kinds,
      roles,
    )
  }
} else measure(asked, bySources, kinds, roles)
if (values.train === undefined) {
  kinds.print('forms', 1)
  roles.print('fields', 15)
  console.log(`${leftOut} pages left out`)
}
