/**
 * The public types as one text, `docs/api.d.ts`: what each entry point of the package exports and every type of ours that this leads to, in
 * the words of the compiler. It is committed, so that a change of what programs build on shows in review.
 *
 *   npm run docs:api            writes it
 *   node scripts/api.ts         prints it
 *
 * The config and the client are left out: docs/config.schema.json and src/client/client.gen.ts are their snapshots.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative, resolve } from 'node:path'

const ROOT = join(import.meta.dirname, '..')
export const API_FILE = join(ROOT, 'docs', 'api.d.ts')
const ELSEWHERE = /src\/(?:config\/schema|client\/client\.gen)\.d\.ts$/

export function apiText(): string {
  const folder = mkdtempSync(join(tmpdir(), 'tidewatch-api-'))
  try {
    const words = ['-p', join(ROOT, 'tsconfig.build.json'), '--emitDeclarationOnly', '--removeComments']
    const more = ['--sourceMap', 'false', '--outDir', folder]
    const { status, stdout } = spawnSync(join(ROOT, 'node_modules', '.bin', 'tsc'), [...words, ...more], {
      encoding: 'utf8',
    })
    if (status !== 0) throw new Error(`the declarations cannot be made:\n${stdout}`)
    return new Declarations(folder).reachedFrom(entryPoints())
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Where programs may import from, and the declarations that stand there. */
function entryPoints(): [name: string, file: string][] {
  const { name, exports } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    readonly name: string
    readonly exports: Readonly<Record<string, { readonly types: string }>>
  }
  return Object.entries(exports).map(([path, { types }]) => [
    path.replace('.', name),
    relative('dist', types),
  ])
}

/** A declaration file, cut into its statements. */
interface Module {
  readonly statements: readonly string[]
  /** Where names come from that are not declared here. */
  readonly from: ReadonlyMap<string, { readonly path: string; readonly name: string }>
  readonly stars: readonly string[]
}

class Declarations {
  readonly #folder: string
  readonly #modules = new Map<string, Module>()
  readonly #found = new Map<string, string>()

  constructor(folder: string) {
    this.#folder = folder
  }

  reachedFrom(entries: readonly [name: string, file: string][]): string {
    const heads = entries.map(([name, file]) => {
      const entry = join(this.#folder, file)
      const module = this.#module(entry)
      const own = module.statements.filter(text => /^export declare /.test(text)).map(text => nameOf(text)!)
      const names = [...new Set([...exportedNames(module), ...own])].sort()
      for (const each of names) this.#reach(entry, each)
      return `// ${name}\nexport { ${names.join(', ')} }\n`
    })
    const parts = [...this.#found].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, text]) => text)
    return `// Made by "npm run docs:api".\n\n${heads.join('\n')}\n${parts.join('\n\n')}\n`
  }

  /** Adds what declares a name, and what that leads to. */
  #reach(file: string, name: string): boolean {
    if (ELSEWHERE.test(file)) return true
    const { statements, from, stars } = this.#module(file)
    const declared = statements.filter(text => nameOf(text) === name)
    if (declared.length === 0) {
      const source = from.get(name)
      if (source) return this.#reach(source.path, source.name)
      return stars.some(path => this.#reach(path, name))
    }
    const key = `${name} ${relative(this.#folder, file)}`
    if (this.#found.has(key)) return true
    this.#found.set(key, `// ${relative(this.#folder, file)}\n${declared.join('\n')}`)
    for (const [word] of declared.join('\n').matchAll(/\b[A-Z_a-z]\w*\b/g))
      if (word !== name && (from.has(word) || statements.some(text => nameOf(text) === word)))
        this.#reach(file, word)
    return true
  }

  #module(file: string): Module {
    const known = this.#modules.get(file) ?? read(file)
    this.#modules.set(file, known)
    return known
  }
}

function read(file: string): Module {
  const statements = readFileSync(file, 'utf8')
    .split(/\n(?=[^\s})\]>|])/)
    .map(text => text.trimEnd())
  const from = new Map<string, { path: string; name: string }>()
  const stars: string[] = []
  for (const text of statements) {
    const path = /from '(\.[^']+)'/.exec(text)?.[1]
    if (path === undefined) continue
    const target = resolve(dirname(file), path.replace(/\.(?:ts|js)$/, '.d.ts'))
    if (/^export (?:type )?\*/.test(text)) stars.push(target)
    for (const { name, as } of listed(text)) from.set(as, { path: target, name })
  }
  return { statements, from, stars }
}

const exportedNames = ({ statements }: Module) =>
  statements
    .filter(text => /^export (?:type )?\{/.test(text))
    .flatMap(text => listed(text).map(({ as }) => as))

/** The names in the braces of an import or export. */
function listed(text: string): { readonly name: string; readonly as: string }[] {
  const names = /\{([^}]*)\}/.exec(text)?.[1] ?? ''
  return names
    .split(',')
    .map(part => part.trim().replace(/^type /, ''))
    .filter(part => part !== '')
    .map(part => {
      const [name = '', as = name] = part.split(' as ')
      return { name, as }
    })
}

const nameOf = (text: string) =>
  /^(?:export )?(?:declare )?(?:abstract )?(?:class|interface|type|const|let|function) (\w+)/.exec(text)?.[1]

if (import.meta.main) {
  const text = apiText()
  if (process.argv.includes('--write')) writeFileSync(API_FILE, text)
  else process.stdout.write(text)
}
