/** When sites changed in batches: a strip for each host, darker where more of its changes were found. */
import type * as Client from '../../src/client/index.ts'
import { api } from '../api/call.ts'
import { useAsked } from '../asking.ts'
import { counted, shownExactly, shownUrl } from '../words.ts'
import { Card } from './parts.tsx'
import { Answered, Empty } from './states.tsx'
import { type Column, Table } from './table.tsx'

const SHADES = 5
const CELL = 8
const HEIGHT = 22
const LEFT = 150
const MAX_NAME_CHARS = 22
const MAX_BATCHES = 50

type HostChanges = Client.ChangeBatches['hosts'][number]
type Batch = HostChanges['batches'][number] & { readonly host: string }

export function ChangeStrips({ collection }: { readonly collection: string }) {
  const asked = useAsked(`batches ${collection}`, how => api.changeBatches(collection, { since: '90d' }, how))
  return (
    <Answered asked={asked} what="changes">
      {found =>
        found.hosts.length === 0 ? (
          <Empty title="No change was found in the last 90 days">
            <p>Changes are found when pages are visited again: watch the collection.</p>
          </Empty>
        ) : (
          <>
            <Card
              title="When sites changed"
              aside={`${shownExactly(found.from)} to ${shownExactly(found.to)}; batches are underlined`}
            >
              <Strips found={found} />
            </Card>
            <Card
              title="Batches"
              aside="at least five times as many changes as usual, on three pages or more"
            >
              <Batches hosts={found.hosts} />
            </Card>
          </>
        )
      }
    </Answered>
  )
}

function Strips({ found }: { readonly found: Client.ChangeBatches }) {
  const { hosts } = found
  const [from, to] = [Date.parse(found.from), Date.parse(found.to)]
  const spans = hosts[0]!.counts.length
  const [width, height] = [LEFT + spans * CELL, hosts.length * HEIGHT]
  const xOf = (at: string) => LEFT + ((Date.parse(at) - from) / (to - from)) * spans * CELL
  const said = hosts.map(
    ({ host, batches }) => `${shownUrl(host)} ${counted(batches.length, 'batch', 'batches')}`,
  )
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
    <section class="strips" tabIndex={0} aria-label="Changes over time">
      <svg class="heat" width={width} height={height} role="img" aria-label={said.join(', ')}>
        {hosts.map((each, row) => (
          <Strip key={each.host} of={each} y={row * HEIGHT} xOf={xOf} />
        ))}
      </svg>
    </section>
  )
}

interface StripProps {
  readonly of: HostChanges
  readonly y: number
  readonly xOf: (at: string) => number
}

function Strip({ of: { host, counts, batches }, y, xOf }: StripProps) {
  const most = Math.max(1, ...counts)
  const name = shownUrl(host)
  return (
    <g>
      <text x={0} y={y + 14}>
        {name.length > MAX_NAME_CHARS ? `${name.slice(0, MAX_NAME_CHARS - 1)}…` : name}
        <title>{`${host}: ${counted(batches.length, 'batch', 'batches')}`}</title>
      </text>
      {counts.map((count, i) => (
        <rect
          key={i}
          class={`shade-${Math.ceil((count / most) * SHADES)}`}
          x={LEFT + i * CELL}
          y={y + 2}
          width={CELL - 1}
          height={HEIGHT - 6}
        >
          <title>{counted(count, 'change')}</title>
        </rect>
      ))}
      {batches.map(({ from, to, pages }) => (
        <rect
          key={from}
          class="batch"
          x={xOf(from)}
          y={y + HEIGHT - 3}
          width={xOf(to) - xOf(from) - 1}
          height={3}
        >
          <title>{`${counted(pages, 'page')} at once`}</title>
        </rect>
      ))}
    </g>
  )
}

const COLUMNS: readonly Column<Batch>[] = [
  { title: 'When', isNarrow: true, show: ({ from }) => shownExactly(from) },
  { title: 'Site', show: ({ host }) => shownUrl(host) },
  { title: 'Pages', isNumber: true, show: ({ pages }) => pages },
  { title: 'Most of them in', show: ({ directory }) => <code dir="ltr">{directory || '/'}</code> },
]

function Batches({ hosts }: Pick<Client.ChangeBatches, 'hosts'>) {
  const batches = hosts
    .flatMap(({ host, batches }) => batches.map(each => ({ ...each, host })))
    .toSorted((a, b) => (a.from < b.from ? 1 : -1))
    .slice(0, MAX_BATCHES)
  if (batches.length === 0) return <p class="quiet">These sites changed evenly.</p>
  return (
    <Table
      caption="Batches of changes, newest first"
      columns={COLUMNS}
      rows={batches}
      keyOf={each => `${each.host} ${each.from}`}
    />
  )
}
