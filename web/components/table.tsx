import type { ComponentChildren, VNode } from 'preact'
import type { Listed } from '../asking.ts'
import { Loading, Problem } from './states.tsx'

export interface Column<Row> {
  readonly title: string
  readonly show: (row: Row) => ComponentChildren
  readonly isNumber?: boolean
  readonly isNarrow?: boolean
  /** Name of this column in the address, if rows can be sorted by it. */
  readonly sort?: string
}

/** How the rows are sorted, and how to change it. */
export interface Sorting {
  readonly by: string | null
  readonly isDescending: boolean
  readonly choose: (by: string) => void
}

export interface TableProps<Row> {
  /** Describes the rows for people who cannot see the table. */
  readonly caption: string
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  readonly keyOf: (row: Row) => string
  readonly sorting?: Sorting
}

export function Table<Row>({ caption, columns, rows, keyOf, sorting }: TableProps<Row>) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
    <section class="table-frame" tabIndex={0} aria-label={caption}>
      <table>
        <caption class="hidden-but-read">{caption}</caption>
        <thead>
          <tr>
            {columns.map((column, i) => (
              <Head key={i} {...column} sorting={sorting} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(row => (
            <tr key={keyOf(row)}>
              {columns.map(({ show, isNumber, isNarrow }, i) => (
                <td key={i} class={isNumber ? 'is-number' : isNarrow ? 'is-narrow' : undefined}>
                  {show(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

type HeadProps = Pick<Column<never>, 'title' | 'isNumber' | 'sort'> & {
  readonly sorting: Sorting | undefined
}

function Head({ title, isNumber, sort, sorting }: HeadProps) {
  const isSorted = sort !== undefined && sorting?.by === sort
  const direction = sorting?.isDescending ? 'descending' : 'ascending'
  return (
    <th scope="col" class={isNumber ? 'is-number' : undefined} aria-sort={isSorted ? direction : undefined}>
      {sorting && sort !== undefined ? (
        <button type="button" class="is-head" onClick={() => sorting.choose(sort)}>
          {title}
          <span aria-hidden="true">{isSorted ? (sorting.isDescending ? ' ↓' : ' ↑') : ''}</span>
        </button>
      ) : (
        title
      )}
    </th>
  )
}

/** A table of a list that comes in parts, with its problems and a button for more rows. */
export function ListedTable<Row>(
  props: Omit<TableProps<Row>, 'rows'> & {
    readonly listed: Listed<Row>
    readonly empty: VNode
    /** Progress of a long search. */
    readonly progress?: string | undefined
  },
) {
  const { listed, empty, progress, ...table } = props
  const { rows, isAsking, problem, more } = listed
  if (problem !== null && rows.length === 0) return <Problem problem={problem} />
  if (rows.length === 0)
    return isAsking ? (
      <div>
        {progress && <p role="status">{progress}</p>}
        <Loading what={table.caption} />
      </div>
    ) : (
      empty
    )
  return (
    <div>
      <Table {...table} rows={rows} />
      {problem !== null && <Problem problem={problem} />}
      {more && (
        <div class="more">
          <button type="button" onClick={more} disabled={isAsking}>
            {isAsking ? (progress ?? 'Loading…') : 'Show more'}
          </button>
        </div>
      )}
    </div>
  )
}
