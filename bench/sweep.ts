/**
 * What a chosen number does at half and twice its value:
 *
 *   npm run bench:sweep -- FILE NAME BENCH [options of the bench] [--show PATTERN]
 *   npm run bench:sweep -- src/change/decide/volatile.ts MIN_SEEN change --folder DIR --only noise,edits --show 'total|edits found'
 *
 * The constant `NAME` of a source file is rewritten in a copy of the sources, and the bench runs there: with the value halved, as it is, and
 * doubled. Printed are the lines of the bench that match the pattern, or its last one. The sources themselves are not touched.
 */
import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '..')
const COPIED = ['src', 'bench', 'test', 'scripts', 'package.json', 'tsconfig.json']
const FACTORS = [
  ['half', 0.5],
  ['as is', 1],
  ['twice', 2],
] as const

const words = process.argv.slice(2)
const showAt = words.indexOf('--show')
const show = showAt < 0 ? null : new RegExp(words.splice(showAt, 2)[1] ?? '')
const [file = '', name = '', bench = '', ...options] = words
if (bench === '') fail('name a file, a constant of it, and a bench')

const declaration = new RegExp(`(^(?:export )?const ${name} = )([^\\n]+)$`, 'm')
const source = readFileSync(join(ROOT, file), 'utf8')
const value = declaration.exec(source)?.[2]
if (value === undefined) fail(`${file} has no constant ${name} on a line of its own`)
console.log(`${name} = ${value}, ${file}`)
for (const [how, factor] of FACTORS) console.log(`${how.padEnd(6)} ${linesWith(factor).join('\n       ')}`)

function linesWith(factor: number): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'tidewatch-sweep-'))
  try {
    for (const part of COPIED) cpSync(join(ROOT, part), join(folder, part), { recursive: true })
    symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
    writeFileSync(join(folder, file), source.replace(declaration, `$1(${value}) * ${factor}`))
    const script = join(folder, 'bench', `${bench}.ts`)
    const { stdout, stderr, status } = spawnSync(process.execPath, [script, ...options], { encoding: 'utf8' })
    const lines = stdout.trimEnd().split('\n')
    if (status !== 0 && lines.join('') === '') fail(`${bench} failed: ${stderr.trim().split('\n').at(-1)}`)
    return show ? lines.filter(line => show.test(line)).map(line => line.trim()) : lines.slice(-1)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function fail(sentence: string): never {
  console.error(sentence)
  process.exit(2)
}
