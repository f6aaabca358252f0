/** The values that ARIA attributes may have (WAI-ARIA 1.2, 6.2.4). */
import type { TreeNode } from '../../../html/index.ts'
import type { AccessPage } from '../access-page.ts'
import { ARIA_ATTRIBUTES } from '../aria-facts.ts'
import type { RuleVerdict } from '../rule.ts'

/** Attributes for which `undefined` means the same as no attribute. */
// biome-ignore format: a list
const MAY_BE_UNDEFINED = new Set([
  'aria-checked', 'aria-expanded', 'aria-hidden', 'aria-grabbed', 'aria-pressed', 'aria-selected',
])
/** They may refer to what a script inserts only when needed. */
// biome-ignore format: a list
const POINTS_LATER = new Set([
  'aria-controls', 'aria-owns', 'aria-activedescendant', 'aria-describedby', 'aria-labelledby',
  'aria-errormessage',
])

export function isValidValue(name: string, written: string, node: TreeNode, page: AccessPage): RuleVerdict {
  const type = ARIA_ATTRIBUTES.get(name)
  const value = written.trim().toLowerCase()
  if (type === undefined || value === '') return 'pass'
  switch (type) {
    case 'boolean':
      return verdict(value === 'true' || value === 'false' || isUndefined(name, value))
    case 'tristate':
      return verdict(/^(?:true|false|mixed)$/.test(value) || isUndefined(name, value))
    case 'integer':
      return integer(name, value)
    case 'number':
      return verdict(Number.isFinite(Number(value)))
    case 'string':
      return 'pass'
    case 'id':
    case 'idlist':
      return reference(name, written, node, page)
    default:
      return words(name, type, value)
  }
}

const verdict = (isGood: boolean): RuleVerdict => (isGood ? 'pass' : 'fail')

const isUndefined = (name: string, value: string): boolean =>
  value === 'undefined' && MAY_BE_UNDEFINED.has(name)

/** A level is at least 1; counts of rows and columns may be −1 for "unknown". */
function integer(name: string, value: string): RuleVerdict {
  if (!/^[-+]?\d+$/.test(value)) return 'fail'
  const number = Number(value)
  if (name === 'aria-level' || name.endsWith('index')) return verdict(number >= 1)
  if (name === 'aria-posinset') return verdict(number >= 1)
  return verdict(name.endsWith('count') || name === 'aria-setsize' ? number >= -1 : number >= 0)
}

function words(name: string, type: string, value: string): RuleVerdict {
  const allowed = type.split(' ')
  const isList = name === 'aria-relevant' || name === 'aria-dropeffect'
  return verdict((isList ? value.split(/\s+/) : [value]).every(word => allowed.includes(word)))
}

function reference(name: string, written: string, node: TreeNode, page: AccessPage): RuleVerdict {
  if (page.named(written).length > 0) return 'pass'
  if (name === 'aria-controls')
    return node.attribute('aria-expanded') === 'false' ||
      node.attribute('aria-selected') === 'false' ||
      node.attribute('aria-haspopup') !== undefined
      ? 'pass'
      : 'fail'
  return POINTS_LATER.has(name) && name !== 'aria-owns' && name !== 'aria-activedescendant'
    ? 'unsure'
    : 'fail'
}
