/** Options that several commands share, and their parsers. */
import { type Command, InvalidArgumentError, Option } from 'commander'
import { LOG_LEVELS } from '../env/log.ts'

/** Runs a command and sets the exit code. */
export type Does = (action: () => Promise<number>) => Promise<void>

export function wholeNumber(text: string): number {
  const value = Number(text)
  if (!Number.isInteger(value) || value < 0 || text.trim() === '')
    throw new InvalidArgumentError('it must be a whole number, 0 or more.')
  return value
}

const MAX_PORT = 65_535

export function portNumber(text: string): number {
  const value = wholeNumber(text)
  if (value > MAX_PORT) throw new InvalidArgumentError(`it must be at most ${MAX_PORT}.`)
  return value
}

export function shareOf(text: string): number {
  const [, number, percent] = /^(\d+(?:\.\d+)?)\s*(%)?$/.exec(text.trim()) ?? []
  const share = Number(number) / (percent ? 100 : 1)
  if (!(share > 0 && share <= 1)) throw new InvalidArgumentError('it must be a share such as 90% or 0.9.')
  return share
}

/** An empty name is that of a shell variable that is not set, and would mean the current folder. */
export function named(text: string): string {
  if (text.trim() === '') throw new InvalidArgumentError('it is empty: is a variable not set?')
  return text
}

/** Options of every command that works on a collection. */
export function onCollection(command: Command): Command {
  return command
    .option('-c, --collection <where>', 'folder, or postgres://… address', named, './tidewatch-data')
    .option('--archive <folder>', 'where the WARC files are, if not next to the database', named)
    .option('--json', 'one JSON object per line on standard output, and nothing else')
    .addOption(new Option('--log <level>', 'structured log on standard error').choices(LOG_LEVELS))
}

/** An option that may be given more than once. */
export const also = (value: string, before: readonly string[] = []): readonly string[] => [...before, value]

export const FORMS = new Option(
  '--forms <which>',
  'also query search forms for pages that no link leads to, see docs/forms.md',
).choices(['search'])

export const PROGRESS = new Option(
  '--progress <style>',
  'json: one line per second on standard error',
).choices(['auto', 'json', 'none'])
