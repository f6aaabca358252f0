/** Writes models to files, in the format given by the file extension. */
import { rename, stat, writeFile } from 'node:fs/promises'
import { dirname, extname } from 'node:path'
import { Failure, importExtra } from '../env/index.ts'
import type { ModelVersion } from '../site/index.ts'
import { modelText, startClass, toCypher, toDot, toGraphMl, toJson, toSvg } from '../site/index.ts'
import { guarded } from './export/target.ts'

type Written = string | Uint8Array

/** Media types by file extension. */
const TYPES = {
  csv: 'text/csv; charset=utf-8',
  json: 'application/json; charset=utf-8',
  graphml: 'application/graphml+xml; charset=utf-8',
  cypher: 'text/plain; charset=utf-8',
  dot: 'text/vnd.graphviz; charset=utf-8',
  svg: 'image/svg+xml',
  png: 'image/png',
} as const
type ModelFormat = keyof typeof TYPES
export const MODEL_FORMATS = Object.keys(TYPES) as [ModelFormat, ...ModelFormat[]]

const toCsv = (model: ModelVersion) => modelText(model, startClass(model))

const FORMATS: Readonly<Record<`.${ModelFormat}`, (model: ModelVersion) => Written | Promise<Written>>> = {
  '.csv': toCsv,
  '.json': toJson,
  '.graphml': toGraphMl,
  '.cypher': toCypher,
  '.dot': toDot,
  '.svg': toSvg,
  '.png': toPng,
}

/** Uses the fonts installed on the machine. The library is an optional dependency, loaded on first use. */
async function toPng(model: ModelVersion): Promise<Uint8Array> {
  const load = () => import('@resvg/resvg-js')
  const { Resvg } = await importExtra('@resvg/resvg-js', 'a model as PNG', load)
  const image = new Resvg(toSvg(model), { fitTo: { mode: 'zoom', value: 2 }, background: 'white' })
  return image.render().asPng()
}

/** Renders a model in one of the formats. */
export async function modelFile(
  model: ModelVersion,
  format: ModelFormat,
): Promise<{ readonly bytes: Written; readonly type: string }> {
  return { bytes: await FORMATS[`.${format}`](model), type: TYPES[format] }
}

/** Fails before anything is fetched if one of these files cannot be written later. */
export async function checkTargets(files: readonly string[]): Promise<void> {
  for (const file of files) {
    if (!Object.hasOwn(FORMATS, formatOf(file)))
      throw new Failure('usage', `--out ${file}: the name must end in ${Object.keys(FORMATS).join(', ')}`)
    if (!(await isFolder(dirname(file)))) throw new Failure('usage', `--out ${file}: there is no such folder`)
    if (await isFolder(file)) throw new Failure('usage', `--out ${file} is a folder: name a file`)
  }
}

/** Replaces earlier files, since models are made again and again, but only once the new file is complete. */
export async function writeTargets(files: readonly string[], model: ModelVersion): Promise<void> {
  for (const file of files) {
    await guarded(file, async () => {
      await writeFile(`${file}.part`, await FORMATS[formatOf(file) as keyof typeof FORMATS](model))
      await rename(`${file}.part`, file)
    })
  }
}

const formatOf = (file: string) => extname(file).toLowerCase()

const isFolder = async (path: string) => (await stat(path).catch(() => null))?.isDirectory() ?? false
