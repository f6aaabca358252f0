/** Checks that the machine is suitable, the collection intact and the archive readable. */
import type * as Client from '../../src/client/index.ts'
import { api } from '../api/call.ts'
import type { PageProps } from '../app.tsx'
import { Badge, Card, PageHead, Time } from '../components/parts.tsx'
import { Empty } from '../components/states.tsx'
import { type Column, Table } from '../components/table.tsx'
import { TaskState, useTask } from '../components/task.tsx'

const COLUMNS: readonly Column<Client.DoctorFinding>[] = [
  { title: 'Verdict', isNarrow: true, show: ({ level }) => <Badge word={level} /> },
  { title: 'Finding', show: ({ message }) => <span class="cell-value is-wide">{message}</span> },
  { title: 'What to do', show: ({ advice }) => <span class="cell-value is-wide">{advice ?? '–'}</span> },
]

const WORST_FIRST = ['problem', 'warning', 'ok']

export function Health({ collection }: PageProps) {
  const handle = useTask(collection, 'doctor', () => {})
  const { task, isRunning, start } = handle
  const examine = (how: { full?: boolean; repair?: boolean }) => () =>
    start(() => api.examine(collection, how))
  const findings =
    task?.findings.toSorted((a, b) => WORST_FIRST.indexOf(a.level) - WORST_FIRST.indexOf(b.level)) ?? []
  return (
    <>
      <PageHead
        title="Health"
        about="Whether the machine is fit, the database is intact and every stored page can be read back."
      >
        <button type="button" class="is-main" disabled={isRunning} onClick={examine({})}>
          Examine
        </button>
        <button
          type="button"
          disabled={isRunning}
          onClick={examine({ full: true })}
          title="Reads every record of every archive file"
        >
          Examine everything
        </button>
        <button
          type="button"
          disabled={isRunning}
          onClick={examine({ repair: true })}
          title="A crawl of this server is paused for it"
        >
          Repair
        </button>
      </PageHead>
      <div class="row">
        <TaskState collection={collection} handle={handle} />
        {task?.endedAt && (
          <span class="quiet">
            <Time at={task.endedAt} />
          </span>
        )}
      </div>
      {findings.length > 0 ? (
        <Card title="Findings" aside="the worst first">
          <Table
            caption="Findings"
            columns={COLUMNS}
            rows={findings}
            keyOf={each => `${each.check} ${each.message}`}
          />
        </Card>
      ) : (
        !isRunning && (
          <Empty title="Not examined yet">
            <p>
              An examination only looks, also while a crawl runs: it reads the newest archive file and a
              sample of pages. A repair cuts what a crash left behind, rebuilds indexes, and takes lost copies
              out of the books, so that they are fetched again.
            </p>
          </Empty>
        )
      )}
    </>
  )
}
