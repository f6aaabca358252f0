/**
 * The XPath of a place: several are tried, those that depend on the least first, and the first that selects exactly
 * what the place holds on all sample pages is taken.
 */
import { compileXPath, type TreeNode } from '../../html/index.ts'
import { quoted, stepXPath } from '../sketch/step-xpath.ts'
import type { FieldType } from '../specification/specification.ts'
import type { Label } from './labels.ts'
import { folded, type PageUnits, type Unit } from './page-units.ts'
import { type Member, type Place, PREFIX } from './places.ts'

/** Share of the pages that must agree; others may have one more or less because of optional blocks or broken markup. */
const MIN_AGREEMENT = 0.9
/** What is found on a page where the place has nothing may be the same data, marked up differently there. */
const ELSEWHERE = 0.5

export function xpathOf(place: Place, pages: readonly PageUnits[]): string | undefined {
  const expected = new Map<number, Member[]>()
  for (const member of place.members) {
    const known = expected.get(member.unit.page)
    if (known === undefined) expected.set(member.unit.page, [member])
    else known.push(member)
  }
  return variants(place).find(xpath => agrees(xpath, place, expected, pages))
}

/** For a field of type `url`, selecting an anchor means its address; if its text is the address, the text has to be selected. */
export function spokenXPath(xpath: string, type: FieldType, { node, attribute }: Unit): string {
  const isAnchor =
    attribute === '' &&
    node.kind === 'element' &&
    (node.attribute('href') ?? node.attribute('src')) !== undefined
  return type === 'url' && isAnchor && !xpath.startsWith('substring-after(')
    ? xpath === '.'
      ? 'text()'
      : `${xpath}/text()`
    : xpath
}

const prefixes = new WeakMap<Place, string>()

/** The label that all texts of a place begin with: because of its way, or because they happen to. */
function prefixOf(place: Place): string {
  let prefix = prefixes.get(place)
  if (prefix === undefined)
    prefixes.set(place, (prefix = place.way.kind === 'prefix' ? place.way.prefix : sharedPrefix(place)))
  return prefix
}

function sharedPrefix({ members }: Place): string {
  const { text, page } = members[0]!.unit
  const prefix = PREFIX.exec(text)?.[1] ?? ''
  const isShared =
    members.length > 2 &&
    members.at(-1)!.unit.page !== page &&
    members.every(({ unit }) => unit.text.startsWith(prefix) && unit.text.length > prefix.length)
  return isShared && new Set(members.map(({ unit }) => unit.page)).size === members.length ? prefix : ''
}

/** What the XPath of a place returns for a unit: its text without the label at its beginning. */
export const valueText = (place: Place, { text }: Unit) => text.slice(prefixOf(place).length).trim()

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
      prefixOf(place) !== ''
        ? samePrefixed(answer.xpath.texts(tree.root), members, prefixOf(place))
        : sameNodes(answer.xpath.select(tree.root), members)
    if (!right) wrong += members.length === 0 ? ELSEWHERE : 1
    if (wrong > (1 - MIN_AGREEMENT) * pages.length) return false
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

function variants(place: Place): string[] {
  const prefix = prefixOf(place)
  if (place.way.kind === 'prefix') return prefixVariants(elementPath(place.members[0]!.unit.path), prefix)
  const plain = plainVariants(place)
  return prefix === ''
    ? plain
    : [
        ...plain.map(xpath => withoutPrefix(xpath, prefix)),
        ...plain.map(xpath => withoutPrefix(xpath, prefix, SPACED)),
      ]
}

/** Text with folded white space; `SPACED` folds non-breaking spaces too. */
const SPACED = (xpath: string) => `translate(${xpath},"\u00a0"," ")`
const withoutPrefix = (xpath: string, prefix: string, spaced = (one: string) => one) =>
  `substring-after(normalize-space(${spaced(xpath)}),${quoted(prefix)})`

/** If all members are whole elements, the step to their text is not needed. */
function plainVariants({ way, members }: Place): string[] {
  const { unit } = members[0]!
  const whole = unit.attribute === '' && members.every(member => member.unit.node.kind === 'element')
  const cut = (steps: readonly string[]) => (whole ? steps.slice(0, -1) : steps)
  const end = unit.attribute === '' ? '' : `/@${unit.attribute}`
  switch (way.kind) {
    case 'label':
      return labelVariants(way.label, cut(way.label.down)).map(xpath => xpath + end)
    case 'prefix':
    case 'path':
      return pathVariants(whole ? elementPath(unit.path) : unit.path)
    case 'nth':
      return pathVariants(whole ? elementPath(unit.path) : unit.path).map(xpath => `(${xpath})[${way.place}]`)
    case 'position':
      return pathVariants(way.anchor).map(xpath => [xpath, ...cut(way.steps)].join('/') + end)
  }
}

export const elementPath = (path: string) => path.replace(/\/text\(\)\[\d+\]$/, '')

/** Ends of the path that begin with a class word or id, the shortest first; at last all of it. */
export function pathVariants(path: string): string[] {
  if (path === '') return ['/html/body']
  const steps = path.split('/').slice(1)
  const written: string[] = []
  for (let from = steps.length - 1; from > 0 && written.length < 4; from--)
    if (steps[from]!.includes('.')) written.push(`//${steps.slice(from).map(written_).join('/')}`)
  if (/^(?:h1|time|title)$/.test(steps.at(-1)!)) written.unshift(`//${steps.at(-1)}`)
  const top = steps[0] === 'title' ? '/html/head/' : steps[0]!.includes('.') ? '//' : '/html/body/'
  const bare = steps.map(step => (/^\w+$/.test(step) ? `${step}[not(@class)][not(@id)]` : written_(step)))
  return [
    ...written,
    `${top}${steps.map(written_).join('/')}`,
    `//${steps.map(written_).join('/')}`,
    `${top}${bare.join('/')}`,
  ]
}

const written_ = (step: string) =>
  step.startsWith('@')
    ? step
    : step.startsWith('text()')
      ? step.replace('text()', 'text()[normalize-space()]')
      : stepXPath(step)

function prefixVariants(element: string, prefix: string): string[] {
  const roots = ['/', ...pathVariants(element)]
  const write = (spaced: (xpath: string) => string) =>
    roots.map(root =>
      withoutPrefix(
        `${root}/text()[starts-with(normalize-space(${spaced('.')}),${quoted(prefix)})]`,
        prefix,
        spaced,
      ),
    )
  return [...write(xpath => xpath), ...write(SPACED)]
}

/** Uses only the first such label: a page that repeats it thousands of times among siblings would take quadratic time. */
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
  return roots.flatMap(root => [bare, down].map(steps => `(${root}${own})[1]${climb}${rest(steps)}`))
}

/** Where to look for the label: anywhere, or inside the nearest two elements with a class word or id. */
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
