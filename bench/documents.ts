/**
 * How many of the words of documents our readers find, compared with programs made for one format each.
 *
 *   npm run bench:documents -- --folder DIR [--worst 5]
 *
 * Every file of the folder is read by `convertDocument` and by a judge: `pdftotext` for PDF and LibreOffice (`soffice`) for office files. The
 * latter exports them as text, as one table per sheet (of which we also tell the name), or as PDF (presentations, which it cannot export as
 * text; slides that are too full lose words there). EPUB is judged by pandoc. Words are letters and digits in lower case, without the labels
 * of list items, which LibreOffice writes and we do not; F1 counts them with their frequencies. Target: a mean of 0.98 for each format.
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, extname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { convertDocument, documentText } from '../src/document/convert/index.ts'
import { sniffType } from '../src/document/type.ts'
import { realClock } from '../src/env/index.ts'
import { compared, wordsOf } from './documents/words.ts'

const { values } = parseArgs({
  options: { folder: { type: 'string' }, worst: { type: 'string', default: '3' } },
})
if (values.folder === undefined) throw new Error('--folder names a folder of documents')
const ASKED = 0.98
const PATIENCE_MS = 120_000

interface Score {
  readonly file: string
  readonly f1: number
  readonly milliseconds: number
  readonly missing: readonly string[]
  readonly extra: readonly string[]
}

const scratch = mkdtempSync(join(tmpdir(), 'tidewatch-documents-'))
const byFormat = new Map<string, Score[]>()
try {
  for (const name of readdirSync(values.folder).sort()) await judge(join(values.folder, name))
} finally {
  rmSync(scratch, { recursive: true, force: true })
}
report()

async function judge(file: string): Promise<void> {
  const format = extname(file).slice(1).toLowerCase()
  const truth = judgesText(file, format)
  if (truth === null) return
  const bytes = readFileSync(file)
  const startedAt = realClock.monotonic()
  const read = await convertDocument(bytes, { type: sniffType(bytes, undefined, `file://${file}`).type })
  const milliseconds = realClock.monotonic() - startedAt
  if (read.kind === 'unreadable') console.log(`${file} ${read.reason}`)
  const ours = wordsOf(read.kind === 'unreadable' ? '' : documentText(read))
  const score = { file: basename(file), milliseconds, ...compared(ours, wordsOf(truth)) }
  byFormat.set(format, [...(byFormat.get(format) ?? []), score])
}

function judgesText(file: string, format: string): string | null {
  try {
    switch (format) {
      case 'pdf':
        return run('pdftotext', ['-enc', 'UTF-8', file, '-'])
      case 'docx':
      case 'odt':
      case 'rtf':
        return exported(file, 'txt:Text (encoded):UTF8', 'txt')
      case 'xlsx':
      case 'ods':
        return exported(
          file,
          'csv:Text - txt - csv (StarCalc):9,34,76,1,,0,false,true,true,false,false,-1',
          'csv',
        )
      case 'pptx':
      case 'odp':
        return run('pdftotext', ['-enc', 'UTF-8', converted(file, 'pdf', 'pdf')[0]!, '-'])
      case 'epub':
        return run('pandoc', ['-t', 'plain', '--wrap=none', file])
      default:
        return null
    }
  } catch (error) {
    console.log(`${basename(file)}: its judge failed: ${(error as Error).message.split('\n', 1)[0]}`)
    return null
  }
}

function run(program: string, words: readonly string[]): string {
  const stdio: ['ignore', 'pipe', 'ignore'] = ['ignore', 'pipe', 'ignore']
  return execFileSync(program, words, { encoding: 'utf8', maxBuffer: 1 << 28, timeout: PATIENCE_MS, stdio })
}

/** The files that it made, each with what their names add to that of the document. */
function exported(file: string, filter: string, extension: string): string {
  const name = basename(file, extname(file))
  return converted(file, filter, extension)
    .map(path => `${basename(path, `.${extension}`).slice(name.length)}\n${readFileSync(path, 'utf8')}`)
    .join('\n')
}

/** The files that LibreOffice made; one for each sheet. */
function converted(file: string, filter: string, extension: string): string[] {
  const folder = mkdtempSync(join(scratch, 'made-'))
  run('soffice', ['--headless', '--convert-to', filter, '--outdir', folder, file])
  const made = readdirSync(folder).filter(name => name.endsWith(`.${extension}`))
  if (made.length === 0) throw new Error('nothing was made')
  return made.map(name => join(folder, name))
}

function report(): void {
  for (const [format, scores] of [...byFormat].sort()) {
    const mean = scores.reduce((sum, { f1 }) => sum + f1, 0) / scores.length
    const slowest = Math.max(...scores.map(({ milliseconds }) => milliseconds))
    const worst = [...scores].sort((a, b) => a.f1 - b.f1)
    console.log(
      `${format.padEnd(5)} ${scores.length} files, word F1 ${mean.toFixed(4)} (worst ${worst[0]!.f1.toFixed(4)}), slowest ${Math.round(slowest)} ms${mean < ASKED ? '  below 0.98' : ''}`,
    )
    for (const { file, f1, missing, extra } of worst
      .slice(0, Number(values.worst))
      .filter(score => score.f1 < 0.995))
      console.log(
        `  ${f1.toFixed(4)} ${file}: missing ${missing.slice(0, 12).join(' ')}; extra ${extra.slice(0, 12).join(' ')}`,
      )
    if (mean < ASKED) process.exitCode = 1
  }
}
