/**
 * Our WARC reader and indexer on archives of other writers, judged by indexes that others made of them.
 *
 *   --folder pywb/sample_archive    webrecorder/pywb: warcs/ with cdxj/*.cdxj and cdx/*.cdxj beside
 *   --fixtures warcio/test/data     webrecorder/warcio: torn files, wrong lengths, wrong digests, chunked payloads
 *
 * The first counts the lines of their indexes that ours has too: key, time, status, digest, length and offset. The second
 * says what we found wrong with each file, and fails when a file that is known to be broken looks whole.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { indexFile } from '../../src/archive/index.ts'

interface Line {
  readonly key: string
  readonly time: string
  readonly fields: Readonly<Record<string, string>>
}

/** Broken on purpose, and what a reader must notice. Names are those of the public fixtures. */
const BROKEN: Readonly<Record<string, RegExp>> = {
  'example-trunc.warc': /./,
  'example-wrong-chunks.warc.gz': /bytes/,
  'example-digest.warc': /digest/,
  'example-bad-non-chunked.warc.gz': /digest/,
}

const { values } = parseArgs({
  options: {
    folder: { type: 'string' },
    fixtures: { type: 'string' },
    show: { type: 'string', default: '20' },
  },
})
if (values.folder === undefined && values.fixtures === undefined) {
  console.error('usage: warc.ts --folder pywb/sample_archive --fixtures warcio/test/data [--show 20]')
  process.exit(2)
}
if (values.folder !== undefined) await againstIndexes(values.folder)
if (values.fixtures !== undefined) await overFixtures(values.fixtures)

async function againstIndexes(folder: string): Promise<void> {
  const ours = new Map<string, readonly Line[]>()
  let found = 0
  let total = 0
  const skipped = new Map<string, number>()
  const wrong: string[] = []
  for (const sub of ['cdxj', 'cdx']) {
    if (!existsSync(join(folder, sub))) continue
    for (const name of readdirSync(join(folder, sub)).filter(name => name.endsWith('.cdxj'))) {
      for (const line of parseLines(readFileSync(join(folder, sub, name), 'utf8'))) {
        const file = line.fields.filename ?? ''
        const path = join(folder, 'warcs', file)
        const skip = skipReason(line, path)
        if (skip !== null) {
          skipped.set(skip, (skipped.get(skip) ?? 0) + 1)
          continue
        }
        if (!ours.has(file)) ours.set(file, parseLines((await indexFile(path)).lines.join('')))
        total++
        const difference = compare(line, ours.get(file)!)
        if (difference === null) found++
        else wrong.push(`${name}: ${line.key} ${line.time} ${file}: ${difference}`)
      }
    }
  }
  for (const line of wrong.slice(0, Number(values.show))) console.log(`  ${line}`)
  for (const [reason, count] of skipped) console.log(`  ${count} lines not judged: ${reason}`)
  console.log(`index lines: ${found} of ${total} in ${ours.size} files`)
}

function skipReason(line: Line, path: string): string | null {
  if (!existsSync(path)) return 'the file they name is not in the folder'
  if (line.key.includes('__wb_') || line.fields.method !== undefined) return 'keys of POST requests'
  return null
}

function parseLines(text: string): Line[] {
  return text
    .split('\n')
    .filter(line => line.includes(' {'))
    .map(line => {
      const brace = line.indexOf(' {')
      const [key = '', time = ''] = line.slice(0, brace).split(' ')
      return { key, time, fields: JSON.parse(line.slice(brace + 1)) as Record<string, string> }
    })
}

function compare(theirs: Line, ours: readonly Line[]): string | null {
  const match = ours.find(line => line.fields.offset === theirs.fields.offset)
  if (!match) return `no record at byte ${theirs.fields.offset}`
  if (match.key !== theirs.key) return `key ${match.key}`
  if (match.time !== theirs.time) return `time ${match.time}`
  for (const field of ['length', 'status', 'digest']) {
    const [a, b] = [match.fields[field], theirs.fields[field]].map(value => value?.replace(/^sha1:/, ''))
    // A field they left out is no judgement; a revisit's status is "-" in old indexes.
    if (b !== undefined && b !== '-' && a !== b) return `${field} ${a}, theirs ${b}`
  }
  return null
}

async function overFixtures(folder: string): Promise<void> {
  let missed = 0
  const names = readdirSync(folder).filter(name => name.includes('.warc'))
  for (const name of names) {
    const index = await indexFile(join(folder, name))
    const said = index.problems.map(({ offset, problem }) => `byte ${offset}: ${problem}`)
    if (index.stopped)
      said.push(`${index.stopped.kind} at byte ${index.stopped.offset}: ${index.stopped.reason}`)
    const expected = BROKEN[name]
    const isMissed = expected !== undefined && !said.some(sentence => expected.test(sentence))
    if (isMissed) missed++
    console.log(
      `  ${name}: ${index.records} records, ${index.lines.length} indexed${said.map(text => `; ${text}`).join('')}`,
    )
    if (isMissed) console.log('    MISSED: this file is broken')
  }
  console.log(`fixtures: ${names.length} files read, ${missed} faults missed`)
  if (missed > 0) process.exitCode = 1
}
