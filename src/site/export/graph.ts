/** The model as a graph for other programs: GraphML, Cypher, DOT. Classes are nodes, class links are edges. */
import type { ClassLink, SiteModel } from '../model.ts'

export function toJson(model: SiteModel): string {
  return `${JSON.stringify(model, undefined, 1)}\n`
}

export function toGraphMl({ classes, links }: SiteModel): string {
  const keys = [
    graphMlKey('node', 'pages', 'int'),
    graphMlKey('node', 'address', 'string'),
    graphMlKey('edge', 'type', 'string'),
    graphMlKey('edge', 'xpath', 'string'),
    graphMlKey('edge', 'coverage', 'double'),
  ]
  const nodes = classes.map(
    one =>
      `<node id="${xml(one.name)}">${graphMlData('node-pages', one.pages)}${graphMlData('node-address', one.address)}</node>`,
  )
  const edges = links.map(
    (link, i) =>
      `<edge id="e${i}" source="${xml(link.from)}" target="${xml(link.to)}">` +
      `${graphMlData('edge-type', link.type)}${graphMlData('edge-xpath', link.xpath)}${graphMlData('edge-coverage', link.coverage)}</edge>`,
  )
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<graphml xmlns="http://graphml.graphdrawing.org/xmlns">',
    ...keys,
    '<graph id="site" edgedefault="directed">',
    ...nodes,
    ...edges,
    '</graph>',
    '</graphml>',
    '',
  ].join('\n')
}

export function graphMlKey(of: 'node' | 'edge', name: string, type: string): string {
  return `<key id="${of}-${name}" for="${of}" attr.name="${name}" attr.type="${type}"/>`
}

export function graphMlData(name: string, value: string | number): string {
  return `<data key="${name}">${xml(String(value))}</data>`
}

/** Cypher statements for a graph database. A menu becomes a node, so that its items stay together. */
export function toCypher({ classes, links }: SiteModel): string {
  const nodes = classes.map(
    ({ name, pages, address }) =>
      `MERGE (c:PageClass {name: ${cypherLiteral(name)}}) SET c.pages = ${pages}, c.address = ${cypherLiteral(address)};`,
  )
  const menus = new Set(links.filter(({ type }) => type === 'menu').map(menuOf))
  const edges = links.map(link => (link.type === 'menu' ? menuItem(link) : classLink(link)))
  return `${[...nodes, ...menus, ...edges].join('\n')}\n`
}

const menuOf = ({ from, xpath }: ClassLink) =>
  `MATCH (c:PageClass {name: ${cypherLiteral(from)}}) ` +
  `MERGE (c)-[:HAS_MENU]->(:Menu {class: ${cypherLiteral(from)}, xpath: ${cypherLiteral(xpath)}});`

const menuItem = ({ from, to, xpath, coverage }: ClassLink) =>
  `MATCH (m:Menu {class: ${cypherLiteral(from)}, xpath: ${cypherLiteral(xpath)}}), (b:PageClass {name: ${cypherLiteral(to)}}) ` +
  `MERGE (m)-[l:MENU_ITEM]->(b) SET l.coverage = ${coverage};`

const classLink = ({ from, to, type, xpath, coverage }: ClassLink) =>
  `MATCH (a:PageClass {name: ${cypherLiteral(from)}}), (b:PageClass {name: ${cypherLiteral(to)}}) ` +
  `MERGE (a)-[l:CLASS_LINK {xpath: ${cypherLiteral(xpath)}}]->(b) SET l.type = ${cypherLiteral(type)}, l.coverage = ${coverage};`

/** A literal on one line, whatever the text contains. */
export function cypherLiteral(text: string | null): string {
  if (text === null) return 'null'
  const escaped = text.replace(
    /[\\'\p{Cc}\u2028\u2029]/gu,
    char => CYPHER_ESCAPES.get(char) ?? `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
  return `'${escaped}'`
}

const CYPHER_ESCAPES: ReadonlyMap<string, string> = new Map([
  ['\\', '\\\\'],
  ["'", "\\'"],
])

export function toDot({ classes, links }: SiteModel): string {
  const nodes = classes.map(({ name, pages }) => `  ${dot(name)} [label=${dot(`${name}\n${pages} pages`)}];`)
  const edges = links.map(({ from, to, type }) => `  ${dot(from)} -> ${dot(to)} [label=${dot(type)}];`)
  return `digraph site {\n  rankdir=LR;\n  node [shape=box];\n${[...nodes, ...edges].join('\n')}\n}\n`
}

function dot(text: string): string {
  return `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')}"`
}

export function xml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replace(/[^\t\n\r\x20-\uFFFD\u{10000}-\u{10FFFF}]/gu, '\uFFFD')
}
