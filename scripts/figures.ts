/** Makes docs/figures.md of bench/results/*.json: `npm run docs:figures`. Without `--write` it says whether the page is up to date. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { KeptResult } from '../bench/keep.ts'

const root = join(import.meta.dirname, '..')
const PAGE = join(root, 'docs', 'figures.md')

const HEAD = `# Figures

Made by \`npm run docs:figures\` from \`bench/results/\`: what each bench printed when it last ran with \`npm run bench:keep\`. Run the command to
see your own; every bench says at the top of its file what it measures and what it needs.
`

/** The first line of a bench's file says what it measures, and perhaps how it is called. */
function titleOf(bench: string): string {
  const source = readFileSync(join(root, 'bench', `${bench}.ts`), 'utf8')
  const line = source.split('\n')[1]?.replace(/^ \* /, '') ?? bench
  return line.replace(/:? ?`.*$/, '').replace(/[:.]$/, '')
}

function section(result: KeptResult): string {
  const verdict = result.reached ? '' : ' Not everything that it asks for was reached.'
  return [
    `## ${titleOf(result.bench)}`,
    '',
    `\`${result.command}\`, ${result.day}, ${result.machine}.${verdict}`,
    '',
    '```text',
    ...result.lines,
    '```',
    '',
  ].join('\n')
}

export function figuresPage(): string {
  const folder = join(root, 'bench', 'results')
  const files = readdirSync(folder)
    .filter(file => file.endsWith('.json'))
    .sort()
  const results = files.map(file => JSON.parse(readFileSync(join(folder, file), 'utf8')) as KeptResult)
  return [HEAD, ...results.map(section)].join('\n')
}

if (import.meta.main) {
  if (process.argv.includes('--write')) writeFileSync(PAGE, figuresPage())
  else if (readFileSync(PAGE, 'utf8') !== figuresPage()) {
    console.error('docs/figures.md is not what bench/results says: npm run docs:figures')
    process.exitCode = 1
  }
}
