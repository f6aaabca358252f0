/** How well everybody can read the pages: sites ranked by their scores. */
import { api } from '../api/call.ts'
import type { PageProps } from '../app.tsx'
import { useAsked } from '../asking.ts'
import { PageHead } from '../components/parts.tsx'
import { Answered, Empty } from '../components/states.tsx'
import { type Column, Table } from '../components/table.tsx'
import { addressOf } from '../router.ts'
import { shown } from '../words.ts'

type Rank = Awaited<ReturnType<typeof api.accessibility>>[number]

/** Scores are compared with those of this long ago. */
const SPAN = '30d'

const columns = (collection: string): readonly Column<Rank>[] => [
  {
    title: 'Site',
    show: ({ host }) => <a href={addressOf(collection, 'pages', { host })}>{host}</a>,
  },
  { title: 'Pages', isNumber: true, show: ({ pages }) => shown(pages) },
  { title: 'A', isNumber: true, show: ({ score, before }) => <Score now={score.a} then={before?.a} /> },
  { title: 'AA', isNumber: true, show: ({ score, before }) => <Score now={score.aa} then={before?.aa} /> },
  { title: 'AAA', isNumber: true, show: ({ score, before }) => <Score now={score.aaa} then={before?.aaa} /> },
]

export function Accessibility({ collection }: PageProps) {
  const asked = useAsked(`accessibility ${collection}`, how =>
    api.accessibility(collection, { since: SPAN }, how),
  )
  return (
    <>
      <PageHead
        title="Accessibility"
        about="The share of the checks of WCAG 2.2 that pages pass, out of 100, and how it moved in 30 days."
      />
      <Answered asked={asked} what="scores">
        {ranks =>
          ranks.length === 0 ? (
            <Empty title="No page was checked yet">
              <p>
                Pages are checked as they are fetched with <code>analyse: {'{accessibility: static}'}</code>{' '}
                in the settings; those that are stored already, with{' '}
                <code>tidewatch accessibility --again</code>.
              </p>
            </Empty>
          ) : (
            <Table
              caption="Sites by score"
              columns={columns(collection)}
              rows={ranks}
              keyOf={each => each.host}
            />
          )
        }
      </Answered>
    </>
  )
}

function Score({ now, then }: { readonly now: number; readonly then: number | undefined }) {
  const moved = then === undefined ? 0 : Math.round(now - then)
  return (
    <>
      {Math.round(now)}
      {moved !== 0 && <small class="quiet"> {moved > 0 ? `+${moved}` : moved}</small>}
    </>
  )
}
