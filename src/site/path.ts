/**
 * Paths and their lattice. A path leads from the root to an anchor or a text element; a version of it says, step by step, how
 * much of the attributes it asks for: nothing, the name, or name and value. From tags only, each step down the lattice asks
 * for one thing more: first the names, from the root on, then the values. Above tags only, leading steps are dropped
 * (`//ul/li/a`).
 */
import type { TreeNode } from '../html/index.ts'
import { quoted } from './step-xpath.ts'

export interface Step {
  readonly tag: string
  readonly attributes: readonly (readonly [name: string, value: string])[]
}

export type Detail = 'nothing' | 'name' | 'value'

export interface PathVersion {
  readonly steps: readonly Step[]
  /** For each step and each of its attributes. */
  readonly details: readonly (readonly Detail[])[]
  /** Leading steps left out. */
  readonly dropped: number
}

/** Where a link leads, or a picture comes from, is what a path finds, not what it is. */
const CONTENT = new Set(['href', 'src', 'srcset', 'alt', 'title'])

export function stepsTo(node: TreeNode): Step[] {
  const steps: Step[] = []
  for (let at: TreeNode | null = node; at !== null && at.kind === 'element'; at = at.parent)
    steps.unshift(stepOf(at))
  return steps
}

function stepOf({ name, attributes }: TreeNode): Step {
  const own: [string, string][] = []
  for (let i = 0; i < attributes.length; i += 2)
    if (!CONTENT.has(attributes[i]!)) own.push([attributes[i]!, attributes[i + 1]!])
  return { tag: name, attributes: own }
}

/** All tags, with the name of the first attribute of each. */
export function defaultVersion(steps: readonly Step[]): PathVersion {
  const details = steps.map(step => step.attributes.map((_, i): Detail => (i === 0 ? 'name' : 'nothing')))
  return { steps, details, dropped: 0 }
}

/** From tags only to every attribute with its value. */
export function lattice(steps: readonly Step[]): PathVersion[] {
  const versions: PathVersion[] = []
  let version: PathVersion | undefined = tagsOnly(steps)
  for (; version !== undefined; version = moreSpecific(version)) versions.push(version)
  return versions
}

function tagsOnly(steps: readonly Step[]): PathVersion {
  return { steps, details: steps.map(step => step.attributes.map((): Detail => 'nothing')), dropped: 0 }
}

/** One step down: a dropped step back, else the first name that is missing, else the first value. */
export function moreSpecific(version: PathVersion): PathVersion | undefined {
  if (version.dropped > 0) return { ...version, dropped: version.dropped - 1 }
  return changed(version, 'nothing', 'name') ?? changed(version, 'name', 'value')
}

/** One step up: the last value becomes a name, else the last name goes, else the first step. */
export function moreGeneral(version: PathVersion): PathVersion | undefined {
  const less = changedLast(version, 'value', 'name') ?? changedLast(version, 'name', 'nothing')
  if (less !== undefined) return less
  return version.dropped < version.steps.length - 1 ? { ...version, dropped: version.dropped + 1 } : undefined
}

function changed(version: PathVersion, from: Detail, to: Detail): PathVersion | undefined {
  const step = version.details.findIndex(details => details.includes(from))
  return step < 0 ? undefined : withDetail(version, step, version.details[step]!.indexOf(from), to)
}

function changedLast(version: PathVersion, from: Detail, to: Detail): PathVersion | undefined {
  const step = version.details.findLastIndex(details => details.includes(from))
  return step < 0 ? undefined : withDetail(version, step, version.details[step]!.lastIndexOf(from), to)
}

function withDetail(version: PathVersion, step: number, attribute: number, to: Detail): PathVersion {
  const details = version.details.map((own, i) => (i === step ? own.with(attribute, to) : own))
  return { ...version, details }
}

export function versionXPath({ steps, details, dropped }: PathVersion): string {
  const parts = steps.slice(dropped).map((step, i) => stepXPath(step, details[i + dropped]!))
  return `${dropped > 0 ? '//' : '/'}${parts.join('/')}`
}

function stepXPath({ tag, attributes }: Step, details: readonly Detail[]): string {
  const asked = attributes.flatMap(([name, value], i) => {
    if (details[i] === 'nothing') return []
    return [details[i] === 'name' ? `[@${name}]` : `[@${name}=${quoted(value)}]`]
  })
  return tag + asked.join('')
}
