import { type SharedSightings, SharedTexts } from '../../change/index.ts'

/** One text for the host before classes were known, or those of the host (under '') and of its page classes. */
export type SavedVolatile =
  | string
  | readonly (readonly [pageClass: string, regions: string | null, shared?: string | null])[]

interface ClassMemory {
  regions: string | null
  /** As JSON too, which is made again only when somebody asks for it. */
  shared: { readonly texts: SharedTexts; json: string | null } | null
}

const HOST = ''
const MAX_CLASSES = 40
/** Pages decide how much there is to learn of them; so much is held for each of thousands of hosts. */
const MAX_CHARS = 200_000

/**
 * What was learned of regions that differ on every visit, and of texts that pages share: for each page class, since pages of one
 * template have the same regions, and for the host where no class is known. A class that is new starts from what the host has taught.
 *
 * Regions come back from a parse thread as a whole. Texts that pages share come as what one visit saw and are put together here, so
 * that pages compared at the same time teach side by side.
 */
export class VolatileMemory {
  readonly #classes = new Map<string, ClassMemory>()

  constructor(saved: SavedVolatile = []) {
    if (typeof saved === 'string') this.#classes.set(HOST, { regions: saved, shared: null })
    else
      for (const [key, regions, shared] of saved)
        this.#classes.set(key, { regions, shared: sharedFrom(shared ?? null) })
  }

  of(pageClass: string | null): string | null {
    return this.#classes.get(pageClass ?? HOST)?.regions ?? this.#classes.get(HOST)?.regions ?? null
  }

  sharedOf(pageClass: string | null): string | null {
    return jsonOf(this.#classes.get(pageClass ?? HOST)) ?? jsonOf(this.#classes.get(HOST))
  }

  learn(pageClass: string | null, regions: string): void {
    this.#own(pageClass).regions = regions.length <= MAX_CHARS ? regions : null
    this.#forget()
  }

  learnShared(pageClass: string | null, seen: SharedSightings): void {
    const memory = this.#own(pageClass)
    memory.shared ??= sharedFrom(jsonOf(this.#classes.get(HOST))) ?? { texts: new SharedTexts(), json: null }
    memory.shared.texts.learn(seen)
    memory.shared.json = null
    this.#forget()
  }

  get isEmpty(): boolean {
    return this.#classes.size === 0
  }

  toJSON(): SavedVolatile {
    return [...this.#classes].map(([key, memory]) => [key, memory.regions, jsonOf(memory)])
  }

  /** The memory of the class itself, as the one that was used last. */
  #own(pageClass: string | null): ClassMemory {
    const key = pageClass ?? HOST
    const memory = this.#classes.get(key) ?? { regions: null, shared: null }
    this.#classes.delete(key)
    this.#classes.set(key, memory)
    return memory
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
    for (const { regions, shared } of this.#classes.values())
      chars += (regions?.length ?? 0) + (shared?.texts.roughChars ?? 0)
    return chars
  }
}

const sharedFrom = (json: string | null): ClassMemory['shared'] =>
  json === null ? null : { texts: SharedTexts.from(parsed(json)), json }

function jsonOf(memory: ClassMemory | undefined): string | null {
  if (!memory?.shared) return null
  memory.shared.json ??= JSON.stringify(memory.shared.texts)
  return memory.shared.json
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return null
  }
}
