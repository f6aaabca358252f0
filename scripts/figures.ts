/**
 * Makes docs/figures.md and docs/constants.md of bench/results/*.json: `npm run docs:figures`. Without `--write` it says whether they are
 * up to date.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { KeptResult } from '../bench/keep.ts'

const root = join(import.meta.dirname, '..')
const results = join(root, 'bench', 'results')

const FIGURES = `# Figures

Made by \`npm run docs:figures\` from \`bench/results/\`: what each bench printed when it last ran with \`npm run bench:keep\`. Run the command to
get your own; every benchmark says at the top of its file what it measures and what it needs.
`

const CONSTANTS = `# Chosen numbers

Some rules have thresholds that were chosen by hand. This page shows what each does at half and at twice its value, measured by \`npm run bench:sweep\` (kept with
\`npm run bench:keep -- sweep … --as NAME\`, written to this page by \`npm run docs:figures\`). If halving and doubling do no harm, the
number is a safe choice, or this benchmark does not exercise it; otherwise the lines show what it trades off.
`

function kept(): KeptResult[] {
  const files = readdirSync(results)
    .filter(file => file.endsWith('.json'))
    .sort()
  return files.map(file => JSON.parse(readFileSync(join(results, file), 'utf8')) as KeptResult)
}

/** The first line of a bench's file says what it measures, and perhaps how it is called. */
function titleOf(bench: string): string {
  const source = readFileSync(join(root, 'bench', `${bench}.ts`), 'utf8')
  const line = source.split('\n')[1]?.replace(/^ \* /, '') ?? bench
  return line.replace(/:? ?`.*$/, '').replace(/[:.]$/, '')
}

function section(title: string, result: KeptResult): string {
  const verdict = result.reached ? '' : ' Not all of its targets were met.'
  return [
    `## ${title}`,
    '',
    `\`${result.command}\`, ${result.day}, ${result.machine}.${verdict}`,
    '',
    '```text',
    ...result.lines,
    '```',
    '',
  ].join('\n')
}

/** The pages, by the names of their files. */
export function pages(): Readonly<Record<string, string>> {
  const all = kept()
  const figures = all.filter(({ bench }) => bench !== 'sweep')
  const sweeps = all.filter(({ bench }) => bench === 'sweep')
  return {
    'figures.md': [FIGURES, ...figures.map(result => section(titleOf(result.bench), result))].join('\n'),
    'constants.md': [
      CONSTANTS,
      ...sweeps.map(({ lines, ...result }) => section(lines[0] ?? '', { ...result, lines: lines.slice(1) })),
    ].join('\n'),
  }
}

if (import.meta.main)
  for (const [name, text] of Object.entries(pages())) {
    const file = join(root, 'docs', name)
    if (process.argv.includes('--write')) writeFileSync(file, text)
    else if (readFileSync(file, 'utf8') !== text) {
      console.error(`docs/${name} is not what bench/results says: npm run docs:figures`)
      process.exitCode = 1
    }
  }
