import type { ComponentChildren, VNode } from 'preact'
import type { Listed } from '../asking.ts'
import { Loading, Problem } from './states.tsx'

export interface Column<Row> {
  readonly title: string
  readonly show: (row: Row) => ComponentChildren
  readonly isNumber?: boolean
  readonly isNarrow?: boolean
}

export interface TableProps<Row> {
  /** What the rows are, for those who cannot see the table. */
  readonly caption: string
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  readonly keyOf: (row: Row) => string
}

export function Table<Row>({ caption, columns, rows, keyOf }: TableProps<Row>) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
    <section class="table-frame" tabIndex={0} aria-label={caption}>
      <table>
        <caption class="hidden-but-read">{caption}</caption>
        <thead>
          <tr>
            {columns.map((column, i) => (
              <th key={i} scope="col" class={column.isNumber ? 'is-number' : undefined}>
                {column.title}
              </th>
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

/** A list that grows: rows, what is missing, and a way to more. */
export function ListedTable<Row>(
  props: Omit<TableProps<Row>, 'rows'> & {
    readonly listed: Listed<Row>
    readonly empty: VNode
  },
) {
  const { listed, empty, ...table } = props
  const { rows, isAsking, problem, more } = listed
  if (problem !== null && rows.length === 0) return <Problem problem={problem} />
  if (rows.length === 0) return isAsking ? <Loading what={table.caption} /> : empty
  return (
    <div>
      <Table {...table} rows={rows} />
      {problem !== null && <Problem problem={problem} />}
      {more && (
        <div class="more">
          <button type="button" onClick={more} disabled={isAsking}>
            {isAsking ? 'Loading…' : 'Show more'}
          </button>
        </div>
      )}
    </div>
  )
}
