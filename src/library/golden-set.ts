/** Reads and validates a golden set: the true classes and links of a site, written by people. */
import { z } from 'zod'
import { Failure } from '../env/index.ts'
import type { Golden } from '../site/index.ts'
import { readNamed } from './named-file.ts'

const goldenSchema = z.object({
  classes: z
    .array(
      z.object({
        name: z.string(),
        regex: z.string(),
        pages: z.number().optional(),
        /** The same for all classes of one template. */
        template: z.string().optional(),
        /** Pages without content, which are not scored. */
        trap: z.boolean().optional(),
      }),
    )
    .min(1),
  links: z
    .array(
      z.object({
        from: z.string(),
        to: z.string(),
        type: z.enum(['list', 'menu', 'singleton', 'form']),
        /** Share of the source pages that have this link. */
        coverage: z.number().optional(),
      }),
    )
    .default([]),
})

export async function readGolden(file: string): Promise<Golden> {
  const wrong = (why: string) => new Failure('usage', `golden set ${file}: ${why}`)
  let data: unknown
  try {
    data = JSON.parse(await readNamed(file, 'golden set'))
  } catch (error) {
    if (error instanceof Failure) throw error
    throw wrong('it is not JSON')
  }
  const read = goldenSchema.safeParse(data)
  if (!read.success) {
    const { path, message } = read.error.issues[0]!
    throw wrong(`${path.join('.') || 'the whole'}: ${message}`)
  }
  const names = new Set(read.data.classes.map(one => one.name))
  const stray = read.data.links.flatMap(link => [link.from, link.to]).find(name => !names.has(name))
  if (stray !== undefined) throw wrong(`a link names the class "${stray}", which does not exist`)
  for (const { name, regex } of read.data.classes)
    if (!compiles(regex)) throw wrong(`the regex of class ${name} is wrong`)
  return read.data
}

function compiles(regex: string): boolean {
  try {
    new RegExp(regex)
    return true
  } catch {
    return false
  }
}
