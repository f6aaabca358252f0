/**
 * Weights of clues for the kinds of forms and the roles of fields: logistic regression of all answers at once, by accelerated proximal steps;
 * the first norm keeps few weights.
 */
import { fieldClues, formClues, isHidden } from '../../../src/site/forms/clues.ts'
import { contentOf } from '../../../src/site/forms/controls.ts'
import { type Example, isTyped, roleOf } from './annotated.ts'

/** How sparse the models get and how long they are trained; chosen by folds of the training half. */
export interface Training {
  readonly l1Kinds: number
  readonly l1Roles: number
  readonly steps: number
}

export const USUAL: Training = { l1Kinds: 0.001, l1Roles: 0.0004, steps: 300 }

export const trainKinds = (list: readonly Example[], { l1Kinds, steps } = USUAL): Table =>
  train(list.map(kindCase), l1Kinds, steps)
export const trainRoles = (list: readonly Example[], { l1Roles, steps } = USUAL): Table =>
  train(list.filter(isTyped).flatMap(roleCases), l1Roles, steps)

interface Case {
  readonly domain: string
  readonly clues: ReadonlySet<string>
  readonly truth: string
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

export type Table = Record<string, string>
const MIN_DOMAINS = 3

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
  return [...domains.keys()].filter(clue => domains.get(clue)!.size >= MIN_DOMAINS)
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
