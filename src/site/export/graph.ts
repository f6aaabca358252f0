/** The model as a graph for other programs: GraphML, Cypher, DOT. Classes are nodes, class links are edges. */
import type { SiteModel } from '../model.ts'

export function toJson(model: SiteModel): string {
  return `${JSON.stringify(model, undefined, 1)}\n`
}

export function toGraphMl({ classes, links }: SiteModel): string {
  const keys = [
    key('node', 'pages', 'int'),
    key('node', 'address', 'string'),
    key('edge', 'type', 'string'),
    key('edge', 'xpath', 'string'),
    key('edge', 'coverage', 'double'),
  ]
  const nodes = classes.map(
    one =>
      `<node id="${xml(one.name)}">${data('node-pages', one.pages)}${data('node-address', one.address)}</node>`,
  )
  const edges = links.map(
    (link, i) =>
      `<edge id="e${i}" source="${xml(link.from)}" target="${xml(link.to)}">` +
      `${data('edge-type', link.type)}${data('edge-xpath', link.xpath)}${data('edge-coverage', link.coverage)}</edge>`,
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

function key(of: 'node' | 'edge', name: string, type: string): string {
  return `<key id="${of}-${name}" for="${of}" attr.name="${name}" attr.type="${type}"/>`
}

function data(name: string, value: string | number): string {
  return `<data key="${name}">${xml(String(value))}</data>`
}

/** Statements for a graph data base that speaks Cypher. */
export function toCypher({ classes, links }: SiteModel): string {
  const nodes = classes.map(
    ({ name, pages, address }) =>
      `MERGE (c:PageClass {name: ${literal(name)}}) SET c.pages = ${pages}, c.address = ${literal(address)};`,
  )
  const edges = links.map(
    ({ from, to, type, xpath, coverage }) =>
      `MATCH (a:PageClass {name: ${literal(from)}}), (b:PageClass {name: ${literal(to)}}) ` +
      `MERGE (a)-[l:CLASS_LINK {xpath: ${literal(xpath)}}]->(b) SET l.type = ${literal(type)}, l.coverage = ${coverage};`,
  )
  return `${[...nodes, ...edges].join('\n')}\n`
}

function literal(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
}

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
