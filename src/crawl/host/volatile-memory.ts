import { type SharedSightings, SharedTexts } from '../../change/index.ts'
import { jsonOf } from '../../env/json.ts'

/** One text for the host, as stored before classes were known, or one for the host (under '') and one for each page class. */
export type SavedVolatile =
  | string
  | readonly (readonly [pageClass: string, regions: string | null, shared?: string | null])[]

/** Texts that pages share, with their JSON, which is made again only when needed. */
interface SharedMemory {
  readonly texts: SharedTexts
  json: string | null
}

const HOST = ''
const MAX_CLASSES = 40
/** Pages decide how much there is to learn about them; this much is held at most for each of thousands of hosts. */
const MAX_CHARS = 200_000

/**
 * What was learned about regions that differ on every visit: for each page class, since pages of one template have the same regions, and
 * for the host if no class is known. A new class starts from what the host has taught. Beside these, the texts that pages share,
 * for the whole host: the latest news, for example, appears on pages of all classes.
 *
 * Regions come back from a parse thread as a whole. Shared texts come as what one visit saw and are merged here, so
 * that pages compared at the same time do not overwrite what the others taught.
 */
export class VolatileMemory {
  readonly #classes = new Map<string, string | null>()
  #shared: SharedMemory | null = null

  constructor(saved: SavedVolatile = []) {
    if (typeof saved === 'string') this.#classes.set(HOST, saved)
    else
      for (const [key, regions, shared] of saved) {
        this.#classes.set(key, regions)
        if (key === HOST && typeof shared === 'string') this.#shared = sharedFrom(shared)
      }
  }

  of(pageClass: string | null): string | null {
    return this.#classes.get(pageClass ?? HOST) ?? this.#classes.get(HOST) ?? null
  }

  get shared(): string | null {
    if (this.#shared === null) return null
    this.#shared.json ??= JSON.stringify(this.#shared.texts)
    return this.#shared.json
  }

  learn(pageClass: string | null, regions: string): void {
    const key = pageClass ?? HOST
    this.#classes.delete(key)
    this.#classes.set(key, regions.length <= MAX_CHARS ? regions : null)
    this.#forget()
  }

  learnShared(seen: SharedSightings): void {
    this.#shared ??= { texts: new SharedTexts(), json: null }
    this.#shared.texts.learn(seen)
    this.#shared.json = null
  }

  get isEmpty(): boolean {
    return this.#classes.size === 0 && this.#shared === null
  }

  toJSON(): SavedVolatile {
    const classes = [...this.#classes].filter(([key]) => key !== HOST)
    return [[HOST, this.#classes.get(HOST) ?? null, this.shared], ...classes]
  }

  /** Drops the oldest classes; the host comes last, since new classes start from it. */
  #forget(): void {
    while (this.#classes.size > MAX_CLASSES || this.#chars > MAX_CHARS) {
      const oldest = [...this.#classes.keys()].find(each => each !== HOST) ?? HOST
      this.#classes.delete(oldest)
    }
  }

  get #chars(): number {
    let chars = 0
    for (const regions of this.#classes.values()) chars += regions?.length ?? 0
    return chars
  }
}

const sharedFrom = (json: string): SharedMemory => ({ texts: SharedTexts.from(jsonOf(json)), json })
