/**
 * Decides whether a crawler may fill in a form by itself. Only if all of these agree that the form looks things up and changes nothing: the
 * classifier of forms, the kinds and roles of its fields, the words on its buttons, in its names and in its address, what it sends along, and
 * where it leads. Each of them can only close the gate, so that a mistake costs a search that is not made, never an order that is sent.
 */
import type { TreeNode } from '../../html/index.ts'
import { canonicalUrl, hostOf, originOf } from '../../url/index.ts'
import { formClues, isButton, isHidden } from '../forms/clues.ts'
import { type Control, contentOf, type FormContent, MAX_CONTROLS } from '../forms/controls.ts'
import { type FormField, formAt, type PageForm } from '../forms/forms.ts'
import { conceptPattern } from '../forms/words.ts'
import gateWords from './gate-words.json' with { type: 'json' }

/** What the operator allows. */
export interface GateRules {
  /** Whether searches may be sent by POST. */
  readonly post: boolean
}

export interface GatedForm {
  readonly form: PageForm
  readonly content: FormContent
  /** Why it is not filled in; null if it may be. */
  readonly closed: string | null
}

/** Fields that ask for personal data, a file or a longer text, never for what to look up. */
const PERSONAL_TYPES = new Set(['password', 'file', 'email', 'tel', 'textarea', 'url', 'color'])
const PERSONAL_ROLES = new Set<FormField['role']>([
  ...([
    'password',
    'password-confirmation',
    'email',
    'email-confirmation',
    'username',
    'username-or-email',
  ] as const),
  ...([
    'captcha',
    'terms',
    'receive-emails',
    'remember-me',
    'phone',
    'fax',
    'openid',
    'url',
    'comment',
    'about',
  ] as const),
  ...([
    'security-question',
    'quantity',
    'first-name',
    'middle-name',
    'last-name',
    'full-name',
    'gender',
  ] as const),
])
/** What a form is for if one of these words is on its button, in its address or in its own names. */
const OTHER_PURPOSES = [
  ...[
    'login',
    'register',
    'forgot',
    'password',
    'newsletter',
    'cart',
    'buy',
    'comment',
    'message',
    'contact',
  ],
  ...['poll', 'captcha', 'terms'],
]
/** What no search form asks for. */
const PERSONAL_WORDS = ['password', 'mail', 'captcha', 'terms', 'secret', 'quantity', 'message', 'comment']
const CARD = /(?:^|[-_ ])(?:cc|card|cvc|cvv|iban|bic|credit|debit|kreditkarte|carte)(?:[-_ ]|num|no|$)/i
/** Forms that change something carry a token, so that nobody else can send them. */
const TOKEN =
  /csrf|xsrf|authenticity|nonce|requestverification|anti-?forgery|form_?key|form_?token|^_?token$|sesskey|formhash|^__(?:viewstate|eventvalidation)/i
const CHANGES: readonly (readonly [string, RegExp])[] = Object.entries(gateWords.changes).map(
  ([change, words]) => [change, conceptPattern(words)],
)
const MAX_READ_CHARS = 400
const KINDS = new Set<PageForm['kind']>(['search', 'filter'])

export function gatedForm(element: TreeNode, base: string, rules: GateRules): GatedForm {
  const content = contentOf(element)
  const form = formAt(element, base)
  const closed =
    kindReason(form, rules) ??
    targetReason(element, form, base) ??
    fieldReason(content, form) ??
    wordReason(element, content, form) ??
    changeReason(element, content)
  return { form, content, closed }
}

function kindReason({ kind, method }: PageForm, { post }: GateRules): string | null {
  if (!KINDS.has(kind))
    return kind === 'other' ? 'it does not look like a search form' : `it looks like a form for ${kind}`
  return method === 'post' && !post ? 'it is sent by POST' : null
}

function targetReason(element: TreeNode, { action }: PageForm, base: string): string | null {
  const named = element.attribute('action')?.trim() ?? ''
  if (!/^https?:/.test(action) || canonicalUrl(named, base) === undefined) return 'it leads to no web page'
  if (hostOf(action) !== hostOf(base)) return `it leads to another host, ${hostOf(action)}`
  if (originOf(action) !== originOf(base)) return 'it leads from https to http, or to another port'
  const encoding = element.attribute('enctype')?.toLowerCase() ?? ''
  return encoding.includes('multipart') ? 'it is made to send files' : null
}

function fieldReason({ controls }: FormContent, { fields }: PageForm): string | null {
  if (controls.length >= MAX_CONTROLS) return 'it has too many fields'
  const personal = controls.find(control => PERSONAL_TYPES.has(control.type) || asksForCard(control))
  if (personal) return `it has a field for a ${asksForCard(personal) ? 'card' : personal.type}`
  const role = fields.find((field, i) => PERSONAL_ROLES.has(field.role) && isAsked(controls[i]!))?.role
  if (role) return `it asks for something personal: ${role}`
  const token = controls.find(control => isHidden(control) && TOKEN.test(control.name))
  return token ? 'it carries a token, as forms do that change something' : null
}

const isAsked = (control: Control) => !isHidden(control) && !isButton(control)

const asksForCard = ({ node, name }: Control) =>
  CARD.test(name) || (node.attribute('autocomplete') ?? '').toLowerCase().startsWith('cc-')

/** Words for other purposes, by where they appear. */
function wordReason(element: TreeNode, content: FormContent, { kind, method }: PageForm): string | null {
  const clues = formClues(element, content)
  const isNamedSearch = ['button', 'buttonName', 'action', 'form'].some(place => clues.has(`${place}~search`))
  if (kind === 'filter' && !isNamedSearch) return 'it offers choices and says nowhere that it searches'
  if (method === 'post' && !isNamedSearch) return 'it is sent by POST and says nowhere that it searches'
  for (const place of ['button', 'buttonName', 'action', 'form'])
    for (const concept of OTHER_PURPOSES)
      if (clues.has(`${place}~${concept}`)) return `its ${PLACES[place]} speaks of something else: ${concept}`
  for (const place of ['name', 'label'])
    for (const concept of PERSONAL_WORDS)
      if (clues.has(`${place}~${concept}`)) return `a field asks for something personal: ${concept}`
  return null
}

const PLACES: Readonly<Record<string, string>> = {
  button: 'button',
  buttonName: 'button',
  action: 'address',
  form: 'name',
}

/** Words for changes, anywhere the server would see them or people would press them. */
function changeReason(element: TreeNode, { controls }: FormContent): string | null {
  const texts = [
    element.attribute('action') ?? '',
    element.attribute('id') ?? '',
    element.attribute('name') ?? '',
  ]
  for (const control of controls) {
    const { node, name, inside } = control
    if (isButton(control) && control.type !== 'reset') texts.push(inside, node.attribute('value') ?? '', name)
    else if (isHidden(control)) texts.push(name, node.attribute('value') ?? '')
    else if (control.type === 'select' || control.type === 'radio') texts.push(name, inside)
  }
  for (const text of texts) {
    const read = text
      .slice(0, MAX_READ_CHARS)
      .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
      .toLowerCase()
    const change = CHANGES.find(([, pattern]) => pattern.test(read))
    if (change) return `it may change something: ${change[0]}`
  }
  return null
}
