/**
 * Folders in which no address works. Links into a part of a site that was moved or never published lead nowhere, whatever their form, so a
 * folder is left after several addresses below it failed and none worked. The larger the part of the site that is known, the more are tried. Each
 * ending is judged by itself: the sources that a manual names may be missing where its pages are.
 */
import { hashOfText } from './own-phrases.ts'
import { Sightings } from './sightings.ts'

/** Folders that are remembered at a time. */
const PLACES = 2 ** 16
/** Number of addresses below a folder that are tried, at least, and as a share of all that were tried on the site. */
const MIN_TRIED = 4
const TRIED_SHARE = 0.01
/** Folders below this depth count as one with the folder at it. */
const MAX_DEPTH = 6

export class DeadFolders {
  /** By folder, how many addresses below it failed, and how many worked. */
  readonly #failed = new Sightings(PLACES)
  readonly #worked = new Sightings(PLACES)
  #tried = 0

  fetched(url: string, isMissing: boolean): void {
    this.#tried++
    for (const folder of foldersOf(url)) (isMissing ? this.#failed : this.#worked).add(folder)
  }

  holds(url: string): boolean {
    const enough = Math.max(MIN_TRIED, this.#tried * TRIED_SHARE)
    return foldersOf(url).some(folder => this.#failed.of(folder) >= enough && this.#worked.of(folder) === 0)
  }
}

/** The folders that an address is in, from the outermost on, with its ending. `/a/b/` is the page `b` in the folder `/a`. */
function foldersOf(url: string): number[] {
  const path = /^[a-z]+:\/\/[^/]*(\/[^?#]*)/i.exec(url)?.[1] ?? ''
  const segments = path.replace(/\/$/, '').split('/').slice(1)
  const ending = /\.[a-z]{2,5}$/i.exec(segments.pop() ?? '')?.[0].toLowerCase() ?? ''
  return segments
    .slice(0, MAX_DEPTH)
    .map((_, i) => hashOfText(`/${segments.slice(0, i + 1).join('/')}/*${ending}`))
}
