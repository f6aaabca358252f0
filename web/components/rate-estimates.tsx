/** How often a page changes by published estimators: a second opinion, from its visits alone. */
import type * as Client from '../../src/client/index.ts'
import { counted, shown, shownDays, shownRate } from '../words.ts'
import { Card } from './parts.tsx'

const every = (perDay: number) => (perDay > 0 ? shownRate(perDay) : 'never so far')

/** The estimates with their names, and what each of them does. */
const rowsOf = ({ changes, ratio, likely, averages }: Client.RateEstimates) => [
  ['By the share of visits', every(ratio), 'as if visits were evenly spaced (Cho and Garcia-Molina)'],
  // Smoothing gives a rate even to a page that was never seen to change, which says nothing to people.
  [
    'Most likely',
    every(changes === 0 ? 0 : likely),
    'by the actual times between visits (maximum likelihood)',
  ],
  ...(averages
    ? [
        ['Average pause between changes', shownDays(averages.equal), 'all pauses count alike'],
        [
          '… the last one counts half (whole days)',
          shownDays(averages.halving),
          'the one before a quarter, and so on; rounded up',
        ],
        ['… older ones count less', shownDays(averages.aging), 'weights fall with age'],
      ]
    : []),
]

export const RateEstimates = ({ estimates }: { readonly estimates: Client.RateEstimates }) => (
  <Card
    title="What its visits say"
    aside={`${shown(estimates.changes)} of ${counted(estimates.intervals, 'visit')} found a change`}
  >
    <dl class="pairs">
      {rowsOf(estimates).map(([name, value, about]) => (
        <div key={name} title={about}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
    <p class="quiet">
      Known estimators, from these visits alone. The crawler’s own belief also uses what similar pages taught
      it.
    </p>
  </Card>
)
