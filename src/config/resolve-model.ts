/** Resolves the key `extract.model` to the site model that it names. */
import { readFileSync } from 'node:fs'
import type { ModelSettings } from '../crawl/settings.ts'
import { errorCode, Failure, utf8Text } from '../env/index.ts'
import { type GuideData, variablesIn } from '../site/guide/data.ts'
import { guideOfModel, guideOfSpecification } from '../site/guide/make.ts'
import type { ModelVersion } from '../site/index.ts'
import { readSpecification } from '../site/specification/specification.ts'
import type { ConfigPlace } from './place.ts'
import { absolute } from './place.ts'
import type { ConfigValues } from './schema.ts'

const WORDS = ['off', 'kept', 'auto'] as const
const MAX_TOLD = 10

/** Whether a model is named by one of the known words rather than by the path of a file. */
export function isModelWord(model: string): model is (typeof WORDS)[number] {
  return (WORDS as readonly string[]).includes(model)
}

export function resolveModel({ extract }: ConfigValues, place: ConfigPlace): ModelSettings {
  const { model, sample, split } = extract
  if (isModelWord(model)) return model === 'auto' ? { kind: model, sample, split } : { kind: model }
  const file = absolute(model, place)
  return { kind: 'given', guide: readGuide(readText(file), file, place.env) }
}

/** Reads a specification (CSV) or a model (JSON); `file` is its name in messages. */
export function readGuide(source: string, file: string, env: ConfigPlace['env']): GuideData {
  const text = source.replace(/^\ufeff/, '')
  if (/^\s*\{/.test(text)) return guideOfModel(readModel(text, file), 'follow')
  const { lines, problems } = readSpecification(text)
  if (problems.length > 0) {
    const told = problems
      .slice(0, MAX_TOLD)
      .map(each => `${file}:${each.line}:${each.column}: ${each.message}`)
    if (problems.length > MAX_TOLD) told.push(`… and ${problems.length - MAX_TOLD} more`)
    throw new Failure('usage', told.join('\n'))
  }
  if (lines.length === 0) throw new Failure('usage', `model ${file}: there is no line in it`)
  const stored = variablesIn(lines.filter(line => line.kind === 'link'))[0]
  if (stored !== undefined)
    throw new Failure(
      'usage',
      `model ${file}: \${${stored}} fills in a form whose answer is a page of its own, and the address of such a page is stored with what was filled in; write the value itself, or use it in an action`,
    )
  const variables: Record<string, string> = {}
  for (const name of variablesIn(lines)) {
    const value = env[name]
    if (value === undefined)
      throw new Failure(
        'usage',
        `model ${file}: the environment variable ${name}, which a form needs, is not set`,
      )
    variables[name] = value
  }
  return guideOfSpecification(lines, variables)
}

const readText = (file: string): string => utf8Text(readBytes(file), file)

function readBytes(file: string): Buffer {
  try {
    return readFileSync(file)
  } catch (error) {
    const code = errorCode(error)
    const why = code === 'ENOENT' ? 'there is no such file' : `it cannot be read (${code})`
    throw new Failure('usage', `model ${file}: ${why}`, { cause: error })
  }
}

/** Reads a model as written by `tidewatch model --out FILE.json`. */
export function readModel(text: string, file: string): ModelVersion {
  const model = parsed(text)
  if (model) return model
  throw new Failure('usage', `${file} is not a model as tidewatch model --out FILE.json writes it`)
}

function parsed(text: string): ModelVersion | null {
  try {
    const model = JSON.parse(text) as Partial<ModelVersion> | null
    const lists = [model?.classes, model?.links, model?.members]
    const isWhole = model?.format === 1 && lists.every(Array.isArray) && typeof model.start === 'string'
    return isWhole ? (model as ModelVersion) : null
  } catch {
    return null
  }
}
