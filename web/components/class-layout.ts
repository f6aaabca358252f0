/** Computes the layout of the graph of page classes. */
import type { ClassLink, Model, PageClass } from '../../src/client/index.ts'

export interface Box {
  readonly of: PageClass
  readonly x: number
  readonly y: number
}

/** All links from one class to another, represented by the one that most pages have. */
export interface Edge extends ClassLink {
  /** Whether it leads to a class that nearly all classes link to. */
  readonly isCommon: boolean
}

interface Layout {
  readonly boxes: readonly Box[]
  readonly edges: readonly Edge[]
  readonly width: number
  readonly height: number
}

export const BOX_WIDTH = 190
/** Height of the thumbnail above the name of the class. */
export const THUMBNAIL_HEIGHT = 96
export const BOX_HEIGHT = THUMBNAIL_HEIGHT + 48
const GAP_X = 100
const GAP_Y = 28
const MARGIN = 36

export function layoutOf(model: Model): Layout {
  const edges = edgesOf(model)
  const columns = columnsOf(model, edges)
  const most = Math.max(1, ...columns.map(column => column.length))
  const height = 2 * MARGIN + most * (BOX_HEIGHT + GAP_Y) - GAP_Y
  const boxes = columns.flatMap((column, i) => {
    const free = (most - column.length) * (BOX_HEIGHT + GAP_Y)
    return column.map((of, k) => ({
      ...{ of, x: MARGIN + i * (BOX_WIDTH + GAP_X) },
      y: MARGIN + free / 2 + k * (BOX_HEIGHT + GAP_Y),
    }))
  })
  return { boxes, edges, width: 2 * MARGIN + columns.length * (BOX_WIDTH + GAP_X) - GAP_X, height }
}

const MIN_CLASSES = 5
const COMMON_SHARE = 0.7

function edgesOf({ links, classes }: Model): Edge[] {
  const best = new Map<string, ClassLink>()
  const known = new Set(classes.map(each => each.name))
  for (const link of links) {
    if (!known.has(link.from) || !known.has(link.to)) continue
    const key = `${link.from}\n${link.to}`
    if (link.coverage > (best.get(key)?.coverage ?? -1)) best.set(key, link)
  }
  const sources = new Map<string, number>()
  for (const { to } of best.values()) sources.set(to, (sources.get(to) ?? 0) + 1)
  const isCommon = (to: string) =>
    classes.length >= MIN_CLASSES && (sources.get(to) ?? 0) > COMMON_SHARE * classes.length
  return [...best.values()].map(link => ({ ...link, isCommon: isCommon(link.to) }))
}

/** Columns by the number of links from the class of the start page; classes that cannot be reached are in the last column. */
function columnsOf({ classes, start }: Model, edges: readonly Edge[]): PageClass[][] {
  const home = classes.find(each => each.examples.includes(start)) ?? classes[0]
  const depth = new Map<string, number>(home === undefined ? [] : [[home.name, 0]])
  for (const [name, level] of depth)
    for (const { from, to } of edges) if (from === name && !depth.has(to)) depth.set(to, level + 1)
  const last = Math.max(0, ...depth.values()) + 1
  const columns: PageClass[][] = []
  for (const each of classes) (columns[depth.get(each.name) ?? last] ??= []).push(each)
  return ordered(
    columns.filter(column => column !== undefined),
    edges,
  )
}

/** Places each class near the classes of the previous column that link to it, so that few curves cross. */
function ordered(columns: readonly PageClass[][], edges: readonly Edge[]): PageClass[][] {
  const done: PageClass[][] = []
  for (const column of columns) {
    const before = new Map((done.at(-1) ?? []).map((each, i) => [each.name, i]))
    const place = ({ name }: PageClass) => {
      const sources = edges.filter(each => each.to === name && before.has(each.from))
      const sum = sources.reduce((total, each) => total + before.get(each.from)!, 0)
      return sources.length === 0 ? before.size : sum / sources.length
    }
    done.push([...column].sort((a, b) => place(a) - place(b) || b.pages - a.pages))
  }
  return done
}
