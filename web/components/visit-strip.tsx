/** The visits of a page on a timeline: short marks where nothing was new, long where a revision was stored, red where a visit failed. */
import type { PageVisit } from '../../src/client/index.ts'
import { counted, shownExactly } from '../words.ts'

const WIDTH = 1000
const HEIGHT = 40
/** Room for the first and the last mark. */
const MARGIN = 6

type Kind = 'new' | 'same' | 'failed'

const kindOf = ({ outcome, revision }: PageVisit): Kind =>
  revision !== null ? 'new' : outcome === 'failed' || outcome === 'gone' ? 'failed' : 'same'

const TOP: Readonly<Record<Kind, number>> = { new: 4, failed: 14, same: 22 }

const WORDS: Readonly<Record<Kind, string>> = {
  new: 'a new revision',
  same: 'nothing new',
  failed: 'failed',
}

export function VisitStrip({ visits }: { readonly visits: readonly PageVisit[] }) {
  if (visits.length < 2) return null
  const times = visits.map(each => Date.parse(each.at))
  const [from, to] = [times[0]!, times.at(-1)!]
  const xOf = (time: number) => MARGIN + ((time - from) / Math.max(1, to - from)) * (WIDTH - 2 * MARGIN)
  const revisions = visits.filter(each => kindOf(each) === 'new').length
  return (
    <figure class="visit-strip">
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`${counted(visits.length, 'visit')} from ${shownExactly(visits[0]!.at)} to ${shownExactly(visits.at(-1)!.at)}, ${counted(revisions, 'revision')}`}
      >
        {visits.map((visit, i) => (
          <Mark key={visit.at} visit={visit} x={xOf(times[i]!)} />
        ))}
      </svg>
      <figcaption class="row quiet">
        <span>{shownExactly(visits[0]!.at)}</span>
        <ul class="legend">
          {(['new', 'same', 'failed'] as const).map(kind => (
            <li key={kind} class={`is-${kind}`}>
              {WORDS[kind]}
            </li>
          ))}
        </ul>
        <span>{shownExactly(visits.at(-1)!.at)}</span>
      </figcaption>
    </figure>
  )
}

function Mark({ visit, x }: { readonly visit: PageVisit; readonly x: number }) {
  const kind = kindOf(visit)
  return (
    <path class={`is-${kind}`} d={`M${x} ${TOP[kind]}V${HEIGHT - 2}`}>
      <title>{`${shownExactly(visit.at)}: ${visit.revision === null ? WORDS[kind] : `revision ${visit.revision}`}`}</title>
    </path>
  )
}
