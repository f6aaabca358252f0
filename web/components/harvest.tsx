/** The yield of a focused crawl: how many of the pages it fetched are about its topics, so far and over time. */
import { useEffect } from 'preact/hooks'
import { api } from '../api/call.ts'
import { useAsked, useCalm } from '../asking.ts'
import { addressOf } from '../router.ts'
import { shown, shownShare } from '../words.ts'
import { Card } from './parts.tsx'
import { Table } from './table.tsx'
import { TimeChart } from './time-chart.tsx'

const REFRESH_MS = 5_000

type Topic = Awaited<ReturnType<typeof api.topics>>[number]

/** The topics of a collection; empty if no crawl had any. Requested again as visits are made. */
export function useTopics(collection: string, visits: number): readonly Topic[] {
  const version = useCalm(visits, REFRESH_MS)
  const asked = useAsked(`topics ${collection}`, how => api.topics(collection, how))
  const { again } = asked
  useEffect(again, [version, again])
  return asked.answer ?? []
}

interface HarvestPoint {
  readonly at: string
  readonly judged: number
  readonly relevant: number
}

export function Harvest({ collection, topics, points }: HarvestProps) {
  if (topics.length === 0) return null
  const sum = (of: (topic: Topic) => number) => topics.reduce((all, each) => all + of(each), 0)
  const [judged, relevant] = [sum(each => each.pages), sum(each => each.relevant)]
  // Judged pages are counted less often than points are added.
  const moving = points.filter((each, i) => each.judged > 0 && each.judged !== points[i - 1]?.judged)
  return (
    <Card
      title="About the topics"
      aside={`${shown(relevant)} of ${shown(judged)} pages: ${shownShare(relevant / Math.max(1, judged), 0)}`}
    >
      {moving.length > 1 && (
        <TimeChart
          title="Pages that were judged and pages that are relevant, since somebody looks"
          rows={moving}
          lines={{ judged: each => each.judged, relevant: each => each.relevant }}
          filled="relevant"
        />
      )}
      <Table
        caption="Topics"
        rows={topics}
        keyOf={each => each.topic}
        columns={[
          {
            title: 'Topic',
            show: ({ topic }) => (
              <a href={addressOf(collection, 'pages', { topic, sort: 'relevance', order: 'descending' })}>
                {topic}
              </a>
            ),
          },
          { title: 'Relevant', isNumber: true, show: each => shown(each.relevant) },
          { title: 'Judged', isNumber: true, show: each => shown(each.pages) },
          { title: 'Mean relevance', isNumber: true, show: each => each.meanRelevance.toFixed(2) },
        ]}
      />
    </Card>
  )
}

interface HarvestProps {
  readonly collection: string
  readonly topics: readonly Topic[]
  readonly points: readonly HarvestPoint[]
}
