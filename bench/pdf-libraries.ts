/**
 * How many of the words of PDF files libraries find, and how long they take: ours (unpdf with our lines and paragraphs) compared with others.
 *
 *   mkdir libraries && cd libraries && npm install pdfjs-dist pdf-parse mupdf @hyzyla/pdfium
 *   node bench/pdf-libraries.ts --folder DIR --libraries libraries [--files 100]
 *
 * The judge is `pdftotext`. Each library reads the same files in a separate process, since two copies of pdf.js in one process conflict; files
 * with fewer than twenty different words say nothing, and are left out.
 */
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { convertDocument, documentText } from '../src/document/convert/index.ts'
import { compared, wordsOf } from './documents/words.ts'

const { values } = parseArgs({
  options: {
    folder: { type: 'string' },
    libraries: { type: 'string' },
    files: { type: 'string', default: '100' },
    only: { type: 'string' },
  },
})
if (values.folder === undefined || values.libraries === undefined) {
  console.error('usage: node bench/pdf-libraries.ts --folder DIR --libraries DIR [--files 100]')
  process.exit(2)
}
const folder = resolve(values.folder)
const libraries = resolve(values.libraries)
const JUDGE = 'pdftotext'
const MIN_WORDS = 20
const PATIENCE_MS = 60_000
const MAX_OUTPUT_BYTES = 2 ** 28

type ReadText = (bytes: Uint8Array) => Promise<string>

/** A package of the folder of libraries. */
async function load(name: string) {
  const require = createRequire(join(libraries, 'package.json'))
  return import(pathToFileURL(require.resolve(name)).href)
}

const READERS: Readonly<Record<string, () => Promise<ReadText>>> = {
  tidewatch: async () => async bytes => {
    const read = await convertDocument(bytes, { type: 'application/pdf' })
    if (read.kind === 'unreadable') throw new Error(read.reason)
    return documentText(read)
  },
  'pdfjs-dist': async () => {
    const pdfjs = await load('pdfjs-dist/legacy/build/pdf.mjs')
    const data = join(libraries, 'node_modules/pdfjs-dist')
    const tables = {
      cMapUrl: `${data}/cmaps/`,
      cMapPacked: true,
      standardFontDataUrl: `${data}/standard_fonts/`,
    }
    return async bytes => {
      const pdf = await pdfjs.getDocument({ data: bytes, verbosity: 0, ...tables }).promise
      let text = ''
      for (let page = 1; page <= pdf.numPages; page++) {
        const { items } = await (await pdf.getPage(page)).getTextContent()
        for (const { str = '', hasEOL } of items) text += hasEOL ? `${str}\n` : str
        text += '\n'
      }
      await pdf.loadingTask.destroy()
      return text
    }
  },
  'pdf-parse': async () => {
    const { PDFParse } = await load('pdf-parse')
    return async bytes => {
      const parser = new PDFParse({ data: bytes, verbosity: 0 })
      const { text } = await parser.getText({ pageJoiner: '\n' })
      await parser.destroy()
      return text
    }
  },
  mupdf: async () => {
    const { Document } = await load('mupdf')
    return async bytes => {
      const pdf = Document.openDocument(bytes, 'application/pdf')
      let text = ''
      for (let page = 0; page < pdf.countPages(); page++)
        text += `${pdf.loadPage(page).toStructuredText().asText()}\n`
      pdf.destroy()
      return text
    }
  },
  '@hyzyla/pdfium': async () => {
    const { PDFiumLibrary } = await load('@hyzyla/pdfium')
    const pdfium = await PDFiumLibrary.init()
    return async bytes => {
      const pdf = await pdfium.loadDocument(Buffer.from(bytes))
      let text = ''
      for (const page of pdf.pages()) text += `${page.getText()}\n`
      pdf.destroy()
      return text
    }
  },
}

function judged(path: string): Map<string, number> {
  const stdio: ['ignore', 'pipe', 'ignore'] = ['ignore', 'pipe', 'ignore']
  const options = { encoding: 'utf8', maxBuffer: MAX_OUTPUT_BYTES, timeout: PATIENCE_MS, stdio } as const
  try {
    return wordsOf(execFileSync(JUDGE, ['-enc', 'UTF-8', path, '-'], options))
  } catch {
    return new Map()
  }
}

async function measure(name: string): Promise<string> {
  const read = await READERS[name]!()
  const total = { files: 0, f1: 0, below: 0, unread: 0, ms: 0 }
  for (const file of readdirSync(folder).sort()) {
    const truth = judged(join(folder, file))
    if (truth.size < MIN_WORDS) continue
    if (total.files++ >= Number(values.files)) break
    const bytes = new Uint8Array(readFileSync(join(folder, file)))
    const before = process.cpuUsage()
    const text = await read(bytes).catch(() => null)
    const { user, system } = process.cpuUsage(before)
    const { f1 } = compared(wordsOf(text ?? ''), truth)
    total.ms += (user + system) / 1_000
    total.f1 += f1
    if (text === null) total.unread++
    else if (f1 < 0.9) total.below++
  }
  const files = Math.min(total.files, Number(values.files))
  return `${name.padEnd(16)} ${files} files, word F1 ${(total.f1 / files).toFixed(4)}, ${total.below} below 0.9, ${total.unread} not read, ${(total.ms / files).toFixed(0)} ms CPU a file`
}

if (values.only !== undefined) {
  console.log(await measure(values.only))
  process.exit(0)
}
for (const name of Object.keys(READERS)) {
  const words = [
    import.meta.filename,
    '--folder',
    folder,
    '--libraries',
    libraries,
    '--files',
    values.files,
    '--only',
    name,
  ]
  const said = execFileSync(process.execPath, words, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  console.log(said.trim().split('\n').at(-1))
}
