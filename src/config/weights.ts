import { readFileSync } from 'node:fs'
import { Failure, utf8Text } from '../env/index.ts'
import type { Canonicalizer } from '../url/index.ts'
import { seedUrl } from './seed-address.ts'

/**
 * Reads a table of weights: CSV with an address and a number above 0 on each line, separated by a comma, a semicolon or a
 * tab. A first line without a number is a heading; empty lines and lines that begin with `#` are ignored.
 */
export function readWeights(file: string, canonicalizer: Canonicalizer): ReadonlyMap<string, number> {
  const table = new Map<string, number>()
  for (const [index, line] of linesOf(file).entries()) {
    if (line.trim() === '' || line.startsWith('#')) continue
    const [typed = '', weight = ''] = line
      .split(/[\t;,](?=[^\t;,]*$)/)
      .map(cell => cell.trim().replace(/^"(.*)"$/, '$1'))
    const isNumber = weight !== '' && Number(weight) > 0 && Number.isFinite(Number(weight))
    const url = seedUrl(typed, canonicalizer)
    if (isNumber && url !== undefined) table.set(url, Number(weight))
    else if (index > 0 || isNumber)
      throw new Failure('usage', `${file}:${index + 1}: ${complaint(typed, weight, isNumber)}`)
  }
  return table
}

function complaint(typed: string, weight: string, isNumber: boolean): string {
  return isNumber
    ? `"${typed}" is not a web address`
    : `"${weight}" is not a weight: give a number above 0 behind the address`
}

const linesOf = (file: string): string[] => utf8Text(bytesOf(file), file).split(/\r?\n/)

function bytesOf(file: string): Buffer {
  try {
    return readFileSync(file)
  } catch (cause) {
    throw new Failure('usage', `weights: ${file} cannot be read; correct the path or remove it`, { cause })
  }
}
