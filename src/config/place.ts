import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'

/** The surroundings of a config, which its relative paths, `${NAME}` references and `auto` values refer to. */
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

/** Resolves a path in the config against the config's folder. */
export function absolute(path: string, place: ConfigPlace): string {
  return path.startsWith('file:') ? path : resolve(place.folder, path)
}
