import type * as Client from '../../src/client/index.ts'
import { ChangeSaid } from '../components/change-said.tsx'
import { Badge, Time } from '../components/parts.tsx'
import { Empty } from '../components/states.tsx'
import { type Column, Table } from '../components/table.tsx'
import { VisitStrip } from '../components/visit-strip.tsx'
import { shownBytes, shownDuration } from '../words.ts'

/** Why a different answer did not count as a change. */
const WHY: Readonly<Record<string, string>> = {
  same: 'nothing differs',
  noise: 'only dates, counters and the like differ',
  volatile: 'only places differ that change by themselves',
  shared: 'only what other pages share differs',
  elsewhere: 'only what is not compared differs',
  'under threshold': 'too little differs',
}

const unchanged = ({ why }: Client.ChangeNote) =>
  why === undefined ? 'no change that counts' : (WHY[why] ?? why)

function Found({ visit }: { readonly visit: Client.PageVisit }) {
  const { error, change, revision } = visit
  if (error === null && change?.changed !== false && revision !== 1) return <ChangeSaid change={change} />
  const words = error ?? (change?.changed === false ? unchanged(change) : 'first copy')
  return <span class="cell-prose">{words}</span>
}

const VISIT_COLUMNS = (now: string | undefined): readonly Column<Client.PageVisit>[] => [
  { title: 'When', isNarrow: true, show: ({ at }) => <Time at={at} now={now} /> },
  { title: 'Outcome', isNarrow: true, show: ({ outcome }) => <Badge word={outcome} /> },
  { title: 'What was found', show: visit => <Found visit={visit} /> },
  { title: 'HTTP', isNumber: true, show: ({ httpStatus }) => httpStatus ?? '–' },
  { title: 'Took', isNumber: true, show: ({ durationMs }) => shownDuration(durationMs) },
  {
    title: 'Size',
    isNumber: true,
    show: ({ sizeBytes }) => (sizeBytes === null ? '–' : shownBytes(sizeBytes)),
  },
  { title: 'Revision', isNumber: true, show: ({ revision }) => revision ?? '–' },
]

export const Visits = ({
  visits,
  now,
}: {
  readonly visits: readonly Client.PageVisit[]
  readonly now: string | undefined
}) =>
  visits.length === 0 ? (
    <Empty title="Not visited yet" />
  ) : (
    <>
      <VisitStrip visits={visits} />
      <Table
        caption="Visits, newest first"
        columns={VISIT_COLUMNS(now)}
        rows={visits.toReversed()}
        keyOf={each => each.at}
      />
    </>
  )
