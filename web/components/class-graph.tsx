/**
 * The graph of page classes. Classes are placed in columns by their distance from the class of the start page; links between two classes
 * are one curve, whose width is the share of pages that have them. Links that nearly every class has (the site's menu) are faint; otherwise
 * they would dominate the graph.
 */
import type { Model } from '../../src/client/index.ts'
import { shown, shownShare } from '../words.ts'
import { BOX_HEIGHT, BOX_WIDTH, type Box, type Edge, layoutOf, THUMBNAIL_HEIGHT } from './class-layout.ts'
import { Thumbnail } from './stored-frame.tsx'

interface ClassGraphProps {
  readonly collection: string
  readonly model: Model
  readonly selected: string
  readonly select: (name: string) => void
}

const TYPES = ['list', 'menu', 'singleton', 'form'] as const

export function ClassGraph({ collection, model, selected, select }: ClassGraphProps) {
  const { boxes, edges, width, height } = layoutOf(model)
  const at = new Map(boxes.map(box => [box.of.name, box]))
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard. */}
      <section class="graph-frame" tabIndex={0} aria-label="Page classes and the links between them">
        <svg class="graph" width={width} height={height}>
          <title>Page classes of {model.start}</title>
          {edges.map(edge => (
            <Curve
              key={`${edge.from} ${edge.to}`}
              edge={edge}
              from={at.get(edge.from)!}
              to={at.get(edge.to)!}
              isNear={edge.from === selected || edge.to === selected}
            />
          ))}
          {boxes.map(box => (
            <ClassBox key={box.of.name} box={box} isSelected={box.of.name === selected} select={select} />
          ))}
          {boxes.map(box => (
            <ClassLook key={box.of.name} box={box} collection={collection} />
          ))}
        </svg>
      </section>
      <ul class="legend">
        {TYPES.map((type, i) => (
          <li key={type} class={`mark-${i + 1}`}>
            {type}
          </li>
        ))}
      </ul>
    </>
  )
}

const MAX_NAME_CHARS = 20
const MAX_ADDRESS_CHARS = 26
const cut = (text: string, most: number) => (text.length > most ? `${text.slice(0, most - 1)}…` : text)

function ClassBox({
  box: { of, x, y },
  isSelected,
  select,
}: {
  readonly box: Box
  readonly isSelected: boolean
  readonly select: (name: string) => void
}) {
  const choose = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== ' ') return
    event.preventDefault()
    select(of.name)
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: HTML has no button inside a drawing.
    <g
      class={`class-box ${isSelected ? 'is-selected' : ''}`}
      role="button"
      // In SVG, attribute names are case-sensitive.
      tabindex={0}
      aria-pressed={isSelected}
      onClick={() => select(of.name)}
      onKeyDown={choose}
    >
      <rect x={x} y={y} width={BOX_WIDTH} height={BOX_HEIGHT} rx={8} />
      <text class="name" x={x + 10} y={y + THUMBNAIL_HEIGHT + 19}>
        {cut(of.name, MAX_NAME_CHARS)} ({shown(of.pages)})
      </text>
      <text class="address" x={x + 10} y={y + THUMBNAIL_HEIGHT + 37}>
        {cut(of.address.replace(/^https?:\/\/[^/]*/, ''), MAX_ADDRESS_CHARS)}
      </text>
    </g>
  )
}

/** A thumbnail of a page of the class; clicks go through it to the box behind. */
function ClassLook({ box: { of, x, y }, collection }: { readonly box: Box; readonly collection: string }) {
  if (of.examples[0] === undefined) return null
  const size = { width: BOX_WIDTH - 3, height: THUMBNAIL_HEIGHT }
  return (
    <foreignObject class="class-look" x={x + 1.5} y={y + 1.5} {...size}>
      {/* This element is HTML from the start; children added later get the namespace of their parent. */}
      <div>
        <Thumbnail collection={collection} url={of.examples[0]} />
      </div>
    </foreignObject>
  )
}

interface CurveProps {
  readonly edge: Edge
  readonly from: Box
  readonly to: Box
  readonly isNear: boolean
}

const LOOP = 28
const BEND = 70

function Curve({ edge, from, to, isNear }: CurveProps) {
  const { type, coverage, isCommon } = edge
  const tone = isNear ? 'is-near' : isCommon ? 'is-faint' : ''
  return (
    <path
      class={`series-${TYPES.indexOf(type) + 1} link ${tone}`}
      stroke-width={0.8 + 2 * coverage}
      d={from === to ? loopOf(from) : pathOf(from, to)}
    >
      <title>{`${edge.from} → ${edge.to}: ${type}, on ${shownShare(coverage, 0)} of its pages`}</title>
    </path>
  )
}

function loopOf({ x, y }: Box): string {
  const middle = x + BOX_WIDTH / 2
  return `M${middle - 20} ${y}C${middle - 40} ${y - LOOP} ${middle + 40} ${y - LOOP} ${middle + 20} ${y}`
}

function pathOf(from: Box, to: Box): string {
  const [y1, y2] = [from.y + BOX_HEIGHT / 2, to.y + BOX_HEIGHT / 2]
  if (from.x === to.x) return `M${from.x} ${y1}C${from.x - BEND} ${y1} ${to.x - BEND} ${y2} ${to.x} ${y2}`
  const isForward = to.x > from.x
  const x1 = isForward ? from.x + BOX_WIDTH : from.x
  const x2 = isForward ? to.x : to.x + BOX_WIDTH
  const middle = (x1 + x2) / 2
  return `M${x1} ${y1}C${middle} ${y1} ${middle} ${y2} ${x2} ${y2}`
}
