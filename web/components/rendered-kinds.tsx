/** Which kinds of pages are rendered in a browser, and what comparing one page of each with and without it showed. */
import type * as Client from '../../src/client/index.ts'
import { shown, shownUrl } from '../words.ts'
import { PageLink } from './page-link.tsx'
import { Badge, Time } from './parts.tsx'
import { Empty } from './states.tsx'
import { type Column, Table } from './table.tsx'

interface HostKind {
  readonly host: string
  readonly kind: Client.RenderedKind
}

const columns = (collection: string, now: string | undefined): readonly Column<HostKind>[] => [
  { title: 'Host', isNarrow: true, show: ({ host }) => shownUrl(host) },
  { title: 'Kind', isNarrow: true, show: ({ kind }) => kind.class ?? 'pages of one template' },
  {
    title: 'Shown in a browser',
    isNarrow: true,
    show: ({ kind }) => <Badge word={kind.isRendered ? 'rendered' : 'plain'} />,
  },
  { title: 'Why', show: ({ kind }) => <span class="cell-prose">{evidence(kind)}</span> },
  { title: 'Looked at', show: ({ kind }) => <PageLink collection={collection} url={kind.url} /> },
  { title: 'When', isNarrow: true, show: ({ kind }) => <Time at={kind.lookedAt} now={now} /> },
]

function evidence({ found }: Client.RenderedKind): string {
  if (found === null) return 'the browser could not show the page'
  const { links, newLinks, chars, newChars } = found
  if (newLinks === 0 && newChars === 0) return 'the browser showed no more than the server sent'
  return `${shown(newLinks)} of ${shown(links)} links and ${shown(newChars)} of ${shown(chars)} letters stand there only in a browser`
}

export function RenderedKinds({ collection, hosts, now }: RenderedKindsProps) {
  const rows = hosts.flatMap(({ host, renderedKinds }) => renderedKinds.map(kind => ({ host, kind })))
  if (rows.length === 0)
    return (
      <Empty title="No page was looked at in a browser">
        <p>
          With <code>render.pages: auto</code>, the first page of each kind is read both ways, and its kind is
          rendered if that brings more.
        </p>
      </Empty>
    )
  return (
    <Table
      caption="Kinds of pages, and whether a browser shows more of them"
      columns={columns(collection, now)}
      rows={rows}
      keyOf={({ host, kind }) => `${host} ${kind.url} ${kind.lookedAt}`}
    />
  )
}

interface RenderedKindsProps {
  readonly collection: string
  readonly hosts: readonly Client.Host[]
  readonly now: string | undefined
}
