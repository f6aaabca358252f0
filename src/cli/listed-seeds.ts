/** Seeds from a file, one on each line: `--seeds FILE`. */
import { Failure, printable } from '../env/index.ts'
import { isSeedAddress } from '../library/checked-config.ts'
import { counted, readNamed } from '../library/index.ts'
import { isPath } from './named-folders.ts'
import type { Output } from './output.ts'

const MAX_SHOWN = 3
const MAX_SHOWN_CHARS = 60

interface Line {
  readonly text: string
  readonly number: number
}

/** Empty lines and comments are left out. */
export function linesIn(text: string): Line[] {
  return text
    .split('\n')
    .map((line, i) => ({ text: line.trim(), number: i + 1 }))
    .filter(({ text }) => text !== '' && !text.startsWith('#'))
}

/** Long lists come from elsewhere, and have lines in them that are not addresses: these are told, and the others crawled. */
export async function listedSeeds(file: string, output: Output): Promise<string[]> {
  const lines = linesIn(await readNamed(file, 'seeds file'))
  const wrong = lines.filter(({ text }) => !isPath(text) && !isSeedAddress(text))
  if (wrong.length === 0) return lines.map(({ text }) => text)
  if (wrong.length === lines.length)
    throw new Failure('usage', `${file} has no web address in it: ${examplesOf(wrong)}`)
  const are = wrong.length === 1 ? 'is not a web address and is' : 'are not web addresses and are'
  output.note(
    `${file}: ${wrong.length} of ${counted(lines.length, 'line')} ${are} left out: ${examplesOf(wrong)}`,
  )
  const left = new Set(wrong)
  return lines.filter(line => !left.has(line)).map(({ text }) => text)
}

function examplesOf(lines: readonly Line[]): string {
  const shown = lines
    .slice(0, MAX_SHOWN)
    .map(({ text, number }) => `line ${number} "${printable(text.slice(0, MAX_SHOWN_CHARS))}"`)
  return `${shown.join(', ')}${lines.length > MAX_SHOWN ? ', …' : ''}`
}
