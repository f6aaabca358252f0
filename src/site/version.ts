/** A model as it is stored: with the addresses of all its pages, and the wrappers of its classes. */
import type { Inference } from './infer.ts'
import type { SiteModel } from './model.ts'
import type { Wrapper } from './wrapper/model.ts'

export interface ModelVersion extends SiteModel {
  /** By class, in the order of `classes`. */
  readonly members: readonly (readonly string[])[]
  /** By class name. */
  readonly wrappers?: Readonly<Record<string, Wrapper>>
  /** Classes whose fields a person chose: later versions keep that choice. */
  readonly chosen?: readonly string[]
}

export function versionOf({ model, classOf }: Inference): ModelVersion {
  const places = new Map(model.classes.map(({ name }, i) => [name, i]))
  const members: string[][] = model.classes.map(() => [])
  for (const [url, name] of classOf) members[places.get(name)!]!.push(url)
  return { ...model, members }
}

/**
 * A newly made model with the fields that people chose in the previous version. A class is the same if it has the name, or else most
 * of the pages, of a previous one.
 */
export function withChoices(model: ModelVersion, before: ModelVersion | null): ModelVersion {
  return (before?.chosen ?? []).reduce((kept, name) => {
    const now = sameClass(kept, before!, name)
    return now === null ? kept : withChosen(kept, now, before!.wrappers?.[name] ?? { fields: [] })
  }, model)
}

function sameClass(model: ModelVersion, before: ModelVersion, name: string): string | null {
  if (model.classes.some(each => each.name === name)) return name
  const pages = new Set(before.members[before.classes.findIndex(each => each.name === name)])
  const shared = model.members.map(urls => urls.filter(url => pages.has(url)).length)
  const most = Math.max(0, ...shared)
  return most > pages.size / 2 ? model.classes[shared.indexOf(most)]!.name : null
}

/** The model with these fields for one class, or none, chosen by a person. */
export function withChosen(model: ModelVersion, pageClass: string, wrapper: Wrapper): ModelVersion {
  const chosen = [...new Set([...(model.chosen ?? []), pageClass])]
  const { [pageClass]: _, ...others } = model.wrappers ?? {}
  const isEmpty = wrapper.fields.length === 0 && !wrapper.lists?.length
  return { ...model, wrappers: isEmpty ? others : { ...others, [pageClass]: wrapper }, chosen }
}
