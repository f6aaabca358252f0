/**
 * Writes what WAI-ARIA 1.2 says of roles and attributes, from the tables of aria-query, in the form the accessibility checks read.
 *
 *   node scripts/aria-facts.mjs
 */
import { writeFileSync } from 'node:fs'
import { aria, roles } from 'aria-query'

const TARGET = 'src/document/accessibility/aria-facts.json'

/** Graphics and digital publishing have attributes of their own only by inheritance. */
const globals = Object.keys(roles.get('roletype').props)

const facts = {
  origin: 'WAI-ARIA 1.2, DPUB-ARIA and Graphics-ARIA, from aria-query 5.3.2 (scripts/aria-facts.mjs)',
  globals: globals.join(' '),
  attributes: Object.fromEntries(
    [...aria.entries()].map(([name, { type, values }]) => [name, values ? values.join(' ') : type]),
  ),
  roles: Object.fromEntries(
    [...roles.entries()].map(([name, role]) => [name, role.abstract ? 'abstract' : factsOf(role)]),
  ),
}

function factsOf(role) {
  const supports = Object.keys(role.props).filter(name => !globals.includes(name))
  const classes = role.superClass.flat()
  return {
    ...(supports.length > 0 && { supports: supports.join(' ') }),
    ...listed('requires', Object.keys(role.requiredProps)),
    ...listed('prohibits', role.prohibitedProps),
    ...listed('within', role.requiredContextRole),
    ...listed(
      'owns',
      role.requiredOwnedElements.map(path => path.join('>')),
    ),
    ...(role.accessibleNameRequired && { mustBeNamed: true }),
    ...(role.nameFrom.includes('contents') && { namedByContent: true }),
    ...(role.childrenPresentational && { hidesChildren: true }),
    ...(classes.includes('widget') && { isWidget: true }),
  }
}

function listed(key, names) {
  return names.length === 0 ? {} : { [key]: names.join(' ') }
}

writeFileSync(TARGET, `${JSON.stringify(facts, null, 2)}\n`)
