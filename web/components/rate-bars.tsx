/** Number of pages by rate of change: a bar for each step from hourly to never. */
import type { PlanReport } from '../../src/client/index.ts'
import { counted, shown, shownDays, shownShare } from '../words.ts'
import { Card } from './parts.tsx'

interface RateBarsProps extends Pick<PlanReport, 'rates'> {
  /** True until a page has been visited twice. */
  readonly isGuess: boolean
}

export function RateBars({ rates, isGuess }: RateBarsProps) {
  const all = rates.reduce((sum, { pages }) => sum + pages, 0)
  const most = Math.max(1, ...rates.map(({ pages }) => pages))
  return (
    <Card
      title="How often pages change"
      aside={`time between changes of ${counted(all, 'page')}, as far as is known`}
    >
      {isGuess && (
        <p class="note is-warn">
          No page was visited twice yet, so this is only what the plan begins with. Watch the collection, and
          it is learned.
        </p>
      )}
      <ul class="bars">
        {rates.map(({ fromDays, toDays, pages }) => (
          <li key={fromDays} title={shownShare(pages / Math.max(1, all))}>
            <span class="bar-name">{nameOf(fromDays, toDays)}</span>
            <svg class="bar" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
              <rect width={(100 * pages) / most} height="10" rx="1" />
            </svg>
            <span class="bar-value">{shown(pages)}</span>
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** Intervals with a name. */
const NAMES: Readonly<Record<number, string>> = {
  1: 'a day',
  7: 'a week',
  30: 'a month',
  91: '3 months',
  365: 'a year',
}
const lengthOf = (days: number) => NAMES[days] ?? shownDays(days)

function nameOf(fromDays: number, toDays: number | null): string {
  if (fromDays === 0) return `within ${lengthOf(toDays!)}`
  return toDays === null ? `${lengthOf(fromDays)} or more` : `${lengthOf(fromDays)} to ${lengthOf(toDays)}`
}
