/** The published reference of the config: a JSON Schema for editors, a table of keys for people, and the keys as data for the dashboard. */
import { groupOf, jsonSchema, type SchemaNode } from './keys.ts'
import { BUDGET, DURATION, RATE, SHARE, SIZE_ABOVE_0 } from './units.ts'

export function schemaText(): string {
  return `${JSON.stringify({ title: 'The config of a Tidewatch collection', ...jsonSchema() }, null, 2)}\n`
}

const QUANTITIES: ReadonlyMap<string, string> = new Map([
  [DURATION.source, 'duration'],
  [SIZE_ABOVE_0.source, 'size'],
  [SHARE.source, 'share'],
  [RATE.source, 'rate'],
  [BUDGET.source, 'budget'],
])

const OPEN = '<!-- keys: made by `npm run docs:config` -->'
const CLOSE = '<!-- /keys -->'

/** Replaces the table between the marks in `page`. */
export function withKeyTable(page: string): string {
  const start = page.indexOf(OPEN)
  const end = page.indexOf(CLOSE)
  if (start === -1 || end < start) throw new Error(`the page lacks ${OPEN} or ${CLOSE}`)
  return `${page.slice(0, start)}${OPEN}\n${keyTable()}${page.slice(end)}`
}

function keyTable(): string {
  const root = jsonSchema()
  const groups = groupsOf(root, '')
  return groups
    .map(
      ({ title, about, keys }) =>
        `\n### ${title}\n${about}\n\n| key | what | value | default |\n| --- | --- | --- | --- |\n${keys.map(rowOf).join('')}`,
    )
    .join('')
    .concat('\n')
}

/** One key of the config, as the table and the dashboard explain it. */
export interface ConfigKey {
  /** `scope.local`, `refresh.goals[].share` */
  readonly key: string
  readonly about: string
  /** How its values are written, as Markdown. */
  readonly value: string
  /** As Markdown; empty if it has no default. */
  readonly standard: string
}

/** All keys, with descriptions that do not refer to files of the documentation. */
export function configKeys(): readonly ConfigKey[] {
  return groupsOf(jsonSchema(), '').flatMap(({ keys }) =>
    keys.map(each => ({ ...each, about: withoutFiles(each.about) })),
  )
}

/** Removes remarks that only name a file, and keeps the words of links to files. */
const withoutFiles = (about: string) =>
  about
    .replaceAll(/ \((?:see )?(?:\[[^\]]*\]\([\w-]+\.md[^)]*\)|[\w-]+\.md)\)/g, '')
    .replaceAll(/\[([^\]]*)\]\([\w-]+\.md[^)]*\)/g, '$1')

interface Group {
  readonly title: string
  readonly about: string
  readonly keys: readonly ConfigKey[]
}

function groupsOf(node: SchemaNode, path: string): Group[] {
  const entries = Object.entries(groupOf(node)?.properties ?? {})
  const keys = entries
    .filter(([, child]) => !isSection(child))
    .flatMap(([key, child]) => keysOf(child, path + key))
  const below = entries
    .filter(([, child]) => isSection(child))
    .flatMap(([key, child]) => groupsOf(child, `${path}${key}.`))
  const title = path === '' ? 'Top level' : `\`${path.slice(0, -1)}\``
  return [{ title, about: node.description ?? 'Keys that stand in no group.', keys }, ...below]
}

/** Whether a node is a group that may be left empty, as made by `section`; other groups are values. */
function isSection(node: SchemaNode): boolean {
  return groupOf(node) !== undefined && JSON.stringify(node.default) === '{}'
}

/** Whether a node is a pattern of addresses, which is explained once, above the table. */
const isPattern = (node: SchemaNode) => groupOf(node)?.properties?.suffix !== undefined

function keysOf(node: SchemaNode, path: string): ConfigKey[] {
  const item = node.items ?? node.anyOf?.find(choice => choice.items)?.items
  const holder = item ?? node
  const inner = isPattern(holder) ? undefined : groupOf(holder)
  const prefix = item === undefined ? `${path}.` : `${path}[].`
  const below = Object.entries(inner?.properties ?? {}).flatMap(([key, child]) => keysOf(child, prefix + key))
  const about = node.description ?? ''
  return [{ key: path, about, value: valueWords(node), standard: defaultWords(node) }, ...below]
}

function rowOf({ key, about, value, standard }: ConfigKey): string {
  const cells = [`\`${key}\``, about, value, standard]
  return `| ${cells.map(cell => cell.replaceAll('|', '\\|')).join(' | ')} |\n`
}

function defaultWords(node: SchemaNode): string {
  return node.default === undefined
    ? ''
    : `\`${typeof node.default === 'string' ? node.default : JSON.stringify(node.default)}\``
}

/** The unit or the choices, which the description need not repeat. */
function valueWords(node: SchemaNode): string {
  if (node.enum !== undefined) return node.enum.map(value => `\`${value}\``).join(', ')
  if (node.const !== undefined) return `\`${node.const}\``
  const quantity = QUANTITIES.get(node.pattern ?? '')
  if (quantity !== undefined) return quantity
  if (node.anyOf !== undefined)
    return [...new Set(node.anyOf.map(valueWords))].filter(words => words !== '').join(' or ')
  if (node.type === 'array') return node.items && isPattern(node.items) ? 'list of patterns' : 'list'
  if (isPattern(node)) return 'pattern'
  if (node.type === 'object') return 'group'
  if (node.type === 'boolean') return '`true`, `false`'
  if (node.type === 'integer') return rangeWords(node)
  return node.type === 'string' ? 'text' : String(node.type ?? '')
}

function rangeWords({ minimum = 0, maximum = Number.MAX_SAFE_INTEGER }: SchemaNode): string {
  return maximum === Number.MAX_SAFE_INTEGER
    ? `number from ${minimum}`
    : `number from ${minimum} to ${maximum}`
}
