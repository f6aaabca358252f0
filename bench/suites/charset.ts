/**
 * Charset detection against html5lib-tests (`--html5lib DIR`: its encoding/*.dat, what a declaration says) and the files
 * of chardet (`--chardet DIR`: its tests/CHARSET-language/ folders, what statistics say).
 *
 * A guess is right if it decodes the file to the same text as the expected charset. A file is undecidable, and counted
 * apart, if the web has no decoder for the expected charset (UTF-32, Johab, EUC-TW …).
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { normalizeEncoding } from '@exodus/bytes/encoding.js'
import { decode, decodeBody, detectCharset } from '../../src/html/charset.ts'

interface Case {
  readonly data: Buffer
  readonly encoding: string
}

function readCases(path: string): Case[] {
  const cases: Case[] = []
  for (const part of readFileSync(path, 'latin1')
    .split(/^#data\n/m)
    .slice(1)) {
    const [data, encoding] = part.split(/\n#encoding\n/)
    cases.push({
      data: Buffer.from(data!, 'latin1'),
      encoding: encoding!.split('\n')[0]!.trim().toLowerCase(),
    })
  }
  return cases
}

/** Only the declaration is judged: pages without one default to windows-1252 in the suite, to UTF-8 where valid in ours. */
function runDeclarations(folder: string): void {
  let passed = 0
  let total = 0
  for (const file of readdirSync(join(folder, 'encoding')).filter(name => name.endsWith('.dat'))) {
    for (const { data, encoding } of readCases(join(folder, 'encoding', file))) {
      total++
      const found = detectCharset(data, undefined, 'html')
      const charset = found.by === 'meta' || found.by === 'bom' ? found.charset : 'windows-1252'
      if (charset === normalizeEncoding(encoding)) passed++
      else
        console.log(
          `  ${file}: want ${encoding}, got ${found.charset} by ${found.by}: ${JSON.stringify(data.toString('latin1').slice(0, 120))}`,
        )
    }
  }
  console.log(`declarations: ${passed} of ${total}`)
}

const LANGUAGES =
  /-(arabic|bulgarian|croatian|czech|greek|hebrew|hungarian|polish|romanian|russian|slovak|slovene|turkish)$/

/** As a page, where most files declare their charset, and as bare text, where statistics decide. */
function runFiles(folder: string, kind: 'html' | 'text'): void {
  const tests = join(folder, 'tests')
  const wrong: string[] = []
  let passed = 0
  let guessed = 0
  let undecidable = 0
  for (const { name } of readdirSync(tests, { withFileTypes: true }).filter(entry => entry.isDirectory())) {
    const expected = expectedCharset(name)
    for (const file of readdirSync(join(tests, name))) {
      if (expected === undefined) {
        undecidable++
        continue
      }
      const bytes = readFileSync(join(tests, name, file))
      const body = decodeBody(bytes, undefined, kind)
      if (body.by === 'statistics') guessed++
      if (body.charset === expected || body.text === decode(bytes, expected)) passed++
      else wrong.push(`${name}/${file}: ${body.charset} by ${body.by}`)
    }
  }
  for (const line of wrong) console.log(`  ${line}`)
  console.log(
    `files as ${kind}: ${passed} of ${passed + wrong.length}, ${guessed} by statistics (${undecidable} more in charsets the web does not know)`,
  )
}

const RENAMED: Record<string, string> = {
  CP949: 'euc-kr',
  CP932: 'shift_jis',
  'utf-8-sig': 'utf-8',
  MacRoman: 'macintosh',
  MacCyrillic: 'x-mac-cyrillic',
  'TIS-620': 'windows-874',
}

function expectedCharset(folder: string): string | undefined {
  const label = folder.replace(LANGUAGES, '')
  const charset = normalizeEncoding(RENAMED[label] ?? label)
  return charset === null || charset === 'replacement' ? undefined : charset
}

const { values } = parseArgs({ options: { html5lib: { type: 'string' }, chardet: { type: 'string' } } })
if (values.html5lib === undefined && values.chardet === undefined) {
  console.error('usage: charset.ts --html5lib html5lib-tests | --chardet chardet')
  process.exit(2)
}
if (values.html5lib !== undefined) runDeclarations(values.html5lib)
if (values.chardet !== undefined) for (const kind of ['html', 'text'] as const) runFiles(values.chardet, kind)
