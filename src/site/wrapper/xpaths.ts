/**
 * The XPath of a place: several are tried, those that lean on least first, and the first that selects on all sample pages
 * what the place holds, and nothing else, is taken.
 */
import { compileXPath, type TreeNode } from '../../html/index.ts'
import { quoted, stepXPath } from '../step-xpath.ts'
import type { Label } from './labels.ts'
import type { Member, Place } from './places.ts'
import { folded, type PageUnits, type Unit } from './units.ts'

/** A share of the pages may have one more or less: optional blocks, broken markup. */
const LEAST_AGREEMENT = 0.9

export function xpathOf(place: Place, pages: readonly PageUnits[]): string | undefined {
  const expected = new Map<number, Member[]>()
  for (const member of place.members) {
    const known = expected.get(member.unit.page)
    if (known === undefined) expected.set(member.unit.page, [member])
    else known.push(member)
  }
  return variants(place).find(xpath => agrees(xpath, place, expected, pages))
}

/** What the XPath of a place gives for a unit: without the label at its beginning. */
export const valueText = ({ way }: Place, { text }: Unit) =>
  way.kind === 'prefix' ? text.slice(way.prefix.length).trim() : text

function agrees(
  source: string,
  place: Place,
  expected: ReadonlyMap<number, readonly Member[]>,
  pages: readonly PageUnits[],
): boolean {
  const answer = compileXPath(source)
  if (!answer.ok) return false
  let wrong = 0
  for (const [i, { tree }] of pages.entries()) {
    const members = expected.get(i) ?? []
    const right =
      place.way.kind === 'prefix'
        ? samePrefixed(answer.xpath.texts(tree.root), members, place.way.prefix)
        : sameNodes(answer.xpath.select(tree.root), members)
    if (!right && ++wrong > (1 - LEAST_AGREEMENT) * pages.length) return false
  }
  return true
}

function samePrefixed(texts: readonly string[], members: readonly Member[], prefix: string): boolean {
  const found = folded(texts[0] ?? '')
  return members.length === 0 ? found === '' : members[0]!.unit.text.slice(prefix.length).trim() === found
}

function sameNodes(nodes: readonly TreeNode[], members: readonly Member[]): boolean {
  const said = nodes.filter(node => folded(node.text()) !== '')
  return said.length === members.length && members.every(({ unit }, i) => isUnit(said[i]!, unit))
}

function isUnit(node: TreeNode, { node: own, attribute }: Unit): boolean {
  if (attribute !== '') return node.kind === 'attribute' && node.order === own.order
  return node === own || (node.kind === 'text' && node.parent === own)
}

/** Where all are whole elements, the step to their text is not needed. */
function variants({ way, members }: Place): string[] {
  const { unit } = members[0]!
  const whole = unit.attribute === '' && members.every(member => member.unit.node.kind === 'element')
  const cut = (steps: readonly string[]) => (whole ? steps.slice(0, -1) : steps)
  const end = unit.attribute === '' ? '' : `/@${unit.attribute}`
  switch (way.kind) {
    case 'label':
      return labelVariants(way.label, cut(way.label.down)).map(xpath => xpath + end)
    case 'prefix':
      return prefixVariants(elementPath(unit.path), way.prefix)
    case 'path':
      return pathVariants(whole ? elementPath(unit.path) : unit.path)
    case 'position':
      return pathVariants(way.anchor).map(xpath => [xpath, ...cut(way.steps)].join('/') + end)
  }
}

export const elementPath = (path: string) => path.replace(/\/text\(\)\[\d+\]$/, '')

/** Ends of the path that begin with a word, the shortest first; at last all of it. */
export function pathVariants(path: string): string[] {
  if (path === '') return ['/html/body']
  const steps = path.split('/').slice(1)
  const written: string[] = []
  for (let from = steps.length - 1; from > 0 && written.length < 4; from--)
    if (steps[from]!.includes('.')) written.push(`//${steps.slice(from).map(written_).join('/')}`)
  if (/^(?:h1|time|title)$/.test(steps.at(-1)!)) written.unshift(`//${steps.at(-1)}`)
  const top = steps[0] === 'title' ? '/html/head/' : steps[0]!.includes('.') ? '//' : '/html/body/'
  return [...written, `${top}${steps.map(written_).join('/')}`, `//${steps.map(written_).join('/')}`]
}

const written_ = (step: string) =>
  step.startsWith('@')
    ? step
    : step.startsWith('text()')
      ? step.replace('text()', 'text()[normalize-space()]')
      : stepXPath(step)

function prefixVariants(element: string, prefix: string): string[] {
  const test = `text()[starts-with(normalize-space(),${quoted(prefix)})]`
  return ['/', ...pathVariants(element)].map(
    xpath => `substring-after(normalize-space(${xpath}/${test}),${quoted(prefix)})`,
  )
}

function labelVariants(label: Label, down: readonly string[]): string[] {
  const { node, unit, up, over } = label
  const said = quoted(
    node
      .text()
      .replace(/[\t\n\r ]+/g, ' ')
      .replace(/^ | $/g, ''),
  )
  const test = `[normalize-space()=${said}]`
  const own = node.kind === 'text' ? `text()${test}` : node.name + test
  const climb = '/..'.repeat(up)
  const rest = (steps: readonly string[]) => [`/following-sibling::${over}`, ...steps].join('/')
  const bare = down.map(step => step.replace(/\[\d+\]$/, ''))
  const roots = containers(unit.path, node, unit.node)
  return roots.flatMap(root => [root + own + climb + rest(bare), root + own + climb + rest(down)])
}

/** Where to look for the label: anywhere, else inside the nearest two elements with a word. */
function containers(path: string, node: TreeNode, inner: TreeNode): string[] {
  const above = elementPath(path).split('/').slice(1)
  let from = above.length - (inner.kind === 'text' && inner === node ? 0 : 1)
  for (let at = inner.kind === 'text' ? inner.parent! : inner; at !== node && inner !== node; at = at.parent!)
    from--
  const roots = ['//']
  for (let i = from - 1; i >= 0 && roots.length < 3; i--)
    if (above[i]!.includes('.')) roots.push(`//${stepXPath(above[i]!)}//`)
  return roots
}
