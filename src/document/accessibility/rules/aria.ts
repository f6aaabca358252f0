/** ARIA roles and attributes are used as browsers understand them (WCAG 4.1.2). */
import type { TreeNode } from '../../../html/index.ts'
import type { AccessPage } from '../access-page.ts'
import { ARIA_ATTRIBUTES, GLOBAL_ATTRIBUTES, ROLES } from '../aria-facts.ts'
import { inputType, isFocusable, nativeRole, roleOf, writtenRole } from '../roles.ts'
import { passIf, type Rule, type RuleVerdict } from '../rule.ts'
import { isValidValue } from './aria-values.ts'

function* ariaAttributes(node: TreeNode): Generator<readonly [name: string, value: string]> {
  const { attributes } = node
  for (let i = 0; i < attributes.length; i += 2)
    if (attributes[i]!.startsWith('aria-')) yield [attributes[i]!, attributes[i + 1]!]
}

function everyAttribute(node: TreeNode, isGood: (name: string, value: string) => boolean): RuleVerdict {
  for (const [name, value] of ariaAttributes(node)) if (!isGood(name, value)) return 'fail'
  return 'pass'
}

/** Attributes that every role had in ARIA 1.1; deprecated in 1.2. */
const ONCE_GLOBAL = new Set(['aria-disabled', 'aria-errormessage', 'aria-haspopup', 'aria-invalid'])

function isAllowed(node: TreeNode, role: string, name: string): boolean {
  if (GLOBAL_ATTRIBUTES.has(name) || !ARIA_ATTRIBUTES.has(name)) return true
  const facts = ROLES.get(role)
  if (facts === undefined) return role !== '' || isFieldWithoutRole(node)
  if (facts.supports.has(name) || facts.requires.includes(name)) return true
  if (ONCE_GLOBAL.has(name)) return true
  return name === 'aria-expanded' && ONCE_EXPANDED.has(role)
}

/** In ARIA 1.1, sections, landmarks and items could be expanded. */
const ONCE_EXPANDED = new Set(
  'alert article banner complementary contentinfo definition dialog figure form group heading img landmark list listitem main navigation region rowgroup search status table tabpanel term'.split(
    ' ',
  ),
)

/** Fields without an ARIA role accept what other fields accept. */
const isFieldWithoutRole = (node: TreeNode): boolean => node.name === 'input' || node.name === 'summary'

/** No ARIA attributes are allowed on these except to hide them (ARIA in HTML, 4). */
const WITHOUT_ARIA = new Set(['picture', 'map', 'source', 'track', 'slot', 'param', 'col', 'colgroup'])

function allowedAttributes(node: TreeNode): RuleVerdict {
  const role = roleOf(node)
  let isAny = false
  for (const [name] of ariaAttributes(node)) {
    isAny = true
    if (WITHOUT_ARIA.has(node.name) && name !== 'aria-hidden') return 'fail'
    if (!isAllowed(node, role, name)) return 'fail'
  }
  return isAny ? 'pass' : 'skip'
}

const NAMES = new Set(['aria-label', 'aria-labelledby'])
/** Tags without a role that must not be named. For other tags, what they become is up to the browser. */
// biome-ignore format: a list
const NAMELESS = new Set([
  'div', 'span', 'p', 'b', 'i', 'em', 'strong', 'code', 'caption', 'sub', 'sup', 'del', 'ins', 'small',
])

/** Names on elements that cannot have one are read by some assistive technologies and ignored by others. */
function prohibitedAttributes(node: TreeNode, page: AccessPage): RuleVerdict {
  const role = roleOf(node)
  const prohibits = ROLES.get(role)?.prohibits
  let verdict: RuleVerdict = 'skip'
  for (const [name, value] of ariaAttributes(node)) {
    if (verdict === 'skip') verdict = 'pass'
    if (value.trim() === '') continue
    if (prohibits?.has(name)) return 'fail'
    const isNameless = role === '' && NAMES.has(name) && NAMELESS.has(node.name)
    if (isNameless && !isPartOfName(node, page)) verdict = 'fail'
  }
  return verdict
}

/** In a link or a button, it is part of that element's name. */
function isPartOfName(node: TreeNode, page: AccessPage): boolean {
  const around = page.parentWithRole(node, roleOf)
  const facts = around === null ? undefined : ROLES.get(roleOf(around))
  return facts?.isWidget === true && facts.namedByContent
}

function requiredAttributes(node: TreeNode): RuleVerdict {
  const role = writtenRole(node)
  if (role === '') return 'skip'
  if (role === 'separator' && isFocusable(node))
    return passIf(Boolean(node.attribute('aria-valuenow')?.trim()))
  const missing = ROLES.get(role)!.requires.filter(name => !node.attribute(name)?.trim())
  if (missing.length === 0) return 'pass'
  return passIf(missing.every(name => isGivenOtherwise(node, role, name)))
}

/** HTML provides it for fields and headings. (A separator needs a value only if it can be moved; `requiredAttributes` checks that.) */
function isGivenOtherwise(node: TreeNode, role: string, name: string): boolean {
  if (nativeRole(node) === role) return true
  if (name === 'aria-checked' && node.name === 'input') return /^(?:checkbox|radio)$/.test(inputType(node))
  if (name === 'aria-selected') return true
  if (role === 'combobox') return name === 'aria-controls' && node.attribute('aria-expanded') !== 'true'
  if (role === 'heading') return /^h[1-6]$/.test(node.name)
  return role === 'slider' && node.name === 'input'
}

function knownRoles(node: TreeNode): RuleVerdict {
  const words = node.attribute('role')!.trim().toLowerCase().split(/\s+/, 20)
  if (words[0] === '') return 'skip'
  return passIf(words.some(word => ROLES.has(word) || ALSO_ROLES.has(word)))
}

/** Roles of ARIA 1.3 that browsers support. */
// biome-ignore format: a list
const ALSO_ROLES = new Set([
  'image', 'comment', 'suggestion', 'mark', 'text', 'sectionheader', 'sectionfooter',
])

const aria = (id: string, says: string, on: Rule['on'], check: Rule['check']): Rule => ({
  id,
  level: 'A',
  criteria: '4.1.2',
  says,
  on,
  check,
})

export const ariaRules: readonly Rule[] = [
  aria('aria-roles', 'Roles are roles of ARIA.', { any: 'role' }, knownRoles),
  aria('aria-valid-attr', 'Attributes of ARIA exist.', { any: 'aria' }, node =>
    everyAttribute(node, name => ARIA_ATTRIBUTES.has(name)),
  ),
  aria(
    'aria-valid-attr-value',
    'Attributes of ARIA have a value that they can have.',
    { any: 'aria' },
    validValues,
  ),
  aria(
    'aria-allowed-attr',
    'Attributes of ARIA stand where their role has them.',
    { any: 'aria' },
    allowedAttributes,
  ),
  aria(
    'aria-prohibited-attr',
    'Elements that cannot be named are not given a name.',
    { any: 'aria' },
    prohibitedAttributes,
  ),
  aria(
    'aria-required-attr',
    'Roles have the attributes that they need.',
    { any: 'role' },
    requiredAttributes,
  ),
]

function validValues(node: TreeNode, page: AccessPage): RuleVerdict {
  let verdict: RuleVerdict = 'pass'
  for (const [name, value] of ariaAttributes(node)) {
    const each = isValidValue(name, value, node, page)
    if (each === 'fail') return 'fail'
    if (each === 'unsure') verdict = 'unsure'
  }
  return verdict
}
