/** Valid values of `autocomplete` (HTML standard 4.10.18.7). */
import type { TreeNode } from '../../../html/index.ts'
import { inputType } from '../roles.ts'
import type { RuleVerdict } from '../rule.ts'

const NAMES = new Set(
  `name honorific-prefix given-name additional-name family-name honorific-suffix nickname username new-password current-password
one-time-code organization-title organization street-address address-line1 address-line2 address-line3 address-level4 address-level3
address-level2 address-level1 country country-name postal-code cc-name cc-given-name cc-additional-name cc-family-name cc-number cc-exp
cc-exp-month cc-exp-year cc-csc cc-type transaction-currency transaction-amount language bday bday-day bday-month bday-year sex url
photo`.split(/\s+/),
)
const CONTACTS = new Set(
  'tel tel-country-code tel-national tel-area-code tel-local tel-local-prefix tel-local-suffix tel-extension email impp'.split(
    ' ',
  ),
)
const PLACES = new Set(['home', 'work', 'mobile', 'fax', 'pager'])
/** Words that were never defined but turn completion on or off in some browsers. */
const STATES = new Set(
  'on off none false true disabled enabled undefined null xoff xon text pronouns gender message content'.split(
    ' ',
  ),
)

/** The only purposes that fields of type number can hold. */
const NUMBERS = new Set(
  'transaction-amount cc-exp-month cc-exp-year bday-day bday-month bday-year'.split(' '),
)

export function autocompleteVerdict(node: TreeNode): RuleVerdict {
  const words = node
    .attribute('autocomplete')!
    .toLowerCase()
    .split(/\s+/)
    .filter(word => word !== '')
  if (words.length === 0) return 'skip'
  if (words.length === 1 && STATES.has(words[0]!))
    return words[0] === 'on' || words[0] === 'off' ? 'skip' : 'pass'
  if (words.at(-1) === 'webauthn') words.pop()
  if (words[0]?.startsWith('section-')) words.shift()
  if (words[0] === 'shipping' || words[0] === 'billing') words.shift()
  const isAtPlace = PLACES.has(words[0] ?? '')
  if (isAtPlace) words.shift()
  if (words.length !== 1) return 'fail'
  const name = words[0]!
  if (isAtPlace ? !CONTACTS.has(name) : !CONTACTS.has(name) && !NAMES.has(name)) return 'fail'
  return fits(node, name) ? 'pass' : 'fail'
}

/** Whether the type of the control can hold the purpose (4.10.18.7.1). */
function fits(node: TreeNode, name: string): boolean {
  if (node.name !== 'input') return true
  switch (inputType(node)) {
    case 'number':
      return NUMBERS.has(name)
    case 'url':
      return /^(?:url|photo|impp)$/.test(name)
    case 'email':
      return /^(?:email|username)$/.test(name)
    case 'tel':
      return name.startsWith('tel') || /^(?:one-time-code|cc-|bday-|username)/.test(name)
    case 'date':
      return name === 'bday'
    case 'month':
      return name === 'cc-exp'
    case 'checkbox':
    case 'radio':
    case 'range':
    case 'color':
    case 'file':
      return false
    default:
      return true
  }
}
