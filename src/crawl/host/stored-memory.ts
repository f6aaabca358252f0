/**
 * What a collection stores about a host, as one JSON text: `HostMemory` reads and writes it all; plans, models and listings read their parts.
 * Only types are imported here, so that those load nothing else.
 */
import type { SavedEquivalences } from '../../duplicates/index.ts'
import { jsonOf } from '../../env/json.ts'
import type { StoredCookie } from '../../fetch/index.ts'
import type { SavedQueries } from '../../focus/queries/index.ts'
import type { SavedLearning } from '../planning/host-learning.ts'
import type { Soft404 } from './host-memory.ts'
import type { RenderChoice } from './render-memory.ts'
import type { SavedLooks } from './second-look-budget.ts'
import type { SavedVolatile } from './volatile-memory.ts'

export interface StoredMemory {
  readonly refresh?: SavedLearning
  readonly profile?: number
  readonly ranges?: boolean
  readonly cookies?: readonly StoredCookie[]
  readonly notFound?: Soft404
  readonly dates?: readonly (readonly [number, number])[]
  readonly yields?: readonly (readonly [string, number])[]
  readonly loggedIn?: boolean
  readonly validatorsLie?: boolean
  readonly volatile?: SavedVolatile
  readonly confirmations?: SavedLooks
  readonly sources?: number
  readonly urls?: SavedEquivalences
  readonly walls?: readonly string[]
  readonly renders?: readonly RenderChoice[]
  readonly forms?: SavedQueries
}

/** A memory that cannot be parsed is forgotten. */
export const storedMemory = (text: string | null): StoredMemory => jsonOf<StoredMemory>(text) ?? {}
