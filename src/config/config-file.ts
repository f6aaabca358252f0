/** A separate module, because loading the YAML parser takes longer than validating a config given on the command line. */
import { basename, dirname, extname, resolve } from 'node:path'
import type { Config } from './config.ts'
import { readSource } from './config-source.ts'
import { comesFrom, merged } from './merge.ts'
import { placeOf } from './place.ts'
import type { ConfigInput } from './schema.ts'
import { settled } from './settle.ts'

type Env = Readonly<Record<string, string | undefined>>

/** Reads YAML or JSON. `overrides` (the options of a command) are merged into it: groups are merged, lists are replaced. */
export function readConfig(
  text: string,
  fileName: string,
  overrides: ConfigInput = {},
  env: Env = {},
): Config {
  const source = readSource(text, fileName)
  const input = merged(source.input ?? {}, overrides)
  const place = placeOf({ folder: dirname(resolve(fileName)), env })
  const named = basename(fileName, extname(fileName))
  return settled(input, place, named, problem => {
    const overridden = comesFrom(overrides, problem.path)
    return overridden ? '' : `${fileName}:${source.placeOf(problem.path, problem.at)}: `
  })
}
