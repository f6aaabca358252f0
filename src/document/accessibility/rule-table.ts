/** All rules, and which of them apply to an element. */
import type { TreeNode } from '../../html/index.ts'
import { writtenRole } from './roles.ts'
import type { Rule } from './rule.ts'
import { ariaRules } from './rules/aria.ts'
import { relationRules } from './rules/aria-relations.ts'
import { nameRules } from './rules/control-names.ts'
import { fieldRules } from './rules/form-fields.ts'
import { identifierRules } from './rules/identifiers.ts'
import { linkTextRules } from './rules/link-text.ts'
import { structureRules } from './rules/list-items.ts'
import { imageRules } from './rules/pictures.ts'
import { mediaRules } from './rules/sound-and-motion.ts'
import { tableRules } from './rules/table-headers.ts'
import { documentRules } from './rules/whole-page.ts'

export const RULES: readonly Rule[] = [
  ...[...imageRules, ...nameRules, ...fieldRules, ...documentRules, ...structureRules, ...tableRules],
  ...[...ariaRules, ...relationRules, ...identifierRules, ...mediaRules, ...linkTextRules],
]

const wordsOf = (text = ''): string[] => text.split(' ').filter(word => word !== '')

function rulesBy(words: (rule: Rule) => readonly string[]): ReadonlyMap<string, readonly number[]> {
  const found = new Map<string, number[]>()
  RULES.forEach((rule, n) => {
    for (const word of words(rule)) found.set(word, [...(found.get(word) ?? []), n])
  })
  return found
}

const BY_TAG = rulesBy(({ on }) => wordsOf(on.tags))
const BY_ROLE = rulesBy(({ on }) => wordsOf(on.roles))
const BY_ATTRIBUTE = rulesBy(({ on }) => wordsOf(on.attributes))
const BY_ANY = rulesBy(({ on }) => (on.any === undefined ? [] : [on.any]))

/** Calls `look` once with the index of each rule that applies to the element. */
export function eachRuleOf(node: TreeNode, look: (rule: number) => void): void {
  const { attributes } = node
  const byTag = BY_TAG.get(node.name)
  if (byTag !== undefined) for (const n of byTag) look(n)
  let isAria = false
  for (let i = 0; i < attributes.length; i += 2) {
    const name = attributes[i]!
    const byAttribute = BY_ATTRIBUTE.get(name)
    if (byAttribute !== undefined) for (const n of byAttribute) look(n)
    if (name.startsWith('aria-')) isAria = true
    else if (name === 'role') eachByRole(node, byTag, look)
  }
  if (isAria) for (const n of BY_ANY.get('aria')!) look(n)
}

function eachByRole(
  node: TreeNode,
  byTag: readonly number[] | undefined,
  look: (rule: number) => void,
): void {
  for (const n of BY_ANY.get('role')!) if (!byTag?.includes(n)) look(n)
  for (const n of BY_ROLE.get(writtenRole(node)) ?? []) if (!byTag?.includes(n)) look(n)
}
