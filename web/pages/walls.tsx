/** Pages behind walls, and pages that were not written for people. */
import type * as Client from '../../src/client/index.ts'
import { api } from '../api/call.ts'
import type { PageProps } from '../app.tsx'
import { useListed } from '../asking.ts'
import { PageLink } from '../components/page-link.tsx'
import { Badge, Card, PageHead, Time } from '../components/parts.tsx'
import { Problem } from '../components/states.tsx'
import { type Column, ListedTable, Table } from '../components/table.tsx'
import { counted, shownShare } from '../words.ts'

export const Walls = ({ collection, live }: PageProps) => (
  <>
    <PageHead
      title="Walls and spam"
      about="Pages that show a log-in, a check or a limit instead of what they say, and pages that look as if they were written for search engines."
    />
    <Walled collection={collection} now={live.now?.at} />
    <Spam collection={collection} />
  </>
)

interface Wall {
  readonly does: string
  /** What can be done about it in the settings. */
  readonly advice: string
}

const WALLS: Readonly<Record<string, Wall>> = {
  login: { does: 'asks for a log-in', advice: 'if you have an account there, name it in request.auth' },
  consent: { does: 'asks for consent', advice: 'request.headers can send the cookie that says yes' },
  challenge: {
    does: 'wants to see a person',
    advice: 'ask the site to admit your crawler by its request.userAgent',
  },
  rateLimit: { does: 'asks for patience', advice: 'raise request.delay, or request.delays for this site' },
  javascript: {
    does: 'shows nothing without scripts',
    advice: 'render: {pages: auto} reads it with a browser',
  },
}

const wallColumns = (collection: string, now: string | undefined): readonly Column<Client.Page>[] => [
  { title: 'Page', show: ({ url, title }) => <PageLink collection={collection} url={url} title={title} /> },
  {
    title: 'Wall',
    isNarrow: true,
    show: ({ wall }) => <Badge word={wall ?? ''} title={WALLS[wall ?? '']?.does} />,
  },
  { title: 'What it does', isNarrow: true, show: ({ wall }) => WALLS[wall ?? '']?.does ?? '–' },
  {
    title: 'What you can do',
    show: ({ wall }) => <span class="cell-prose">{WALLS[wall ?? '']?.advice ?? '–'}</span>,
  },
  { title: 'Tried again', isNarrow: true, show: ({ dueAt }) => <Time at={dueAt} now={now} /> },
]

function Walled({ collection, now }: { readonly collection: string; readonly now: string | undefined }) {
  const listed = useListed(`walls ${collection}`, (cursor, how) =>
    api.walledPages(collection, { limit: 50, cursor }, how),
  )
  return (
    <Card title="Walls" aside="what was stored before stays; each is tried again by and by">
      <ListedTable
        caption="Pages behind walls"
        columns={wallColumns(collection, now)}
        listed={listed}
        keyOf={each => each.url}
        empty={<p class="quiet">No page showed a wall at its last visit.</p>}
      />
    </Card>
  )
}

const spamColumns = (collection: string): readonly Column<Client.SpamFinding>[] => [
  { title: 'Page', show: ({ url }) => <PageLink collection={collection} url={url} /> },
  { title: 'Score', isNumber: true, show: ({ score }) => shownShare(score) },
  {
    title: 'Why',
    show: ({ reasons }) => (
      <span class="cell-value is-wide" dir="auto">
        {reasons.map(({ what }) => what).join('; ')}
      </span>
    ),
  },
]

/** Each answer covers some hundred pages, and may have found nothing among them. */
function Spam({ collection }: { readonly collection: string }) {
  const { rows, isAsking, problem, more } = useListed(`spam ${collection}`, async (cursor, how) => {
    const part = await api.spam(collection, { cursor }, how)
    return { rows: [part], next: part.next }
  })
  const looked = rows.reduce((sum, part) => sum + part.looked, 0)
  const found = rows.flatMap(part => part.rows)
  return (
    <Card title="Spam" aside={isAsking ? 'reading stored pages…' : `among ${counted(looked, 'stored page')}`}>
      {problem !== null && <Problem problem={problem} />}
      {found.length > 0 ? (
        <Table
          caption="Pages that look like spam"
          columns={spamColumns(collection)}
          rows={found}
          keyOf={each => each.url}
        />
      ) : (
        !isAsking && <p class="quiet">None of them looks as if it was written for search engines.</p>
      )}
      {more && (
        <div class="more">
          <button type="button" disabled={isAsking} onClick={more}>
            Look at more pages
          </button>
        </div>
      )}
    </Card>
  )
}
