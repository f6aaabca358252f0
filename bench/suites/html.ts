/**
 * The tokenizer against html5lib-tests (`--folder html5lib-tests`: its tokenizer/*.test), and its speed on real pages
 * (`--pages DIR`: every .html below it). Parse errors are not compared, and
 * xmlViolation.test is left out: it is about coercing HTML into XML.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { Parser } from 'htmlparser2'
import { scanPage } from '../../src/document/index.ts'
import { commentText, decodeText, parseDoctype, type ScanOptions, scan } from '../../src/html/index.ts'
import { Canonicalizer } from '../../src/url/index.ts'

type Token = unknown[]
interface Case {
  readonly description: string
  input: string
  output: Token[]
  readonly initialStates?: string[]
  readonly lastStartTag?: string
  readonly doubleEscaped?: boolean
}

const STATES: Record<string, ScanOptions['begin']> = {
  'Data state': 'data',
  'PLAINTEXT state': 'plaintext',
  'RCDATA state': 'rcdata',
  'RAWTEXT state': 'rawtext',
  'Script data state': 'script',
  'CDATA section state': 'cdata',
}

function tokens(input: string, begin: ScanOptions['begin'], within: string | undefined): Token[] {
  const found: Token[] = []
  const characters = (text: string) => {
    const last = found.at(-1)
    if (last?.[0] === 'Character') last[1] += text
    else if (text !== '') found.push(['Character', text])
  }
  const options: ScanOptions = {
    ...(begin && { begin }),
    ...(within !== undefined && { within }),
    tokensOnly: true,
  }
  scan(
    input,
    {
      startTag: (name, attributes, selfClosing) => {
        const token: Token = ['StartTag', name, Object.fromEntries(attributes.entries())]
        found.push(selfClosing ? [...token, true] : token)
      },
      endTag: name => void found.push(['EndTag', name]),
      text: (start, end, mode) => characters(decodeText(input, start, end, mode)),
      comment: (start, end) => void found.push(['Comment', commentText(input, start, end)]),
      doctype: (start, end) => {
        const { name, publicId, systemId, quirks } = parseDoctype(input, start, end)
        found.push(['DOCTYPE', name, publicId, systemId, !quirks])
      },
    },
    options,
  )
  return found
}

const unquoted = (text: string) =>
  text.replace(/\\u([0-9a-fA-F]{4})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))

function unquotedAll(output: Token[]): Token[] {
  return JSON.parse(JSON.stringify(output), (_, value) =>
    typeof value === 'string' ? unquoted(value) : value,
  )
}

function runFile(path: string): { passed: number; failed: string[] } {
  const parsed = JSON.parse(readFileSync(path, 'utf8'))
  const failed: string[] = []
  let passed = 0
  for (const test of parsed.tests as Case[]) {
    const input = test.doubleEscaped ? unquoted(test.input) : test.input
    const wanted = JSON.stringify(test.doubleEscaped ? unquotedAll(test.output) : test.output)
    for (const state of test.initialStates ?? ['Data state']) {
      const got = JSON.stringify(tokens(input, STATES[state], test.lastStartTag))
      if (got === wanted) passed++
      else
        failed.push(
          `${test.description} [${state}]\n    in   ${JSON.stringify(input)}\n    want ${wanted}\n    got  ${got}`,
        )
    }
  }
  return { passed, failed }
}

function runSuite(folder: string, show: number): void {
  let total = 0
  let good = 0
  for (const file of readdirSync(join(folder, 'tokenizer')).filter(
    name => name.endsWith('.test') && name !== 'xmlViolation.test',
  )) {
    const { passed, failed } = runFile(join(folder, 'tokenizer', file))
    total += passed + failed.length
    good += passed
    console.log(`${file}: ${passed} of ${passed + failed.length}`)
    for (const line of failed.slice(0, show)) console.log(`  ${line}`)
  }
  console.log(`tokenizer: ${good} of ${total}`)
}

function* htmlBelow(folder: string): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    if (entry.isFile() && entry.name.endsWith('.html')) yield join(entry.parentPath, entry.name)
  }
}

/** Microseconds for 28 KB, the mean size of a page in the field, so that corpora can be compared. */
function runPages(folder: string, most: number): void {
  const pages: string[] = []
  for (const path of htmlBelow(folder)) if (pages.push(readFileSync(path, 'utf8')) >= most) break
  const characters = pages.reduce((sum, page) => sum + page.length, 0)
  const canonicalizer = new Canonicalizer()
  const quiet = { startTag() {}, endTag() {}, text() {} }
  const measure = (name: string, run: (page: string) => void) => {
    pages.forEach(run)
    const best = Math.min(...[1, 2, 3].map(() => timed(() => pages.forEach(run))))
    console.log(`${name}: ${((best * 1000 * 28_000) / characters).toFixed(1)} µs for 28 KB`)
  }
  console.log(`${pages.length} pages, ${Math.round(characters / pages.length)} characters on average`)
  measure('htmlparser2, empty handlers', page =>
    new Parser({ onopentag() {}, onclosetag() {}, ontext() {} }).end(page),
  )
  measure('scan alone', page => scan(page, quiet))
  measure('scanPage', page => void scanPage(page, 'http://example.org/dir/page.html', canonicalizer))
  measure(
    'scanPage with text',
    page => void scanPage(page, 'http://example.org/dir/page.html', canonicalizer, { text: true }),
  )
}

/** Milliseconds of processor time: the machine may be shared. */
function timed(run: () => void): number {
  const start = process.cpuUsage()
  run()
  const { user, system } = process.cpuUsage(start)
  return (user + system) / 1000
}

const { values } = parseArgs({
  options: {
    folder: { type: 'string' },
    pages: { type: 'string' },
    most: { type: 'string', default: '300' },
    show: { type: 'string', default: '3' },
  },
})
if (values.folder === undefined && values.pages === undefined) {
  console.error('usage: html.ts --folder html5lib-tests | --pages DIR [--most 300]')
  process.exit(2)
}
if (values.folder !== undefined) runSuite(values.folder, Number(values.show))
if (values.pages !== undefined) runPages(values.pages, Number(values.most))
