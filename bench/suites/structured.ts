/**
 * Structured data against the files of scrapinghub/extruct (`--folder extruct`: its tests/samples). Beside each page stands what is
 * expected of it; texts are compared without regard to white space, since that suite lays text out as lines. RDFa is judged by its statements,
 * nodes without a name being all alike; of Dublin Core only `<meta>` counts, not `<link>`.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { jsonLdOf } from '../../src/document/structured/json-ld.ts'
import { metaOf, openGraphOf } from '../../src/document/structured/meta.ts'
import { type Item, microdataOf } from '../../src/document/structured/microdata.ts'
import { microformatsOf } from '../../src/document/structured/microformats.ts'
import { rdfaOf } from '../../src/document/structured/rdfa.ts'
import { parseTree, type Tree } from '../../src/html/index.ts'

const { values } = parseArgs({
  options: { folder: { type: 'string' }, details: { type: 'boolean', default: false } },
})
if (values.folder === undefined) {
  console.error('usage: structured.ts --folder EXTRUCT [--details]')
  process.exit(2)
}
const samples = join(values.folder, 'tests/samples')

type Plain = unknown

interface Case {
  readonly page: string
  readonly expected: string
  readonly actual: (tree: Tree) => Plain
  /** What the suite's own tests make of the expected file. */
  readonly of?: (expected: Plain) => Plain
}

/** As the suite writes items: lists of one value bare, unless strict; inputs of actions as objects. */
function written(item: Item, strict: boolean): Plain {
  const bare = (list: readonly Plain[]) => (!strict && list.length === 1 ? list[0] : list)
  const entries = Object.entries(item.properties).map(([name, list]) => [
    name,
    bare(list.map(value => (typeof value === 'string' ? input(name, value) : written(value, strict)))),
  ])
  return {
    ...(item.types.length > 0 && { type: bare(item.types) }),
    ...(item.id !== undefined && { id: item.id }),
    ...(item.text === undefined ? { properties: Object.fromEntries(entries) } : { value: item.text }),
  }
}

function input(name: string, text: string): Plain {
  if (!/-(?:input|output)$/.test(name)) return text
  const named = /name=(.*)/.exec(text)?.[1]
  return { ...(text.startsWith('required') && { valueRequired: true }), ...(named && { valueName: named }) }
}

function folded(value: Plain): Plain {
  if (typeof value === 'string') return value.replace(/\s+/g, '')
  if (Array.isArray(value)) return value.map(folded)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, inner]) => [name, folded(inner)]),
  )
}

const microdata = (page: string, strict = false, base = '', expected = `${page}.json`): Case => ({
  page: `${page}.html`,
  expected,
  actual: tree => microdataOf(tree, base).map(item => written(item, strict)),
})
const jsonLd = (page: string): Case => ({
  page: `${page}.html`,
  expected: `${page}.jsonld`,
  actual: jsonLdOf,
})
const openGraph = (page: string): Case => ({
  page: `${page}.html`,
  expected: `${page}.json`,
  actual: tree => openGraphOf(tree).map(({ name, content }) => [name, content]),
  of: expected => (expected as { properties: Plain }[]).flatMap(one => one.properties),
})

/** Statements (subject, property, value); those without a name are all called `_`. */
function statements(items: readonly Item[], base: string): string[] {
  const absolute = (text: string) => (URL.canParse(text, base) ? new URL(text, base).href : text)
  const id = (item: Item) => (item.id === undefined ? '_' : absolute(item.id))
  return items.flatMap(item => [
    ...item.types.map(type => `${id(item)} a ${type}`),
    ...Object.entries(item.properties).flatMap(([name, list]) =>
      list.flatMap(value => [
        `${id(item)} ${name} ${typeof value === 'string' ? value : id(value)}`,
        ...(typeof value === 'string' ? [] : statements([value], base)),
      ]),
    ),
  ])
}

interface Format {
  readonly type: readonly string[]
  readonly properties: Readonly<Record<string, readonly (string | Format | { readonly value: string })[]>>
}

const formatted = ({ types, properties }: Item): Plain => ({
  type: types,
  properties: Object.fromEntries(
    Object.entries(properties).map(([name, list]) => [
      name,
      list.map(value => (typeof value === 'string' ? value : formatted(value))),
    ]),
  ),
})

/** Pictures with their alternative and contents with their markup, as texts; utility classes that look like types are left out. */
const plainFormat = ({ type, properties }: Format): Plain => ({
  type,
  properties: Object.fromEntries(
    Object.entries(properties).map(([name, list]) => [
      name,
      list.map(one => (typeof one === 'string' ? one : 'type' in one ? plainFormat(one) : one.value)),
    ]),
  ),
})

interface Dublin {
  readonly name?: string
  readonly content: string
}

interface Expanded {
  readonly '@id': string
  readonly '@type'?: readonly string[]
  readonly [name: string]: unknown
}

function expandedStatements(nodes: readonly Expanded[]): string[] {
  const id = (name: string) => (name.startsWith('_:') ? '_' : name)
  return nodes.flatMap(node =>
    Object.entries(node).flatMap(([name, list]) => {
      if (name === '@id' || name.endsWith('#usesVocabulary')) return []
      if (name === '@type') return (list as string[]).map(type => `${id(node['@id'])} a ${type}`)
      return (list as { '@id'?: string; '@value'?: string }[]).map(
        value => `${id(node['@id'])} ${name} ${value['@value'] ?? id(value['@id'] ?? '')}`,
      )
    }),
  )
}

const squeezed = (list: readonly string[]) => [...new Set(list.map(text => text.replace(/\s+/g, '')))].sort()
const rdfa = (
  page: string,
  expected = `${page}.expanded.json`,
  base = 'http://www.example.com/index.html',
): Case => ({
  page: `${page}.html`,
  expected,
  actual: tree => squeezed(statements(rdfaOf(tree), base)),
  of: one => squeezed(expandedStatements(one as Expanded[])),
})

const GROUPS: Readonly<Record<string, readonly Case[]>> = {
  'JSON-LD': [
    'schema.org/CreativeWork.001',
    'songkick/Elysian Fields Brooklyn Tickets, The Owl Music Parlor, 31 Oct 2015',
    'songkick/jsonld_empty_item_test',
    'schema.org.invalid/JoinAction.001',
    'schema.org.invalid/AllocateAction.001',
    'custom.invalid/JoinAction.001',
    'custom.invalid/AllocateAction.001',
    'custom.invalid/JSONLD_with_control_characters',
    'custom.invalid/JSONLD_with_control_characters_comment',
    'custom.invalid/JSONLD_with_JS_comment',
    'misc/null_ld_mock',
  ].map(jsonLd),
  microdata: [
    ...'CreativeWork.001 LocalBusiness.002 LocalBusiness.003 MusicRecording.001 Event.001 Event.002 Event.003 Event.004 Event.008 SearchAction.001 product product-ref'
      .split(' ')
      .map(name => microdata(`schema.org/${name}`)),
    microdata('schema.org/product', false, 'http://some-example.com', 'schema.org/product_custom_url.json'),
    ...'4.2.strings 4.2.strings.unclean 5.2 5.3 5.5 4.2.meter 4.2.data'
      .split(' ')
      .map(name => microdata(`w3c/microdata.${name}`, true)),
    microdata('w3c/microdata.7.1', true, 'http://blog.example.com/progress-report'),
    microdata('w3c/microdata.object', true, 'http://www.example.com/microdata/test'),
    microdata('websites/microdata-with-description'),
  ],
  RDFa: [
    ...[3, 4, 5].map(n => rdfa(`w3crdfa/w3c.rdfalite.example00${n}`)),
    rdfa('w3crdfa/w3c.rdf11primer.example014'),
    ...[5, 6, 7, 8, 9, 10, 11, 15].map(n =>
      rdfa(`w3crdfa/w3c.rdfaprimer.example${String(n).padStart(3, '0')}`),
    ),
    rdfa('wikipedia/xhtml+rdfa'),
    rdfa(
      'misc/Portfolio_Niels_Lubberman',
      'misc/Portfolio_Niels_Lubberman.json',
      'http://nielslubberman.nl/drupal/',
    ),
    rdfa('misc/expanded_OG_support_test', 'misc/expanded_OG_support_test.json'),
  ],
  'Dublin Core': [
    {
      page: 'misc/dublincore_test.html',
      expected: 'misc/dublincore_test.json',
      actual: tree => squeezed(metaOf(tree).map(({ name, content }) => `${name} ${content}`)),
      of: one =>
        squeezed(
          (one as { elements: Dublin[]; terms: Dublin[] }[])
            .flatMap(({ elements, terms }) => [...elements, ...terms])
            .filter(({ name }) => name !== undefined)
            .map(({ name, content }) => `${name} ${content}`),
        ),
    },
  ],
  microformats: [
    {
      page: 'misc/microformat_test.html',
      expected: 'misc/microformat_test.json',
      actual: tree => microformatsOf(tree).map(formatted),
      of: one => (one as Format[]).filter(({ type }) => type.includes('h-entry')).map(plainFormat),
    },
  ],
  OpenGraph: ['misc/opengraph_test', 'misc/opengraph_ns_product_test'].map(openGraph),
}

for (const [group, cases] of Object.entries(GROUPS)) {
  const missing = cases.filter(
    ({ page, expected }) => !existsSync(join(samples, page)) || !existsSync(join(samples, expected)),
  )
  if (missing.length > 0) console.log(`missing: ${missing.map(({ page }) => page).join(', ')}`)
  const found = cases.filter(one => !missing.includes(one))
  const wrong = found.filter(one => !isRight(one))
  console.log(
    `${group}: ${found.length - wrong.length} of ${found.length}${wrong.map(({ page }) => `\n   wrong: ${page}`).join('')}`,
  )
}

function isRight({ page, expected, actual, of = one => one }: Case): boolean {
  const tree = parseTree(readFileSync(join(samples, page), 'utf8'))
  const wanted = JSON.stringify(folded(of(JSON.parse(readFileSync(join(samples, expected), 'utf8')))))
  const got = JSON.stringify(folded(actual(tree)))
  if (values.details && wanted !== got)
    console.log(`${page}\n  wanted ${wanted.slice(0, 1500)}\n  got    ${got.slice(0, 1500)}`)
  return wanted === got
}
