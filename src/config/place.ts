import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'

/** Where a config stands: what its relative paths, its `${NAME}`s and its `auto`s refer to. */
export interface ConfigPlace {
  readonly folder: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly cores: number
}

export function placeOf(given: Partial<ConfigPlace>): ConfigPlace {
  return {
    folder: given.folder ?? process.cwd(),
    env: given.env ?? {},
    cores: given.cores ?? availableParallelism(),
  }
}

/** A path in the config, relative to the config's folder. */
export function absolute(path: string, place: ConfigPlace): string {
  return path.startsWith('file:') ? path : resolve(place.folder, path)
}
