import { useState } from 'preact/hooks'
import type * as Client from '../../src/client/index.ts'
import { api } from '../api/call.ts'
import { useAsked } from '../asking.ts'
import { Answered, Empty } from './states.tsx'

interface DiffProps {
  readonly collection: string
  readonly url: string
  readonly before: number | undefined
  readonly after: number
}

type Line = Client.PageDiff['lines'][number]

/** Lines around a change that stay as they were. */
const CONTEXT = 2

/** What changed between two revisions, with a few unchanged lines around it. */
export function Diff({ collection, url, before, after }: DiffProps) {
  const [noise, setNoise] = useState(false)
  const asked = useAsked(`diff ${collection} ${url} ${before} ${after} ${noise}`, how =>
    before === undefined
      ? Promise.resolve({ answer: null })
      : api.diff(collection, { url, before, after, noise: String(noise) }, how).then(answer => ({ answer })),
  )
  if (before === undefined)
    return <Empty title="This is the first revision: there is nothing to compare it with" />
  return (
    <>
      <label class="is-inline">
        <input type="checkbox" checked={noise} onChange={event => setNoise(event.currentTarget.checked)} />
        Also dates, counters and other noise
      </label>
      <Answered asked={asked} what="difference">
        {told =>
          told.answer === null ? <Empty title="There is nothing to compare" /> : <Lines diff={told.answer} />
        }
      </Answered>
    </>
  )
}

function Lines({ diff }: { readonly diff: Client.PageDiff }) {
  const shown = near(diff.lines)
  if (shown.length === 0) return <Empty title="Their texts are the same" />
  return (
    <div class="stack">
      {diff.change?.summary && <p class="note">{diff.change.summary}</p>}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard. */}
      <section class="diff" tabIndex={0} aria-label="Changed lines">
        {shown.map(({ line, at, isGap }) => (
          <DiffLine key={at} line={line} isGap={isGap} />
        ))}
      </section>
    </div>
  )
}

const SIGNS = { same: '', removed: '−', added: '+', changed: '~' } as const

const DiffLine = ({ line, isGap }: { readonly line: Line; readonly isGap: boolean }) => (
  <>
    {isGap && <p class="path">…</p>}
    <p class={`is-${line.kind}`} title={line.path} dir="auto">
      <span aria-hidden="true">{SIGNS[line.kind]}</span>
      {'words' in line ? (
        <span>
          {line.words.map((word, i) =>
            word.kind === 'removed' ? (
              <del key={i}>{word.text}</del>
            ) : word.kind === 'added' ? (
              <ins key={i}>{word.text}</ins>
            ) : (
              word.text
            ),
          )}
        </span>
      ) : line.kind === 'removed' ? (
        <del>{line.text}</del>
      ) : line.kind === 'added' ? (
        <ins>{line.text}</ins>
      ) : (
        <span>{line.text}</span>
      )}
    </p>
  </>
)

function near(lines: readonly Line[]): { line: Line; at: number; isGap: boolean }[] {
  const wanted = new Set<number>()
  lines.forEach((line, at) => {
    if (line.kind !== 'same') for (let i = at - CONTEXT; i <= at + CONTEXT; i++) wanted.add(i)
  })
  return lines.flatMap((line, at) =>
    wanted.has(at) ? [{ line, at, isGap: at > 0 && !wanted.has(at - 1) }] : [],
  )
}
