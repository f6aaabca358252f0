import { shownDays, shownShareBy } from '../words.ts'
import { LineChart } from './line-chart.tsx'

interface BeliefProps {
  /** Estimated changes per day. */
  readonly rate: number
  readonly low: number
  readonly high: number
  /** Days since the last visit. */
  readonly elapsed: number
}

const STEPS = 60

/** Plots the chance that a stored copy is still current over time, for the estimated rate and for both ends of its interval. */
export function Belief({ rate, low, high, elapsed }: BeliefProps) {
  const span = Math.max(2 / rate, elapsed * 1.5)
  const curve = (perDay: number) =>
    Array.from({ length: STEPS + 1 }, (_, i) => {
      const x = (span * i) / STEPS
      return { x, y: Math.exp(-perDay * x) }
    })
  return (
    <LineChart
      title="Chance that the stored copy is current, by days since its visit"
      series={[
        { name: 'as believed', points: curve(rate), isFilled: true },
        { name: 'if it changes seldom', points: curve(low), isDashed: true },
        { name: 'if it changes often', points: curve(high), isDashed: true },
      ]}
      shownX={days => (days === 0 ? 'visited' : shownDays(days))}
      shownY={shownShareBy}
      yFrom={0}
      yTo={1}
    />
  )
}
