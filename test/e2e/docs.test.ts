/** What the documents show is true: code compiles, commands and options exist, links lead somewhere. */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pages } from '../../scripts/figures.ts'

const ROOT = join(import.meta.dirname, '..', '..')
const FILES = [
  ...['README.md', 'CONTRIBUTING.md', 'SECURITY.md'],
  ...readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter(file => file.endsWith('.md'))
    .map(file => `docs/${file}`),
]
const texts = FILES.map(file => ({ file, text: readFileSync(join(ROOT, file), 'utf8') }))

const { exports } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
  exports: Record<string, { default: string }>
}

/** What the package exports under a name, as a source of this checkout. */
function sourceOf(part: string | undefined): string {
  const built = exports[part === undefined ? '.' : `./${part}`]!.default
  return `'${built.replace('./dist/', '../../../').replace(/js$/, 'ts')}'`
}

describe('code in the documents', () => {
  const folder = join(ROOT, 'test', 'e2e', 'from-docs')
  beforeAll(() => mkdirSync(folder, { recursive: true }))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it('compiles as it stands', () => {
    const blocks = texts.flatMap(({ file, text }) =>
      [...text.matchAll(/```ts\n([\s\S]*?)```/g)].map(match => ({ file, code: match[1]! })),
    )
    expect(blocks.length).toBeGreaterThanOrEqual(3)
    blocks.forEach(({ code }, i) => {
      const here = code.replace(/'tidewatch(?:\/(\w+))?'/g, (_, part: string | undefined) => sourceOf(part))
      writeFileSync(join(folder, `block-${i}.ts`), here)
    })
    const config = {
      extends: '../../../tsconfig.json',
      compilerOptions: { noUnusedLocals: false, noUnusedParameters: false },
      include: ['./*.ts', '../../../src/**/*.d.ts'],
    }
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config))
    const { status, stdout } = spawnSync(
      join(ROOT, 'node_modules', '.bin', 'tsc'),
      ['-p', join(folder, 'tsconfig.json')],
      { encoding: 'utf8' },
    )
    expect(stdout).toBe('')
    expect(status).toBe(0)
  })
})

describe('commands in the documents', () => {
  const help = new Map<string, string>()
  const helpOf = (command: string) => {
    const known =
      help.get(command) ??
      spawnSync(join(ROOT, 'bin', 'tidewatch'), [command, '--help'], { encoding: 'utf8' }).stdout
    help.set(command, known)
    return known
  }

  it('exist, with the options that are shown', () => {
    const mentions = texts.flatMap(({ file, text }) =>
      [...text.matchAll(/(?:`tidewatch|npm start --) ([a-z]+)([^`\n#]*)/g)].map(match => ({
        file,
        command: match[1]!,
        rest: match[2]!,
      })),
    )
    expect(mentions.length).toBeGreaterThan(10)
    for (const { file, command, rest } of mentions) {
      const usage = helpOf(command)
      expect(usage, `${file}: tidewatch ${command}`).toContain(`Usage: tidewatch ${command}`)
      for (const [option] of rest.matchAll(/--[a-z]+(?:-[a-z]+)*/g))
        expect(usage, `${file}: tidewatch ${command} ${option}`).toContain(option)
    }
  })
})

it.each(texts)('links of $file lead somewhere', ({ file, text }) => {
  for (const [, target] of text.matchAll(/\]\((?!https?:)([^)#]+)[^)]*\)/g))
    expect(existsSync(join(ROOT, dirname(file), target!)), `${file} → ${target}`).toBe(true)
})

it.each(texts)('files that $file names are there', ({ text }) => {
  const named = [...text.matchAll(/`((?:src|test|bench|examples|scripts|web)\/[\w./-]+)`/g)].map(
    ([, path]) => path!,
  )
  expect(named.filter(path => !existsSync(join(ROOT, path)))).toEqual([])
})

it.each(texts)('headings that $file links to are there', ({ file, text }) => {
  for (const [, target, heading] of text.matchAll(/\]\((?!https?:)([^)#]*)#([^)]+)\)/g)) {
    const path = target === '' ? file : join(dirname(file), target!)
    expect(anchorsIn(readFileSync(join(ROOT, path), 'utf8')), `${file} → ${path}`).toContain(heading)
  }
})

/** As the sites that show Markdown make them. */
const anchorsIn = (text: string): string[] =>
  [...text.matchAll(/^#+ (.+)$/gm)].map(([, words]) =>
    words!
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )

it.each(Object.entries(pages()))(
  '%s is what the benches printed (npm run docs:figures writes it)',
  (name, text) => {
    expect(readFileSync(join(ROOT, 'docs', name), 'utf8')).toBe(text)
  },
)
