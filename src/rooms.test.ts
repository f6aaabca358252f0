/** The rules of the architecture (docs/architecture.md): rooms import only from rooms below, and only `env` uses time and randomness. */
import { readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'

const SRC = import.meta.dirname
const ROOMS = [
  'client',
  'env',
  'url',
  'robots',
  'html',
  'document',
  'search',
  'change',
  'duplicates',
  'refresh',
  'site',
  'focus',
  'fetch',
  'browser',
  'archive',
  'store',
  'frontier',
  'crawl',
  'lab',
  'config',
  'library',
  'api',
  'cli',
]
const PURE = new Set([
  'url',
  'robots',
  'html',
  'document',
  'search',
  'change',
  'duplicates',
  'refresh',
  'site',
  'focus',
])
/** What the shells, `api` and `cli`, may import: the library and `env`; `cli` also starts `api`. */
const BEHIND_THE_SHELLS: Readonly<Record<string, readonly string[]>> = {
  api: ['api', 'library', 'env'],
  cli: ['cli', 'api', 'library', 'env'],
}
/** File names that several rooms may have: the usual ones, and `belief.ts`, because planning packs the beliefs of `refresh` for the store. */
const NAMED_ALIKE = new Set(['index.ts', 'types.ts', 'belief.ts'])
/** Files that may share names: both databases have the same parts, and commands are named after what they show. */
const TWINS = /^(?:store\/(?:sqlite|postgres)|cli)\//
/** Types of the engine that the library also has, in a plainer form. */
const SAID_TWICE = new Set(['Visit', 'Outcome'])

const sources = (readdirSync(SRC, { recursive: true }) as string[])
  .filter(file => /\.ts$/.test(file) && !/\.(?:test|fixture)\.ts$/.test(file) && !/conformance/.test(file))
  .map(file => ({ file, room: file.split('/')[0]!, text: readFileSync(join(SRC, file), 'utf8') }))

function importsOf(text: string): string[] {
  return [...text.matchAll(/(?:from|import\()\s*'([^']+)'/g)].map(match => match[1]!)
}

/** Everything that loading a file loads; type-only imports load nothing. */
function loadedWith(file: string, loaded = new Set<string>()): Set<string> {
  if (loaded.has(file)) return loaded
  loaded.add(file)
  const text = readFileSync(join(SRC, file), 'utf8')
  for (const [, path = ''] of text.matchAll(/^(?:import|export) (?!type\b)[^';]*?from '([^']+)'/gm))
    if (path.startsWith('.')) loadedWith(relative(SRC, resolve(SRC, dirname(file), path)), loaded)
    else loaded.add(path)
  return loaded
}

/** Files that a file imports, not counting type-only imports. */
function valueImports(file: string): string[] {
  const text = readFileSync(join(SRC, file), 'utf8')
  return [...text.matchAll(/^(?:import|export) (?!type\b)[^';]*?from '(\.[^']+)'/gm)]
    .filter(([statement]) => !/^import \{(?:\s*type [\w$]+,?)+\s*\} from/.test(statement))
    .map(([, path = '']) => relative(SRC, resolve(SRC, dirname(file), path)))
}

/** The rooms in which each exported class and type is declared, by name. */
function declarations(): Map<string, Set<string>> {
  const rooms = new Map<string, Set<string>>()
  // The client uses the library's names for the same values as JSON.
  for (const { room, text } of sources.filter(each => each.room !== 'client'))
    for (const [, name = ''] of text.matchAll(/^export (?:abstract )?(?:class|interface|type|enum) (\w+)/gm))
      rooms.set(name, (rooms.get(name) ?? new Set()).add(room))
  return rooms
}

/** The room of a file that another one imports. */
const roomOf = (path: string, from: string): string =>
  relative(SRC, resolve(SRC, dirname(from), path)).split('/')[0]!

/** What imports of files within `src` break a rule. */
const wrongImports = (
  files: readonly { readonly file: string; readonly room: string; readonly text: string }[],
  isAllowed: (target: string, room: string) => boolean,
): string[] =>
  files.flatMap(({ file, room, text }) =>
    importsOf(text)
      .filter(path => path.startsWith('.') && !isAllowed(roomOf(path, file), room))
      .map(path => `${file} imports ${path}`),
  )

describe('the rooms', () => {
  it('are those of the list', () => {
    expect(new Set(sources.map(({ room }) => room).filter(room => !room.endsWith('.ts')))).toEqual(
      new Set(ROOMS),
    )
  })

  it('import only from rooms below', () => {
    const inRooms = sources.filter(({ file }) => file.includes('/'))
    const isBelow = (target: string, room: string) =>
      ROOMS.includes(target) && ROOMS.indexOf(target) <= ROOMS.indexOf(room)
    expect(wrongImports(inRooms, isBelow)).toEqual([])
  })

  it('that are shells use the library, not the rooms behind it', () => {
    const shells = sources.filter(({ room }) => room in BEHIND_THE_SHELLS)
    expect(wrongImports(shells, (target, room) => BEHIND_THE_SHELLS[room]!.includes(target))).toEqual([])
  })

  it('that are pure use neither disk nor network', () => {
    const impure = sources
      .filter(({ room }) => PURE.has(room))
      .flatMap(({ file, text }) => importsOf(text).map(path => `${file} imports ${path}`))
      .filter(each => / imports node:(?:fs|net|http|https|dns|tls|child_process)/.test(each))
    expect(impure).toEqual([])
  })

  it('get time and randomness from env', () => {
    const own = sources
      .filter(({ room }) => room !== 'env')
      .map(({ file, text }) => ({ file, code: text.replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '') }))
      .filter(({ code }) =>
        /\bDate\.now\(|\bnew Date\(\)|\bMath\.random\(|\bsetTimeout\(|\bsetInterval\(|\bsetImmediate\(|\bperformance\.now\(|\bhrtime\b|\brandom(?:UUID|Int|Bytes)\(|(?<![.\w#]|async )fetch\(/.test(
          code,
        ),
      )
    expect(own.map(({ file }) => file)).toEqual([])
  })

  it('there are no import cycles', () => {
    const cycles: string[] = []
    const done = new Set<string>()
    const walk = (file: string, way: readonly string[]): void => {
      if (way.includes(file)) cycles.push([...way.slice(way.indexOf(file)), file].join(' → '))
      if (way.includes(file) || done.has(file)) return
      for (const next of valueImports(file)) walk(next, [...way, file])
      done.add(file)
    }
    for (const { file } of sources) walk(file, [])
    expect(cycles).toEqual([])
  })

  it('no two rooms have files with the same name', () => {
    const rooms = new Map<string, Set<string>>()
    for (const { file, room } of sources.filter(({ file }) => !TWINS.test(file)))
      rooms.set(basename(file), (rooms.get(basename(file)) ?? new Set()).add(room))
    const shared = [...rooms].filter(([name, rooms]) => rooms.size > 1 && !NAMED_ALIKE.has(name))
    expect(shared.map(([name, rooms]) => `${name}: ${[...rooms].join(', ')}`)).toEqual([])
  })

  it('no two rooms have classes or types with the same name', () => {
    const shared = [...declarations()].filter(([name, rooms]) => rooms.size > 1 && !SAID_TWICE.has(name))
    expect(shared.map(([name, rooms]) => `${name}: ${[...rooms].join(', ')}`)).toEqual([])
  })

  it('a parse thread loads only what reads pages, because each has its own heap', () => {
    const loaded = [...loadedWith('crawl/thread/thread.ts')]
    expect(loaded).toContain('html/scan.ts')
    expect(loaded.filter(file => /^(?:store|frontier|config|cli)\//.test(file))).toEqual([])
    expect(
      loaded.filter(file => /^document\/(?:convert\/|patterns\/|accessibility\/(?!level-scores))/.test(file)),
    ).toEqual([])
    for (const heavy of ['pino', 'feedsmith', 'tldts', 'undici', 'better-sqlite3', 'site/infer.ts', 'unpdf'])
      expect(loaded).not.toContain(heavy)
  })

  it('reading a collection does not load the engine, so commands that only read start in half the time', () => {
    const loaded = [...loadedWith('library/index.ts'), ...loadedWith('cli/list.ts')]
    expect(loaded).toContain('library/collection.ts')
    expect(loaded.filter(file => /^(?:frontier|fetch|refresh)\//.test(file))).toEqual([])
    for (const heavy of [
      'crawl/engine.ts',
      'config/schema.ts',
      'html/index.ts',
      'site/index.ts',
      'undici',
      'zod',
      'yaml',
      'postgres',
      'playwright-core',
    ])
      expect(loaded).not.toContain(heavy)
  })
})
