/** What WAI-ARIA says about roles and attributes. */
import facts from './aria-facts.json' with { type: 'json' }

export interface RoleFacts {
  readonly supports: ReadonlySet<string>
  readonly requires: readonly string[]
  readonly prohibits: ReadonlySet<string>
  /** Roles that elements of this role must be inside of. */
  readonly within: ReadonlySet<string>
  /** Roles that an element of this role must contain; an entry may be a path such as `rowgroup>row`. */
  readonly owns: readonly string[]
  readonly mustBeNamed: boolean
  readonly namedByContent: boolean
  readonly hidesChildren: boolean
  readonly isWidget: boolean
}

interface WrittenFacts {
  readonly supports?: string
  readonly requires?: string
  readonly prohibits?: string
  readonly within?: string
  readonly owns?: string
  readonly mustBeNamed?: boolean
  readonly namedByContent?: boolean
  readonly hidesChildren?: boolean
  readonly isWidget?: boolean
}

const wordsOf = (text = ''): string[] => text.split(' ').filter(word => word !== '')

/** Attributes allowed for every role; the last three are from ARIA 1.3, and browsers support them. */
export const GLOBAL_ATTRIBUTES: ReadonlySet<string> = new Set([
  ...wordsOf(facts.globals),
  'aria-description',
  'aria-braillelabel',
  'aria-brailleroledescription',
])

/** `boolean`, `tristate`, `id`, `idlist`, `integer`, `number`, `string`, or the allowed words. */
export const ARIA_ATTRIBUTES: ReadonlyMap<string, string> = new Map(Object.entries(facts.attributes))

export const ROLES: ReadonlyMap<string, RoleFacts> = new Map(
  Object.entries(facts.roles as Readonly<Record<string, WrittenFacts | 'abstract'>>).flatMap(
    ([name, role]) => (role === 'abstract' ? [] : [[name, factsOf(role)] as const]),
  ),
)

function factsOf(role: WrittenFacts): RoleFacts {
  return {
    supports: new Set(wordsOf(role.supports)),
    requires: wordsOf(role.requires),
    prohibits: new Set(wordsOf(role.prohibits)),
    within: new Set(wordsOf(role.within)),
    owns: wordsOf(role.owns),
    mustBeNamed: role.mustBeNamed ?? false,
    namedByContent: role.namedByContent ?? false,
    hidesChildren: role.hidesChildren ?? false,
    isWidget: role.isWidget ?? false,
  }
}
