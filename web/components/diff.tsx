import { Fragment } from 'preact'
import { useState } from 'preact/hooks'
import type * as Client from '../../src/client/index.ts'
import { api } from '../api/call.ts'
import { useAsked } from '../asking.ts'
import { NoiseControl } from './noise-control.tsx'
import { PartControl } from './part-control.tsx'
import { Answered, Empty } from './states.tsx'

interface DiffProps {
  readonly collection: string
  readonly url: string
  readonly before: number
  readonly after: number
  readonly of: 'text' | 'source'
  /** Show the old text on the left and the new text on the right. */
  readonly isInSides: boolean
}

type Line = Client.PageDiff['lines'][number]

/** Number of unchanged lines shown around a change. */
const CONTEXT = 2

/** Shows what changed between two revisions, with a few unchanged lines around it. Noise is gray or left out. */
export function Diff({ collection, url, before, after, of, isInSides }: DiffProps) {
  const [noise, setNoise] = useState(true)
  const asked = useAsked(`diff ${collection} ${url} ${before} ${after} ${of} ${noise}`, how =>
    api.diff(collection, { url, before, after, of, noise }, how).then(answer => ({ answer })),
  )
  return (
    <>
      <label class="is-inline">
        <input type="checkbox" checked={noise} onChange={event => setNoise(event.currentTarget.checked)} />
        Also dates, counters and other noise, in gray
      </label>
      <Answered asked={asked} what="difference">
        {({ answer }) =>
          answer === null ? (
            <Empty title="There is nothing to compare" />
          ) : (
            <>
              <Lines diff={answer} of={of} isInSides={isInSides} />
              {of === 'text' && <NoiseControl collection={collection} paths={pathsIn(answer)} />}
              {of === 'text' && (
                <PartControl {...{ collection, url, paths: pathsIn(answer), changed: asked.again }} />
              )}
            </>
          )
        }
      </Answered>
    </>
  )
}

/** Where lines differ that are not known to be noise. */
function pathsIn(diff: Client.PageDiff): readonly string[] {
  const excused = excusedIn(diff)
  return diff.lines.flatMap(line => (line.kind === 'same' || isNoise(line, excused) ? [] : [line.path]))
}

/** Regions that were found to change by themselves. */
function excusedIn({ change }: Client.PageDiff): ReadonlySet<string> {
  const counted = new Set(change?.paths)
  return new Set(change?.excused?.filter(path => !counted.has(path)))
}

function Lines({
  diff,
  of,
  isInSides,
}: { readonly diff: Client.PageDiff } & Pick<DiffProps, 'of' | 'isInSides'>) {
  const shown = near(diff.lines)
  const excused = excusedIn(diff)
  if (shown.length === 0)
    return <Empty title={of === 'text' ? 'Their texts are the same' : 'They are the same'} />
  const Row = isInSides ? TwoSides : OneColumn
  return (
    <section
      class={`diff ${isInSides ? 'is-sides' : ''} ${of === 'source' ? 'is-source' : ''}`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
      tabIndex={0}
      aria-label="Changed lines"
    >
      {shown.map(({ line, at, isGap }) => (
        <Fragment key={at}>
          {isGap && <p class="path">…</p>}
          <Row line={line} tone={toneOf(line, excused)} />
        </Fragment>
      ))}
    </section>
  )
}

/** Noise is what nobody wrote: a date that follows the clock, a counter, a region that was found to change by itself. */
const isNoise = (line: Line, excused: ReadonlySet<string>) =>
  ('noise' in line && line.noise) || (line.kind !== 'same' && excused.has(line.path))

const toneOf = (line: Line, excused: ReadonlySet<string>) =>
  isNoise(line, excused) ? `is-${line.kind} is-noise` : `is-${line.kind}`

const SIGNS = { same: '', removed: '−', added: '+', changed: '~' } as const

interface RowProps {
  readonly line: Line
  readonly tone: string
}

const OneColumn = ({ line, tone }: RowProps) => (
  <p class={tone} title={line.path} dir="auto">
    <span aria-hidden="true">{SIGNS[line.kind]}</span>
    <Said line={line} />
  </p>
)

const TwoSides = ({ line, tone }: RowProps) => (
  <div class={`sides ${tone}`} title={line.path}>
    <p dir="auto">{line.kind !== 'added' && <Said line={line} without="added" />}</p>
    <p dir="auto">{line.kind !== 'removed' && <Said line={line} without="removed" />}</p>
  </div>
)

const MARKS = { same: 'span', removed: 'del', added: 'ins' } as const

function Said({ line, without }: { readonly line: Line; readonly without?: 'removed' | 'added' }) {
  if (!('words' in line)) {
    const Mark = MARKS[line.kind as keyof typeof MARKS]
    return <Mark>{line.text}</Mark>
  }
  return (
    <span>
      {line.words.map(({ kind, text }, i) => {
        const Mark = MARKS[kind]
        return kind === without ? null : kind === 'same' ? text : <Mark key={i}>{text}</Mark>
      })}
    </span>
  )
}

function near(lines: readonly Line[]): { line: Line; at: number; isGap: boolean }[] {
  const wanted = new Set<number>()
  lines.forEach((line, at) => {
    if (line.kind !== 'same') for (let i = at - CONTEXT; i <= at + CONTEXT; i++) wanted.add(i)
  })
  return lines.flatMap((line, at) =>
    wanted.has(at) ? [{ line, at, isGap: at > 0 && !wanted.has(at - 1) }] : [],
  )
}
