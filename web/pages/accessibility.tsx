/** Accessibility: scores over time, sites ranked by score, and the pages with the most to fix. */
import type * as Client from '../../src/client/index.ts'
import { api } from '../api/call.ts'
import type { PageProps } from '../app.tsx'
import { useAsked } from '../asking.ts'
import { PageLink } from '../components/page-link.tsx'
import { Card, PageHead } from '../components/parts.tsx'
import { Answered, Empty } from '../components/states.tsx'
import { type Column, Table } from '../components/table.tsx'
import { TaskButton } from '../components/task.tsx'
import { TimeChart } from '../components/time-chart.tsx'
import { addressOf } from '../router.ts'
import { shown, shownScore, shownUrl } from '../words.ts'

type Rank = Awaited<ReturnType<typeof api.accessibility>>[number]

/** Scores are compared with those of this time ago. */
const SPAN = '30d'

const columns = (collection: string): readonly Column<Rank>[] => [
  {
    title: 'Site',
    show: ({ host }) => <a href={addressOf(collection, 'pages', { host })}>{shownUrl(host)}</a>,
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
      >
        <TaskButton
          {...{ collection, kind: 'accessibility', label: 'Check stored pages', done: asked.again }}
          work={() => api.checkAccessibility(collection, {})}
        />
      </PageHead>
      <Answered asked={asked} what="scores">
        {ranks =>
          ranks.length === 0 ? (
            <Empty title="No page was checked yet">
              <p>
                Pages are checked as they are fetched with <code>analyse: {'{accessibility: static}'}</code>{' '}
                in the settings; those that are stored already, when you press <em>Check stored pages</em>.
              </p>
            </Empty>
          ) : (
            <>
              <Trend collection={collection} />
              <Card title="Sites" aside="the best first">
                <Table
                  caption="Sites by score"
                  columns={columns(collection)}
                  rows={ranks}
                  keyOf={each => each.host}
                />
              </Card>
              <WorstPages collection={collection} />
            </>
          )
        }
      </Answered>
    </>
  )
}

/** Draws nothing until there are two times to compare. */
function Trend({ collection }: { readonly collection: string }) {
  const { answer } = useAsked(`accessibility trend ${collection}`, how =>
    api.accessibilityTrend(collection, { since: '90d', points: 13 }, how),
  )
  if (answer === null || answer.length < 2) return null
  return (
    <Card title="Over time" aside="the average of all pages">
      <TimeChart
        title="Accessibility scores over time"
        rows={answer}
        lines={{
          A: each => each.score.a,
          AA: each => each.score.aa,
          AAA: each => each.score.aaa,
        }}
        shownY={score => score.toFixed(0)}
      />
    </Card>
  )
}

const MAX_PAGES = 20

/** Advice does not count here; it is shown with each page. */
const ruleWords = (failed: Client.CheckedPage['failed']): string =>
  failed
    .filter(({ level }) => level !== 'advice')
    .map(each => each.says.replace(/\.$/, '') || each.rule)
    .join('; ') || 'none'

const PAGE_COLUMNS = (collection: string): readonly Column<Client.CheckedPage>[] => [
  {
    title: 'Page',
    show: ({ url }) => <PageLink collection={collection} url={url} tab="checks" />,
  },
  { title: 'A', isNumber: true, show: ({ score }) => shownScore(score.a) },
  { title: 'AA', isNumber: true, show: ({ score }) => shownScore(score.aa) },
  {
    title: 'Rules that fail',
    show: ({ failed }) => <span class="cell-value is-wide">{ruleWords(failed)}</span>,
  },
]

function WorstPages({ collection }: { readonly collection: string }) {
  const { answer } = useAsked(`checked pages ${collection}`, how =>
    api.checkedPages(collection, { limit: MAX_PAGES }, how),
  )
  const rows = answer?.filter(each => each.failed.length > 0) ?? []
  if (rows.length === 0) return null
  return (
    <Card title="Pages with the most to mend" aside="the worst first">
      <Table
        caption="Pages by score, the worst first"
        columns={PAGE_COLUMNS(collection)}
        rows={rows}
        keyOf={each => each.url}
      />
    </Card>
  )
}

function Score({ now, then }: { readonly now: number; readonly then: number | undefined }) {
  const moved = then === undefined ? 0 : shownScore(now) - shownScore(then)
  return (
    <>
      {shownScore(now)}
      {moved !== 0 && <small class="quiet"> {moved > 0 ? `+${moved}` : moved}</small>}
    </>
  )
}
