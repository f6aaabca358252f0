/**
 * A form that may be filled in, as plain data: where it leads, which field takes words, which choices it offers, and what is sent along. A query
 * becomes an address like any other, in the canonical form under which the answer is known.
 */
import type { TreeNode } from '../../html/index.ts'
import { canonicalUrl, formCharset, formEncoded } from '../../url/index.ts'
import type { Control } from '../forms/controls.ts'
import type { FormField, PageForm } from '../forms/forms.ts'
import { isQueryName, tell } from '../forms/words.ts'
import { postedUrl } from '../guide/posted.ts'
import { entriesOf, optionsOf, optionValue, selectedIn } from '../guide/submission.ts'
import { pathOfList } from '../sample/path-count.ts'
import { type GatedForm, type GateRules, gatedForm } from './gate.ts'

export interface QueryForm {
  readonly method: 'get' | 'post'
  /** The address without its query. */
  readonly action: string
  /** The charset that values are written in; null for UTF-8. */
  readonly charset: string | null
  /** What a browser would send if nothing were filled in, in order. */
  readonly entries: readonly (readonly [name: string, value: string])[]
  /** The field that takes words; null if there are only choices. */
  readonly field: string | null
  readonly choices: readonly FormChoice[]
}

/** Options that can be chosen in place of the current one. */
export interface FormChoice {
  readonly name: string
  readonly values: readonly string[]
}

/** A query: words, a choice, or both. */
export interface FormQuery {
  readonly words: string
  readonly choice: { readonly name: string; readonly value: string } | null
}

/** A form of a page, and whether it may be filled in. */
export type FoundForm = Pick<PageForm, 'kind' | 'method' | 'action'> & {
  readonly fields: readonly string[]
  /** The class of its answers, if a model names it. */
  readonly to?: string
} & ({ readonly closed: string; readonly query: null } | { readonly closed: null; readonly query: QueryForm })

const WRITTEN = new Set(['text', 'search'])
const MAX_SENT_CHARS = 2_000
const MAX_CHOICES = 4
const MAX_VALUES = 60
const MAX_VALUE_CHARS = 60
const MAX_FORMS = 20
const MAX_SHOWN_FIELDS = 12
/** Roles of choices that show the same results in another way. */
const SHOWING = new Set<FormField['role']>(['sorting', 'style', 'number'])

/** The forms of a page, each with the reason why it may not be filled in, if any. */
export function formsOf(nodes: readonly TreeNode[], base: string, rules: GateRules): FoundForm[] {
  const found: FoundForm[] = []
  for (const node of nodes) {
    if (node.name !== 'form') continue
    found.push(foundForm(node, base, rules))
    if (found.length >= MAX_FORMS) break
  }
  return found
}

/** `field`: the name of the field that takes words, if it is known. */
export function foundForm(node: TreeNode, base: string, rules: GateRules, field?: string | null): FoundForm {
  const gated = gatedForm(node, base, rules)
  const { kind, method, action, fields } = gated.form
  const shown = fields.filter(({ role, name }) => role !== 'hidden' && name !== '').map(({ name }) => name)
  const known = { kind, method, action: plain(action), fields: shown.slice(0, MAX_SHOWN_FIELDS) }
  if (gated.closed !== null) return { ...known, closed: gated.closed, query: null }
  const query = queryFormOf(node, gated, field ?? null)
  return typeof query === 'string'
    ? { ...known, closed: query, query: null }
    : { ...known, closed: null, query }
}

/** The form, or why there is nothing to query. */
function queryFormOf(
  node: TreeNode,
  { form, content: { controls } }: GatedForm,
  named: string | null,
): QueryForm | string {
  const field = queryField(controls, form.fields, named)
  const choices = choicesOf(controls, form.fields)
  if (field === null && choices.length === 0) return 'it has no field for words and no choices'
  const entries = entriesOf(controls.map(control => control.node))
  const sent = entries.reduce((sum, [name, value]) => sum + name.length + value.length, 0)
  if (sent > MAX_SENT_CHARS) return 'it sends too much along'
  const charset = formCharset(node.attribute('accept-charset'), node.tree.charset) ?? null
  return { method: form.method, action: plain(form.action), charset, entries, field, choices }
}

/** The one field that takes words; others keep their values. */
function queryField(
  controls: readonly Control[],
  fields: readonly FormField[],
  named: string | null,
): string | null {
  const written = fields.filter(
    ({ type, name }, i) =>
      WRITTEN.has(type) &&
      name !== '' &&
      controls[i]!.node.attribute('name') === name &&
      isOpen(controls[i]!),
  )
  const best =
    written.find(({ name }) => name === named) ??
    written.find(({ role }) => role === 'search-query') ??
    written.find(({ type, name }) => type === 'search' || isQueryName(name)) ??
    (written.length === 1 && written[0]!.role !== 'honeypot' ? written[0] : undefined)
  return best?.name ?? null
}

const isOpen = ({ node }: Control) =>
  node.attribute('readonly') === undefined && node.attribute('disabled') === undefined

function choicesOf(controls: readonly Control[], fields: readonly FormField[]): FormChoice[] {
  const choices = new Map<string, string[]>()
  for (const [i, { node, type }] of controls.entries()) {
    const name = node.attribute('name') ?? ''
    if (name === '' || isShowing(fields[i]!) || !isOpen(controls[i]!)) continue
    if (type === 'select' && node.attribute('multiple') === undefined) choices.set(name, optionsIn(node))
    else if (type === 'radio' && node.attribute('checked') === undefined) {
      const values = choices.get(name) ?? []
      if (values.length < MAX_VALUES) values.push(node.attribute('value') ?? 'on')
      choices.set(name, values)
    }
  }
  return [...choices]
    .map(([name, values]) => ({ name, values: values.filter(isUsable) }))
    .filter(({ values }) => values.length > 0)
    .slice(0, MAX_CHOICES)
}

/** Judged by its name or its role. */
function isShowing({ name, role }: FormField): boolean {
  const clues = new Set<string>()
  tell(clues, 'name', name)
  return SHOWING.has(role) || clues.has('name~sort') || clues.has('name~style')
}

const isUsable = (value: string) => value !== '' && value.length <= MAX_VALUE_CHARS

/** The options that are not selected. */
function optionsIn(select: TreeNode): string[] {
  const selected = new Set(selectedIn(select))
  const values = optionsOf(select)
    .slice(0, MAX_VALUES)
    .map(optionValue)
    .filter(value => !selected.has(value))
  return [...new Set(values)]
}

const plain = (url: string) => url.replace(/[?#].*$/s, '')

/** Identifies a form among those of a host, whatever values it sends along. */
export function formId({ action, method, entries, field }: QueryForm): string {
  const names = [...new Set([...entries.map(([name]) => name), ...(field === null ? [] : [field])])].sort()
  return `${method} ${new URL(action).pathname} ${names.join('&')}`
}

/** The address of an answer; undefined if there is none. */
export function queryAddress(form: QueryForm, { words, choice }: FormQuery): string | undefined {
  const entries = form.entries
    .filter(([name]) => name !== choice?.name)
    .map(([name, value]) => [name, name === form.field ? words : value] as const)
  const chosen = choice === null ? entries : [...entries, [choice.name, choice.value] as const]
  const encoded = formEncoded(chosen, form.charset ?? undefined)
  if (form.method === 'post') return postedUrl(form.action, encoded)
  return canonicalUrl(`${form.action}?${encoded}`)
}

/** Whether this is an answer of the form: the same path except for a page number, with every field that was filled in. */
export function isAnswerOf(form: QueryForm, url: string): boolean {
  const question = url.indexOf('?')
  if (question < 0 || !isAt(form.action, url.slice(0, question))) return false
  const given = new URLSearchParams(url.slice(question + 1))
  return form.field === null ? form.choices.some(({ name }) => given.has(name)) : given.has(form.field)
}

function isAt(action: string, address: string): boolean {
  if (address === action) return true
  const list = pathOfList(address)
  return list !== address && list === pathOfList(action)
}
