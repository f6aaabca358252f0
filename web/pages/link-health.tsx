/** Dead, redirected and slow links, with the pages that hold them. */
import { api } from '../api/call.ts'
import type { PageProps } from '../app.tsx'
import { useListed } from '../asking.ts'
import { Choice, filterOf, HostFilter } from '../components/filters.tsx'
import { PageLink } from '../components/page-link.tsx'
import { Badge, PageHead } from '../components/parts.tsx'
import { Empty } from '../components/states.tsx'
import { type Column, ListedTable } from '../components/table.tsx'
import { csvOf, download } from '../download.ts'
import { shown, shownDays, shownUrl } from '../words.ts'

type Finding = Awaited<ReturnType<typeof api.linkHealth>>['rows'][number]

const MEANINGS: Readonly<Record<string, string>> = {
  dead: 'the target is gone or fails',
  'soft-dead': 'the target shows an error page although it says that all is well',
  redirected: 'the target sends its visitors elsewhere',
  slow: 'the last answer took more than three seconds',
  fragment: 'the target has no place of that name',
}

const PROBLEMS = [
  ['', 'any, except missing places (#name)'],
  ['dead', 'dead'],
  ['soft-dead', 'soft-dead: an error page that says all is well'],
  ['redirected', 'redirected'],
  ['slow', 'slow: more than three seconds'],
  ['fragment', 'missing places (#name) on the target'],
] as const

const MS_A_DAY = 86_400_000

function detailOf({ reason, leadsTo, durationMs, problem }: Finding): string {
  if (leadsTo !== null) return `leads to ${shownUrl(leadsTo)}`
  if (reason !== null) return reason
  return problem === 'slow' && durationMs !== null ? `took ${shownDays(durationMs / MS_A_DAY)}` : '–'
}

const columns = (collection: string): readonly Column<Finding>[] => [
  {
    title: 'Problem',
    isNarrow: true,
    show: ({ problem }) => <Badge word={problem} title={MEANINGS[problem]} />,
  },
  { title: 'Link', show: ({ url }) => <PageLink collection={collection} url={url} /> },
  { title: 'Text', show: ({ text }) => <span dir="auto">{text || '–'}</span> },
  { title: 'On page', show: ({ page }) => <PageLink collection={collection} url={page} /> },
  { title: 'HTTP', isNumber: true, show: ({ httpStatus }) => httpStatus ?? '–' },
  { title: 'More', show: each => <span class="cell-prose">{detailOf(each)}</span> },
]

const linksCsv = (rows: readonly Finding[]): string =>
  csvOf([
    ['problem', 'url', 'text', 'page', 'httpStatus', 'leadsTo', 'reason', 'durationMs'],
    ...rows.map(each => [
      ...[each.problem, each.url, each.text, each.page],
      ...[each.httpStatus, each.leadsTo, each.reason, each.durationMs],
    ]),
  ])

export function LinkHealth({ collection, query }: PageProps) {
  const host = query.get('host') ?? undefined
  const problem = PROBLEMS.map(([word]) => word).find(word => word !== '' && word === query.get('problem'))
  const listed = useListed(`links ${collection} ${host} ${problem}`, (cursor, how) =>
    api.linkHealth(collection, { host, problem: problem || undefined, limit: 100, cursor }, how),
  )
  const filter = filterOf(collection, 'links', query)
  return (
    <>
      <PageHead
        title="Links"
        about="Links that lead nowhere, elsewhere or slowly, judged by the last visit of their targets; nothing is fetched for it."
      >
        {listed.rows.length > 0 && (
          <button type="button" onClick={() => download('links.csv', 'text/csv', linksCsv(listed.rows))}>
            Download these {shown(listed.rows.length)} as CSV
          </button>
        )}
      </PageHead>
      <div class="filters">
        <HostFilter {...filter('host')} />
        <Choice label="Problem" choices={PROBLEMS} {...filter('problem')} />
      </div>
      <div class="is-dense">
        <ListedTable
          caption="Links with a problem"
          columns={columns(collection)}
          listed={listed}
          keyOf={each => `${each.page} ${each.url} ${each.kind} ${each.text}`}
          empty={
            <Empty title="No link has a problem">
              <p>
                {host === undefined && problem === undefined
                  ? 'Only links to pages that were visited are judged.'
                  : 'Nothing fits these filters.'}
              </p>
            </Empty>
          }
        />
      </div>
    </>
  )
}
