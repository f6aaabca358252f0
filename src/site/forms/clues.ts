/** Clues of a form and of its fields: what the linear models of kinds and roles weigh. */
import type { TreeNode } from '../../html/index.ts'
import type { Control, FormContent } from './controls.ts'
import { isQueryName, tell } from './words.ts'

const BUTTONS = new Set(['submit', 'button', 'image', 'reset'])
const KNOWN_TYPES = new Set(
  'text search email password tel url number date checkbox radio file select textarea submit button image reset'.split(
    ' ',
  ),
)

export const isButton = ({ type }: Control): boolean => BUTTONS.has(type)
export const isHidden = ({ type }: Control): boolean => type === 'hidden'

export function formClues(form: TreeNode, { controls, links, text }: FormContent): Set<string> {
  const clues = new Set(['always'])
  const method = form.attribute('method')?.toLowerCase() === 'post' ? 'post' : 'get'
  clues.add(`method=${method}`)
  for (const name of ['id', 'class', 'name', 'role', 'aria-label', 'onsubmit'])
    tell(clues, 'form', form.attribute(name) ?? '')
  tell(clues, 'action', pathOf(form.attribute('action') ?? ''))
  tell(clues, 'link', links)
  for (let at = 0; at < 450; at += 150) tell(clues, 'text', text.slice(at, at + 150))
  for (const control of controls) controlClues(clues, control)
  counts(clues, controls)
  return clues
}

function controlClues(clues: Set<string>, control: Control): void {
  const { name } = control
  if (isHidden(control)) tell(clues, 'hidden', name)
  else if (isButton(control)) buttonClues(clues, control)
  else askedClues(clues, control)
}

function buttonClues(clues: Set<string>, { node, name, inside }: Control): void {
  for (const part of [inside, node.attribute('value'), node.attribute('alt'), node.attribute('title')])
    tell(clues, 'button', part ?? '')
  tell(clues, 'buttonName', `${name} ${node.attribute('id') ?? ''} ${node.attribute('class') ?? ''}`)
}

function askedClues(clues: Set<string>, { node, name, type, label }: Control): void {
  if (isQueryName(name)) clues.add('query')
  tell(clues, 'name', `${name} ${node.attribute('id') ?? ''}`)
  for (const part of [label, node.attribute('placeholder'), node.attribute('title')])
    tell(clues, 'label', part ?? '')
  if (type === 'text' || type === 'search') tell(clues, 'label', node.attribute('value') ?? '')
}

function counts(clues: Set<string>, controls: readonly Control[]): void {
  const by = new Map<string, number>()
  for (const control of controls) {
    const type = kindOfType(control)
    by.set(type, (by.get(type) ?? 0) + 1)
  }
  for (const [type, count] of by) {
    clues.add(`has=${type}`)
    clues.add(`${type}s=${size(count)}`)
  }
  const asked = controls.filter(control => !isHidden(control) && !isButton(control))
  clues.add(`asked=${size(asked.length)}`)
  clues.add(`written=${size(asked.filter(isWritten).length)}`)
  const shape = asked.slice(0, 5).map(kindOfType).join('+')
  clues.add(`shape=${shape}`)
}

const isWritten = ({ type }: Control) => !['select', 'checkbox', 'radio', 'file'].includes(type)

const kindOfType = ({ type }: Control): string =>
  type === 'hidden' ? type : KNOWN_TYPES.has(type) ? type : 'text'

const size = (count: number): string =>
  count <= 3 ? String(count) : count <= 5 ? '4-5' : count <= 9 ? '6-9' : '10+'

const pathOf = (action: string): string => action.replace(/^(?:https?:)?\/\/[^/?#]*/i, '')

/** Clues of the field at `at` among the `shown` ones, in a form of that kind, after a field of that role. */
export function fieldClues(
  shown: readonly Control[],
  at: number,
  kind: string,
  previous: string,
): Set<string> {
  const control = shown[at]!
  const { node, name, label, before, after, inside, options } = control
  const type = kindOfType(control)
  const clues = new Set([
    'always',
    `type=${type}`,
    `kind=${kind}`,
    `kind=${kind}+${type}`,
    `previous=${previous}`,
  ])
  clues.add(`next=${shown[at + 1] === undefined ? 'none' : kindOfType(shown[at + 1]!)}`)
  tell(clues, 'behind', shown[at + 1]?.name ?? '', false)
  if (isQueryName(name)) clues.add('query')
  if (type === 'select') clues.add(`options=${size(options)}`)
  tell(clues, 'name', `${name} ${node.attribute('id') ?? ''}`)
  tell(clues, 'class', node.attribute('class') ?? '')
  for (const part of [
    label,
    node.attribute('placeholder'),
    node.attribute('title'),
    node.attribute('aria-label'),
  ])
    tell(clues, 'label', part ?? '')
  tell(clues, 'before', before.slice(-60))
  tell(clues, 'after', after.slice(0, 60), false)
  tell(clues, 'inside', inside.slice(0, 80), false)
  if (type !== 'password') tell(clues, 'value', node.attribute('value') ?? '')
  if (node.attribute('readonly') !== undefined || node.attribute('disabled') !== undefined)
    clues.add('readonly')
  if (type === 'password') clues.add(passwordsBefore(shown, at) === 0 ? 'password=1' : 'password=2')
  if (namedBefore(shown, at)) clues.add('same')
  return clues
}

function passwordsBefore(shown: readonly Control[], at: number): number {
  let count = 0
  for (let i = 0; i < at; i++) if (shown[i]!.type === 'password') count++
  return count
}

const namedBefore = (shown: readonly Control[], at: number) =>
  at > 0 && shown[at - 1]!.name === shown[at]!.name
