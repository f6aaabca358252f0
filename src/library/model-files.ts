/** A model as a file, in the format that its extension names. */
import { rename, stat, writeFile } from 'node:fs/promises'
import { dirname, extname } from 'node:path'
import { Failure, importExtra } from '../env/index.ts'
import type { ModelVersion } from '../site/index.ts'
import { modelText, startClass, toCypher, toDot, toGraphMl, toJson, toSvg } from '../site/index.ts'
import { guarded } from './export/target.ts'

type Written = string | Uint8Array

const toCsv = (model: ModelVersion) => modelText(model, startClass(model))

const FORMATS: Readonly<Record<string, (model: ModelVersion) => Written | Promise<Written>>> = {
  '.csv': toCsv,
  '.json': toJson,
  '.graphml': toGraphMl,
  '.cypher': toCypher,
  '.dot': toDot,
  '.svg': toSvg,
  '.png': toPng,
}

/** Drawn with the fonts of this machine; loaded only by those who ask for it. */
async function toPng(model: ModelVersion): Promise<Uint8Array> {
  const load = () => import('@resvg/resvg-js')
  const { Resvg } = await importExtra('@resvg/resvg-js', 'a model as PNG', load)
  const image = new Resvg(toSvg(model), { fitTo: { mode: 'zoom', value: 2 }, background: 'white' })
  return image.render().asPng()
}

/** Before anything is fetched: can these files be written at the end? */
export async function checkTargets(files: readonly string[]): Promise<void> {
  for (const file of files) {
    if (!Object.hasOwn(FORMATS, formatOf(file)))
      throw new Failure('usage', `--out ${file}: the name must end in ${Object.keys(FORMATS).join(', ')}`)
    if (!(await isFolder(dirname(file)))) throw new Failure('usage', `--out ${file}: there is no such folder`)
    if (await isFolder(file)) throw new Failure('usage', `--out ${file} is a folder: name a file`)
  }
}

/** Models are made again and again: an earlier file is written over, but only by a whole one. */
export async function writeTargets(files: readonly string[], model: ModelVersion): Promise<void> {
  for (const file of files) {
    await guarded(file, async () => {
      await writeFile(`${file}.part`, await FORMATS[formatOf(file)]!(model))
      await rename(`${file}.part`, file)
    })
  }
}

const formatOf = (file: string) => extname(file).toLowerCase()

const isFolder = async (path: string) => (await stat(path).catch(() => null))?.isDirectory() ?? false
