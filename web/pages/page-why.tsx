import type * as Client from '../../src/client/index.ts'
import { api } from '../api/call.ts'
import { useAsked } from '../asking.ts'
import { Belief } from '../components/belief.tsx'
import { Card } from '../components/parts.tsx'
import { RateEstimates } from '../components/rate-estimates.tsx'
import { Answered } from '../components/states.tsx'
import { shownDays, shownRate, shownShare } from '../words.ts'

interface WhyProps {
  readonly collection: string
  readonly url: string
  readonly status: Client.Page['status'] | undefined
  /** Null or undefined until it was visited twice. */
  readonly estimates: Client.RateEstimates | null | undefined
}

const TITLES: Readonly<Partial<Record<Client.Page['status'], string>>> = {
  excluded: 'Why it is not visited',
  gone: 'Why it is visited no more',
  error: 'Why nothing came of it',
  waiting: 'Why it has not been visited yet',
}

/** Explains in numbers why a page was fetched, or why not. */
export function Why({ collection, url, status, estimates }: WhyProps) {
  const asked = useAsked(`explain ${collection} ${url}`, how => api.explain(collection, { url }, how))
  return (
    <Answered asked={asked} what="explanation">
      {({ standing, next }) => (
        <div class="grid">
          <Card title={(status && TITLES[status]) ?? 'Why it is visited when it is'}>
            <ul class="prose">
              {standing.map(sentence => (
                <li key={sentence}>{sentence}</li>
              ))}
            </ul>
            {!next && status === 'completed' && (
              <p class="quiet">
                How often it changes is not known yet: that is learned while the collection is watched.
              </p>
            )}
            {next && (
              <p>
                It changes about {shownRate(next.rate)} (between {shownRate(next.rateLow)} and{' '}
                {shownRate(next.rateHigh)}
                ). The stored copy is current with a chance of {shownShare(next.fresh)}. {worthOf(next)}
              </p>
            )}
            {next?.together && <p>{togetherWords(next.together)}</p>}
          </Card>
          {next && (
            <Card title="How often it changes" aside="what the policy believes">
              <Belief rate={next.rate} low={next.rateLow} high={next.rateHigh} elapsed={next.elapsed} />
            </Card>
          )}
          {estimates && <RateEstimates estimates={estimates} />}
        </div>
      )}
    </Answered>
  )
}

type Together = NonNullable<NonNullable<Client.PageExplanation['next']>['together']>

function togetherWords({ group, changes, expected, earlierDays }: Together): string {
  const pages = group === '' ? 'its host' : group
  const moves = earlierDays >= 0 ? 'brings the next visit forward' : 'puts the next visit off'
  return `About ${changes.toFixed(0)} changes of pages of ${pages} since its last visit, where ${expected.toFixed(1)} were expected: that ${moves} by ${shownDays(Math.abs(earlierDays))}.`
}

/** The price is what a fetch must be worth to be made now. */
function worthOf({ value, price }: { readonly value: number; readonly price: number }): string {
  if (!(price > 0)) return 'The budget is enough for every page.'
  const share = `A visit now is worth ${shownShare(value / price, 0)} of what a fetch must be worth`
  return value < price ? `${share}: the page waits until that is 100 %.` : `${share}: it is due.`
}
