/** The process of one task: the library does the work, and progress is reported to the server. The task ends when the server is gone. */
import { mkdir, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Failure, realEnv } from '../env/index.ts'
import { examine } from '../library/doctor/examine.ts'
import { exportWords } from '../library/export/index.ts'
import { forgetWords } from '../library/forget-words.ts'
import { Collection, counted } from '../library/index.ts'
import { indexWords } from '../library/index-words.ts'
import { recordWords } from '../library/records/write.ts'
import type { HandedTask, TaskWord } from './task-order.ts'

const stop = new AbortController()
const { signal } = stop

process.once('disconnect', () => stop.abort())
process.once('message', (task: HandedTask) => {
  void worked(task)
    .then(
      message => say({ kind: 'done', message }),
      error => say({ kind: 'failed', message: sentenceOf(error) }),
    )
    .then(() => process.exit())
})
process.on('SIGINT', () => stop.abort())

function say(word: TaskWord): Promise<void> {
  return new Promise(resolve => (process.connected ? process.send?.(word, () => resolve()) : resolve()))
}

const sentenceOf = (error: unknown): string =>
  error instanceof Failure ? error.message : `tidewatch failed unexpectedly: ${(error as Error).message}`

const onProgress = (pages: number) => void say({ kind: 'progress', pages })

/** Carries out an order and returns the result in a sentence. */
async function worked(task: HandedTask): Promise<string> {
  const { order, where } = task
  switch (order.kind) {
    case 'index':
      return writing(where, async collection =>
        indexWords(
          await collection.index({
            signal,
            onProgress: ({ indexed, withoutText, lost }) => onProgress(indexed + withoutText + lost),
            ...(order.all && { revisions: 'all' as const }),
          }),
        ),
      )
    case 'duplicates': {
      const { resemblance } = order
      const how = { signal, onProgress, ...(resemblance !== undefined && { resemblance }) }
      return writing(
        where,
        async collection => `${counted(await collection.findDuplicates(how), 'page')} compared`,
      )
    }
    case 'patterns': {
      const how = { signal, onProgress, ...(order.find && { patterns: [...order.find] }) }
      return writing(where, async collection => {
        const { pages, values } = await collection.findPatterns(how)
        return `looked at ${counted(pages, 'page')} and found ${counted(values, 'value')}`
      })
    }
    case 'accessibility':
      return writing(where, async collection => {
        const { pages } = await collection.checkAccessibility({ signal, onProgress })
        return `checked ${counted(pages, 'page')}`
      })
    case 'forget':
      return writing(where, async collection =>
        [...forgetWords(await collection.forget(order.urls, order), order.refetch)].join('; '),
      )
    case 'doctor':
      return examined(task.where, order)
    case 'export':
    case 'records':
      return exported(task)
  }
}

async function writing(where: string, work: (collection: Collection) => Promise<string>): Promise<string> {
  const collection = await Collection.open(where, { mode: 'write' })
  return work(collection).finally(() => collection.close())
}

async function examined(where: string, how: { full: boolean; repair: boolean }): Promise<string> {
  let problems = 0
  let warnings = 0
  for await (const finding of examine(where, null, how, realEnv)) {
    if (finding.level === 'problem') problems++
    if (finding.level === 'warning') warnings++
    await say({ kind: 'finding', finding })
    if (signal.aborted) break
  }
  const verdict = problems === 0 ? 'no problems' : counted(problems, 'problem')
  return `${verdict}${warnings > 0 ? `, ${warnings} to look at` : ''}`
}

/** Exports under a temporary name and renames the export when it is complete. */
async function exported({ order, where, place }: HandedTask): Promise<string> {
  const making = `${place}.making`
  await rm(making, { recursive: true, force: true })
  await mkdir(dirname(place), { recursive: true, mode: 0o700 })
  const collection = await Collection.open(where)
  try {
    const message = await exportedTo(collection, order, making)
    await rm(place, { recursive: true, force: true })
    await rename(making, place)
    return message
  } finally {
    await collection.close()
    await rm(making, { recursive: true, force: true })
  }
}

async function exportedTo(
  collection: Collection,
  order: HandedTask['order'],
  place: string,
): Promise<string> {
  if (order.kind === 'export') {
    const { kind: _, format, ...contents } = order
    const summary = await collection.export(format, place, contents)
    return [`exported ${exportWords(summary)}`, ...(summary.problems ?? [])].join('; ')
  }
  if (order.kind !== 'records') throw new Error(`${order.kind} is no export`)
  const { format, anew } = order
  return recordWords(await collection.exportRecords(place, { format, ...(anew && { anew }) }))
}
