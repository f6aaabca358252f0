import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { Scope } from '../url/index.ts'
import { readConfig } from './config-file.ts'
import { groupOf, jsonSchema, type SchemaNode } from './keys.ts'
import { schemaText, withKeyTable } from './reference.ts'

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')

describe('what is published is current; otherwise run `npm run docs:config`', () => {
  test('docs/config.schema.json', () => expect(read('docs/config.schema.json')).toBe(schemaText()))

  test('docs/config.md', () => {
    const page = read('docs/config.md')
    expect(page).toBe(withKeyTable(page))
  })
})

describe('the published schema refuses what the program refuses', () => {
  const at = (...path: string[]) =>
    path.reduce<SchemaNode>((node, key) => groupOf(node)!.properties![key]!, jsonSchema())
  const admits = (node: SchemaNode, value: string | number): boolean =>
    typeof value === 'number'
      ? node.type === 'integer' && value >= (node.minimum ?? 0)
      : node.type === 'string' && new RegExp(node.pattern ?? '').test(value)

  test.each([
    ['request', 'maxBody'],
    ['archive', 'rotate'],
  ])('%s.%s', (group, key) => {
    for (const value of [0, '0', '0B', '0.0 MiB', 1, '1', '10KiB', '0.5 MiB', '00.05GiB', 'much']) {
      const config = `${group}: {${key}: ${JSON.stringify(value)}}`
      const isRefused = (() => {
        try {
          readConfig(`seeds: [https://example.org/]\n${config}`, 'c.yaml')
          return false
        } catch {
          return true
        }
      })()
      const isAdmitted = at(group, key).anyOf!.some(choice => admits(choice, value))
      expect([config, isAdmitted]).toEqual([config, !isRefused])
    }
  })
})

test('every key is explained', () => {
  const unexplained = (node: SchemaNode, path: string): string[] =>
    Object.entries(groupOf(node)?.properties ?? groupOf(node.items ?? {})?.properties ?? {}).flatMap(
      ([key, child]) => [...(child.description ? [] : [path + key]), ...unexplained(child, `${path}${key}.`)],
    )
  expect(unexplained(jsonSchema(), '')).toEqual([])
})

describe('examples', () => {
  const files = readdirSync(new URL('../../examples/', import.meta.url)).filter(name =>
    name.endsWith('.yaml'),
  )

  test.each(files)('%s is valid', name => {
    expect(readConfig(read(`examples/${name}`), name).settings.seeds.length).toBeGreaterThan(0)
  })

  test.each(files)('%s has its seeds in scope', name => {
    const { settings } = readConfig(read(`examples/${name}`), name)
    const scope = new Scope(settings.scope)
    for (const seed of settings.seeds)
      expect(scope.decide(seed.url, settings.seedDepth)).toEqual({ accepted: true })
  })

  test('wikipedia.yaml keeps to articles, five deep, one request at a time', () => {
    const { settings } = readConfig(read('examples/wikipedia.yaml'), 'wikipedia.yaml')
    expect(settings).toMatchObject({ seedDepth: 1, sitemaps: false, feeds: false, soft404: false })
    expect(settings.limits.connections).toBe(1)
    expect(settings.request).toMatchObject({ delayMs: 1000, perServer: 1 })
    const scope = new Scope(settings.scope)
    const accepts = (url: string, depth = 2) => scope.decide(url, depth).accepted
    expect(accepts('https://en.wikipedia.org/wiki/Tide', 5)).toBe(true)
    expect(accepts('http://en.wikipedia.org/wiki/Tide')).toBe(true)
    expect(accepts('https://en.wikipedia.org/wiki/Tide', 6)).toBe(false)
    for (const path of ['wiki/Main_Page', 'wiki/Help:Contents', 'wiki/Talk%3ATide', 'w/index.php', 'wiki/'])
      expect(accepts(`https://en.wikipedia.org/${path}`)).toBe(false)
    expect(accepts('https://de.wikipedia.org/wiki/Tide')).toBe(false)
    expect(accepts('https://en.wikipedia.org/wiki/Main_Page_(film)')).toBe(true)
  })

  test('archive.yaml keeps what a replay needs', () => {
    const { settings } = readConfig(read('examples/archive.yaml'), 'archive.yaml')
    expect(settings).toMatchObject({ resources: true, archive: { compression: 'gzip' } })
    expect(settings.types).toContain('image/png')
  })
})
