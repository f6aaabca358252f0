/**
 * The config: turns what a person writes in YAML or JSON into the engine's complete settings.
 *
 * One schema (`schema.ts`) holds every key with its default and its explanation; the published JSON Schema, the table in
 * `docs/config.md` and the type `ConfigInput` are made from it, so they cannot disagree. A config goes through four steps:
 *   1. `config-source.ts`   text to data, remembering the position of each key;
 *   2. `schema.ts`   types, units and unknown keys;
 *   3. `contradictions.ts`   keys that contradict each other, variables that are not set;
 *   4. `resolve-settings.ts`   defaults that depend on other keys, addresses, profiles, paths.
 *
 * Invariants: a key is obeyed or rejected, never ignored; every problem is one sentence with its position, and up to ten
 * are reported at once, because people correct a file in one sitting. `source` of a Config is the user's input with absolute
 * paths, `${NAME}` references kept and credentials left out: it can be stored and read again from another folder.
 */
import type { Config } from './config.ts'
import { type ConfigPlace, placeOf } from './place.ts'
import type { ConfigInput } from './schema.ts'
import { settled } from './settle.ts'

export type { Config } from './config.ts'
export type { ConfigPlace } from './place.ts'
export { isModelWord, readGuide, readModel } from './resolve-model.ts'
export type { ConfigInput } from './schema.ts'
export { isSeedAddress } from './seed-address.ts'
export { parseShare } from './units.ts'

/** Takes data instead of text: from a caller of the library, from the command line, or stored in a collection. */
export function configFrom(input: ConfigInput, given: Partial<ConfigPlace> = {}): Config {
  return settled(input, placeOf(given), 'collection', () => '')
}
