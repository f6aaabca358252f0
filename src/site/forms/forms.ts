/**
 * Forms of a page, what they are for, and what each of their fields asks. Some pages can be reached only through forms, so searches and
 * filters are proposed as `form` links; the other kinds tell people what a site offers, and what a crawler should leave alone.
 *
 * Words decide: those of names, labels, buttons and addresses (`forms/words.ts`), together with numbers and types of fields (`forms/clues.ts`),
 * weighed by two small linear models (`forms/linear.ts` and the tables beside it, made by `scripts/train-forms.ts`). The role of a field also
 * depends on the kind of its form and on the role before it. Only filters are recognized by a rule: choices without text that are sent by GET.
 * Linear in the form, with limits on everything (`forms/controls.ts`).
 *
 * The idea, logistic regression over words of forms, and the words for kinds and roles are those of Formasaurus (Korobov, TeamHG-Memex).
 */
import type { TreeNode } from '../../html/index.ts'
import { canonicalUrl } from '../../url/index.ts'
import { fieldClues, formClues, isButton, isHidden } from './clues.ts'
import { type Control, contentOf } from './controls.ts'
import { KIND_WEIGHTS } from './kind-weights.gen.ts'
import { LinearModel } from './linear.ts'
import { ROLE_WEIGHTS } from './role-weights.gen.ts'

type LearnedKind = keyof typeof KIND_WEIGHTS

export type FormKind = LearnedKind | 'filter'

/** What a field asks for: `username`, `email`, `search-query`, `postal-code` …; `hidden` if people do not see it. */
type FieldRole = keyof typeof ROLE_WEIGHTS | 'hidden'

export interface FormField {
  readonly name: string
  /** The type of an input, or `select`, `textarea`. */
  readonly type: string
  readonly role: FieldRole
}

export interface PageForm {
  readonly kind: FormKind
  readonly action: string
  readonly method: 'get' | 'post'
  readonly fields: readonly FormField[]
}

const CHOICE = new Set(['select', 'checkbox', 'radio', 'range', 'number', 'date'])
const KINDS = new LinearModel<LearnedKind>(KIND_WEIGHTS)
const ROLES = new LinearModel<keyof typeof ROLE_WEIGHTS>(ROLE_WEIGHTS)

export function formAt(element: TreeNode, url: string): PageForm {
  const content = contentOf(element)
  const action = canonicalUrl(element.attribute('action') ?? '', url) ?? url
  const method = element.attribute('method')?.toLowerCase() === 'post' ? 'post' : 'get'
  const learned = KINDS.answer(formClues(element, content))
  const kind = isFilter(learned, content.controls, method) ? 'filter' : learned
  return { kind, action, method, fields: fieldsOf(content.controls, learned) }
}

function isFilter(learned: LearnedKind, controls: readonly Control[], method: 'get' | 'post'): boolean {
  if (method !== 'get' || (learned !== 'other' && learned !== 'search')) return false
  const asked = controls.filter(control => !isHidden(control) && !isButton(control))
  return asked.length > 0 && asked.every(({ type }) => CHOICE.has(type))
}

function fieldsOf(controls: readonly Control[], kind: LearnedKind): FormField[] {
  const shown = controls.filter(control => !isHidden(control))
  const roles = new Map<Control, FieldRole>()
  let previous = 'none'
  for (const [i, control] of shown.entries()) {
    const role = ROLES.answer(fieldClues(shown, i, kind, previous))
    roles.set(control, role)
    previous = role
  }
  return controls.map(control => ({
    name: control.name,
    type: control.type,
    role: roles.get(control) ?? 'hidden',
  }))
}
