import { realClock } from '../env/index.ts'
import type { ImportSummary } from '../library/import-files.ts'
import { importWords } from '../library/import-words.ts'
import { open, type SharedOptions } from './context.ts'
import { onInterrupt } from './interrupt.ts'
import { EXIT, type Output } from './output.ts'
import { keepShowing, type ProgressStyle } from './progress-line.ts'
import { configFor, surroundings } from './run-config.ts'

export interface ImportFlags extends SharedOptions {
  readonly config?: string
  readonly progress?: ProgressStyle
}

/** `tidewatch import FILE…`: takes over what other crawls recorded. */
export async function importCommand(
  files: readonly string[],
  options: ImportFlags,
  output: Output,
): Promise<number> {
  const config = options.config === undefined ? null : await configFor(options.config, null, {})
  await using collection = await open(options, 'write')
  const interrupt = onInterrupt(output)
  let now: ImportSummary | null = null
  const stopShowing = keepShowing(options.progress ?? 'auto', realClock, output, {
    json: () => now,
    line: () => (now ? [...importWords(now)][0]! : 'opening the files'),
  })
  const summary = await collection
    .import(files, {
      ...(config && { config: config.source }),
      signal: interrupt.signal,
      env: surroundings(options),
      onProgress: progress => (now = progress),
    })
    .finally(() => {
      stopShowing()
      interrupt.release()
    })
  if (options.json) output.result(JSON.stringify(summary))
  else for (const line of importWords(summary)) output.note(line)
  if (summary.interrupted) return EXIT.interrupted
  return summary.problems.length > 0 ? EXIT.failed : EXIT.done
}
