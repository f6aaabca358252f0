/** Addresses that need no request because they lead nowhere, as others in their folder or of their name do, or only to a known address. */
import { DeadFolders } from './dead-folders.ts'
import { DeadNames } from './dead-names.ts'
import { SlashRule } from './slash-rule.ts'

/** Where an address led. */
export interface Trodden {
  readonly url: string
  readonly isMissing?: boolean
  readonly movedTo?: string
}

export class DeadEnds {
  readonly #folders = new DeadFolders()
  readonly #names = new DeadNames()
  readonly #slashes = new SlashRule()

  fetched({ url, movedTo, isMissing = false }: Trodden): void {
    this.#folders.fetched(url, isMissing)
    this.#names.fetched(url, isMissing)
    if (movedTo !== undefined) this.#slashes.moved(url, movedTo)
    else if (!isMissing) this.#slashes.showed(url)
  }

  holds(url: string, isKnown: (url: string) => boolean): boolean {
    const target = this.#slashes.target(url)
    return this.#folders.holds(url) || this.#names.holds(url) || (target !== null && isKnown(target))
  }
}
