/** Records of pages as tables, with a column for each field. */
import type * as Client from '../../src/client/index.ts'
import type { Call } from '../../src/client/index.ts'
import { api } from '../api/call.ts'
import type { PageProps } from '../app.tsx'
import { useAsked, useListed } from '../asking.ts'
import { Choice, filterOf } from '../components/filters.tsx'
import { isWebAddress, PageLink } from '../components/page-link.tsx'
import { PageHead } from '../components/parts.tsx'
import { Answered, Empty } from '../components/states.tsx'
import { type Column, ListedTable } from '../components/table.tsx'
import { csvOf, download, textOf } from '../download.ts'
import { addressOf } from '../router.ts'
import { shown } from '../words.ts'

/** A wider table would be unreadable; downloads have all columns. */
const MAX_COLUMNS = 30
const MAX_CELL_CHARS = 200

export function Records({ collection, query }: PageProps) {
  const asked = useAsked(`classes ${collection}`, async how => ({
    classes: await api.classes(collection, how),
    first: await classToShow(collection, how),
  }))
  return (
    <Answered asked={asked} what="classes">
      {({ classes, first }) => {
        const names = classes.flatMap(each => (each.class === null ? [] : [each.class]))
        return <OfClass {...{ collection, query, names, first }} />
      }}
    </Answered>
  )
}

/** The class with the most pages if it has records, or else any class that does. */
async function classToShow(collection: string, how: Call): Promise<string | undefined> {
  const classes = (await api.classes(collection, how)).flatMap(each =>
    each.class === null ? [] : [{ name: each.class, stored: each.stored }],
  )
  const [largest] = classes.toSorted((a, b) => b.stored - a.stored)
  const has = async (name: string | undefined) =>
    (await api.records(collection, { class: name, limit: 1 }, how)).rows[0]?.class ?? undefined
  return (largest && (await has(largest.name))) ?? has(undefined)
}

interface OfClassProps {
  readonly collection: string
  readonly query: URLSearchParams
  readonly names: readonly string[]
  /** A class that has records. */
  readonly first: string | undefined
}

/** A table for one class, since fields differ from class to class. */
function OfClass({ collection, query, names, first }: OfClassProps) {
  const wanted = query.get('class') ?? first
  const listed = useListed(`records ${collection} ${wanted}`, (cursor, how) =>
    api.records(collection, { class: wanted, limit: 100, cursor }, how),
  )
  const { rows } = listed
  const fields = fieldsOf(rows)
  return (
    <>
      <PageHead title="Records" about="The fields that were read from pages, by class.">
        {rows.length > 0 && (
          <>
            <a class="button" href={addressOf(collection, 'fields', { url: rows[0]!.url })}>
              Choose its fields…
            </a>
            <Downloads rows={rows} names={fields} name={wanted ?? 'records'} />
            {listed.more !== null && (
              <a class="button" href={addressOf(collection, 'export')}>
                All of them…
              </a>
            )}
          </>
        )}
      </PageHead>
      {names.length > 0 && (
        <div class="filters">
          <Choice
            label="Class"
            choices={names.map(each => [each, each] as const)}
            {...filterOf(collection, 'records', query)('class')}
            value={wanted ?? ''}
          />
        </div>
      )}
      <div class="is-dense">
        <ListedTable
          caption="Records"
          columns={columnsOf(collection, fields, rows)}
          listed={listed}
          keyOf={each => each.url}
          empty={<NoRecord collection={collection} />}
        />
      </div>
    </>
  )
}

const NoRecord = ({ collection }: { readonly collection: string }) => (
  <Empty title="No record">
    <p>
      A table is read out of pages that are built alike. Let the{' '}
      <a href={addressOf(collection, 'model')}>model</a> of the site be learned, choose a class of its pages,
      and click the values you want. With <code>extract: {'{model: auto}'}</code> in the settings, a crawl
      does the first part by itself.
    </p>
  </Empty>
)

const Downloads = ({
  rows,
  names,
  name,
}: {
  readonly rows: readonly Client.PageRecord[]
  readonly names: readonly string[]
  readonly name: string
}) => (
  <>
    <button
      type="button"
      onClick={() => download(`${fileWord(name)}.csv`, 'text/csv', recordsCsv(rows, names))}
    >
      Download these {shown(rows.length)} as CSV
    </button>
    <button
      type="button"
      onClick={() => download(`${fileWord(name)}.json`, 'application/json', JSON.stringify(rows, null, 2))}
    >
      as JSON
    </button>
  </>
)

/** Class names come from pages, so only their letters and digits are used in file names. */
const fileWord = (name: string) => name.replace(/[^\p{L}\p{N}-]+/gu, '-').slice(0, 60) || 'records'

/** The fields of all rows, the most frequent first. */
function fieldsOf(rows: readonly Client.PageRecord[]): readonly string[] {
  const counts = new Map<string, number>()
  for (const { values } of rows)
    for (const name of Object.keys(values)) counts.set(name, (counts.get(name) ?? 0) + 1)
  return [...counts].sort((a, b) => b[1] - a[1]).map(([name]) => name)
}

function columnsOf(
  collection: string,
  names: readonly string[],
  rows: readonly Client.PageRecord[],
): readonly Column<Client.PageRecord>[] {
  const isNumber = (name: string) => rows.every(({ values }) => typeof (values[name] ?? 0) === 'number')
  return [
    { title: 'Page', show: ({ url }) => <PageLink collection={collection} url={url} /> },
    ...names.slice(0, MAX_COLUMNS).map(name => ({
      ...{ title: name, isNumber: isNumber(name) },
      show: ({ values }: Client.PageRecord) => <Value value={values[name]} />,
    })),
  ]
}

/** Shows nested records by their values, without field names. */
function shownValue(value: unknown): string {
  if (Array.isArray(value)) return value.map(shownValue).join('; ')
  return typeof value === 'object' && value !== null
    ? Object.values(value).map(shownValue).filter(Boolean).join(', ')
    : textOf(value)
}

function Value({ value }: { readonly value: unknown }) {
  const text = shownValue(value)
  if (text === '') return <span class="quiet">–</span>
  const cut = text.length > MAX_CELL_CHARS ? `${text.slice(0, MAX_CELL_CHARS)}…` : text
  return isWebAddress(text) && !/\s/.test(text) ? (
    <a class="cell-url" href={text} title={text} rel="noreferrer noopener" target="_blank">
      {cut}
    </a>
  ) : (
    <span class="cell-value" dir="auto" title={cut}>
      {cut}
    </span>
  )
}

const recordsCsv = (rows: readonly Client.PageRecord[], names: readonly string[]): string =>
  csvOf([
    ['url', 'class', 'fetchedAt', ...names],
    ...rows.map(each => [each.url, each.class, each.fetchedAt, ...names.map(name => each.values[name])]),
  ])
