import { type SharedSightings, SharedTexts } from '../../change/index.ts'

/** One text for the host before classes were known, or those of the host (under '') and of its page classes. */
export type SavedVolatile =
  | string
  | readonly (readonly [pageClass: string, regions: string | null, shared?: string | null])[]

/** As JSON too, which is made again only when somebody asks for it. */
interface SharedMemory {
  readonly texts: SharedTexts
  json: string | null
}

const HOST = ''
const MAX_CLASSES = 40
/** Pages decide how much there is to learn of them; so much is held for each of thousands of hosts. */
const MAX_CHARS = 200_000

/**
 * What was learned of regions that differ on every visit, for each page class, since pages of one template have the same regions, and
 * for the host where no class is known. A class that is new starts from what the host has taught. Beside it the texts that pages share,
 * for the whole host: the latest news stand on pages of all classes.
 *
 * Regions come back from a parse thread as a whole. Texts that pages share come as what one visit saw and are put together here, so
 * that pages compared at the same time teach side by side.
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

  /** The oldest class; the host last, since new classes start from it. */
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

const sharedFrom = (json: string): SharedMemory => ({ texts: SharedTexts.from(parsed(json)), json })

function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return null
  }
}
