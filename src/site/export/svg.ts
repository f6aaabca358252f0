/**
 * The model as a picture. Classes are in columns by their distance from the class of the start page, larger ones higher in each
 * column; links between two classes are one curve, as thick as the share of pages that have them, in the color of
 * their type. Links on nearly every class (the site's menu) are drawn faintly, because otherwise they would hide all else.
 */

import type { ClassLink, LinkType, PageClass, SiteModel } from '../model.ts'
import { xml } from './graph.ts'

interface Box {
  readonly one: PageClass
  readonly x: number
  readonly y: number
}

const WIDTH = 170
const HEIGHT = 46
const GAP_X = 110
const GAP_Y = 26
const MARGIN = 40
const COLORS: Readonly<Record<LinkType, string>> = {
  list: '#1f6f8b',
  menu: '#b08900',
  singleton: '#7a5195',
  form: '#c0392b',
}

export function toSvg(model: SiteModel): string {
  const boxes = placed(model)
  const edges = joined(model.links)
  const width = Math.max(...boxes.map(box => box.x)) + WIDTH + MARGIN
  const height = Math.max(...boxes.map(box => box.y)) + HEIGHT + 2 * MARGIN
  const at = new Map(boxes.map(box => [box.one.name, box]))
  const faint = commonTargets(edges, model.classes.length)
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="sans-serif">`,
    `<title>${xml(`Page classes of ${model.start}`)}</title>`,
    '<rect width="100%" height="100%" fill="#fff"/>',
    ...edges.map(edge => curve(edge, at, faint.has(edge.to))),
    ...boxes.map(drawn),
    legend(height),
    '</svg>',
    '',
  ].join('\n')
}

/** Columns by the number of links from the start class; classes that cannot be reached are in the last. */
function placed({ classes, links, start }: SiteModel): Box[] {
  const home = classes.find(one => one.examples.includes(start)) ?? classes[0]
  const depth = new Map<string, number>(home === undefined ? [] : [[home.name, 0]])
  for (const [name, level] of depth)
    for (const link of links) if (link.from === name && !depth.has(link.to)) depth.set(link.to, level + 1)
  const last = Math.max(0, ...depth.values())
  const columns: PageClass[][] = []
  for (const one of classes) (columns[depth.get(one.name) ?? last + 1] ??= []).push(one)
  return columns
    .filter(column => column !== undefined)
    .flatMap((column, x) =>
      [...column]
        .sort((a, b) => b.pages - a.pages)
        .map((one, y) => ({ one, x: MARGIN + x * (WIDTH + GAP_X), y: MARGIN + y * (HEIGHT + GAP_Y) })),
    )
}

/** One edge for each pair of classes: the link that most pages have. */
function joined(links: readonly ClassLink[]): ClassLink[] {
  const best = new Map<string, ClassLink>()
  for (const link of links) {
    const key = `${link.from}\n${link.to}`
    const known = best.get(key)
    if (known === undefined || link.coverage > known.coverage) best.set(key, link)
  }
  return [...best.values()]
}

function commonTargets(edges: readonly ClassLink[], classes: number): Set<string> {
  const sources = new Map<string, number>()
  for (const { to } of edges) sources.set(to, (sources.get(to) ?? 0) + 1)
  return new Set(
    [...sources].filter(([, count]) => classes > 4 && count > 0.7 * classes).map(([name]) => name),
  )
}

function curve(
  { from, to, type, coverage }: ClassLink,
  at: ReadonlyMap<string, Box>,
  faint: boolean,
): string {
  const a = at.get(from)!
  const b = at.get(to)!
  const stroke = `fill="none" stroke="${COLORS[type]}" stroke-width="${(0.6 + 2 * coverage).toFixed(1)}" opacity="${faint ? 0.15 : 0.7}"`
  const tip = `<title>${xml(`${from} → ${to}: ${type}, ${Math.round(100 * coverage)} % of pages`)}</title>`
  if (a === b) {
    const x = a.x + WIDTH / 2
    return `<path d="M${x - 20} ${a.y} C${x - 40} ${a.y - 30} ${x + 40} ${a.y - 30} ${x + 20} ${a.y}" ${stroke}>${tip}</path>`
  }
  const x1 = b.x > a.x ? a.x + WIDTH : a.x
  const x2 = b.x > a.x ? b.x : b.x + WIDTH
  const bend = b.x === a.x ? -70 : (x2 - x1) / 2
  const y1 = a.y + HEIGHT / 2
  const y2 = b.y + HEIGHT / 2
  const end = b.x === a.x ? b.x : x2
  return `<path d="M${x1} ${y1} C${x1 + bend} ${y1} ${end + (b.x === a.x ? -70 : -bend)} ${y2} ${end} ${y2}" ${stroke}>${tip}</path>`
}

function drawn({ one, x, y }: Box): string {
  const text = (dy: number, size: number, color: string, words: string) =>
    `<text x="${x + 10}" y="${y + dy}" font-size="${size}" fill="${color}">${xml(words)}</text>`
  const address = one.address.length > 26 ? `${one.address.slice(0, 25)}…` : one.address
  return (
    `<g><title>${xml(`${one.name}: ${one.pages} pages, ${one.address}`)}</title>` +
    `<rect x="${x}" y="${y}" width="${WIDTH}" height="${HEIGHT}" rx="6" fill="#f4f7f9" stroke="#34495e"/>` +
    `${text(19, 13, '#1b2733', `${one.name.slice(0, 20)} (${one.pages})`)}${text(36, 10, '#5d6d7e', address)}</g>`
  )
}

function legend(height: number): string {
  const words = Object.entries(COLORS).map(
    ([type, color], i) =>
      `<text x="${MARGIN + i * 90}" y="${height - 14}" font-size="11" fill="${color}">— ${type}</text>`,
  )
  return words.join('')
}
