/** Guides from models: inferred ones, and specifications that people wrote. */
import { originOf } from '../../url/index.ts'
import { type SpecificationLine, specificationOf } from '../specification.ts'
import type { ModelVersion } from '../version.ts'
import { wrapperOf } from '../wrapper/extract.ts'
import type { Wrapper } from '../wrapper/model.ts'
import type { GuideData } from './data.ts'

export function guideOfModel(model: ModelVersion, mode: GuideData['mode']): GuideData {
  const { classes, members, profile, wrappers = {} } = model
  const names = classes.map(({ name }) => name)
  const start = names[members.findIndex(urls => urls.includes(model.start))] ?? names[0] ?? 'start'
  // Forms of an inferred model are proposals: what to write into them is for people to say.
  const lines = specificationOf(model).filter(line => line.kind === 'link' && line.type !== 'form')
  const inferred = { names, profile, members }
  return { origin: originOf(model.start), mode, start, lines, wrappers, variables: {}, inferred }
}

/** The seeds have the class that the first line begins with. */
export function guideOfSpecification(
  lines: readonly SpecificationLine[],
  variables: Readonly<Record<string, string>>,
): GuideData {
  const start = lines[0]?.source ?? 'start'
  const wrappers: Record<string, Wrapper> = {}
  for (const name of new Set(lines.map(line => line.source))) {
    const wrapper = wrapperOf(lines, name)
    if (wrapper.fields.length > 0) wrappers[name] = wrapper
  }
  return { origin: null, mode: 'follow', start, lines, wrappers, variables, inferred: null }
}
