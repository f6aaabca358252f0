/** A model as it is kept: with the addresses of all its pages, and the wrappers of its classes. */
import type { Inference } from './infer.ts'
import type { SiteModel } from './model.ts'
import type { Wrapper } from './wrapper/model.ts'

export interface ModelVersion extends SiteModel {
  /** Class by class, in the order of `classes`. */
  readonly members: readonly (readonly string[])[]
  /** By the name of the class. */
  readonly wrappers?: Readonly<Record<string, Wrapper>>
}

export function versionOf({ model, classOf }: Inference): ModelVersion {
  const places = new Map(model.classes.map(({ name }, i) => [name, i]))
  const members: string[][] = model.classes.map(() => [])
  for (const [url, name] of classOf) members[places.get(name)!]!.push(url)
  return { ...model, members }
}
