import type * as Client from '../../src/client/index.ts'
import { api } from '../api/call.ts'
import { useAsked } from '../asking.ts'
import { Answered, Empty } from '../components/states.tsx'
import { type Column, Table } from '../components/table.tsx'
import { shownScore } from '../words.ts'

type Check = Client.CheckedPage['failed'][number]

const COLUMNS: readonly Column<Check>[] = [
  { title: 'Level', isNarrow: true, show: ({ level }) => level },
  { title: 'WCAG', isNarrow: true, show: ({ criteria }) => criteria.join(' ') || '–' },
  { title: 'Asked for', show: ({ says, rule }) => <span class="cell-prose">{says || rule}</span> },
  { title: 'Elements', isNumber: true, show: ({ count }) => count },
  {
    title: 'For example',
    show: ({ elements }) => <span class="cell-value is-wide">{elements[0] ?? '–'}</span>,
  },
]

/** The latest results of accessibility checks on a page. */
export function PageChecks({ collection, url }: { readonly collection: string; readonly url: string }) {
  const asked = useAsked(`checks ${collection} ${url}`, how =>
    api.pageAccessibility(collection, { url }, how),
  )
  return (
    <Answered asked={asked} what="checks">
      {history => {
        const now = history.at(-1)
        if (now === undefined)
          return (
            <Empty title="This page was not checked">
              <p>
                Pages are checked as they are fetched with <code>analyse: {'{accessibility: static}'}</code>{' '}
                in the settings.
              </p>
            </Empty>
          )
        const { a, aa, aaa } = now.score
        return (
          <>
            <p>
              It scores A {shownScore(a)}, AA {shownScore(aa)}, AAA {shownScore(aaa)} out of 100.
            </p>
            {now.failed.length === 0 ? (
              <Empty title="Nothing fails" />
            ) : (
              <Table
                caption="Checks that fail"
                columns={COLUMNS}
                rows={now.failed}
                keyOf={each => each.rule}
              />
            )}
          </>
        )
      }}
    </Answered>
  )
}
