/** Makes guides from inferred models and from hand-written specifications. */
import { originOf } from '../../url/index.ts'
import { type SpecificationLine, specificationOf } from '../specification/specification.ts'
import type { ModelVersion } from '../version.ts'
import { wrapperOf } from '../wrapper/extract.ts'
import type { Wrapper } from '../wrapper/model.ts'
import type { GuideData } from './data.ts'

export function guideOfModel(model: ModelVersion, mode: GuideData['mode']): GuideData {
  const { members, profile, wrappers = {} } = model
  const names = model.classes.map(({ name }) => name)
  const start = startClass(model)
  const lines = specificationOf(model, start)
  const inferred = { names, profile, members }
  const bounds = { origin: originOf(model.start), ...(model.domain && { domain: model.domain }) }
  return { ...bounds, mode, start, lines, wrappers, variables: {}, inferred }
}

/** The class of the model's start page. */
export function startClass({ start, classes, members }: ModelVersion): string {
  const place = members.findIndex(urls => urls.includes(start))
  return classes[Math.max(0, place)]?.name ?? 'start'
}

/** The seeds have the class that is the source of the first line. */
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
