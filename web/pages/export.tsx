/** Exports the whole collection as files for other programs. */
import type { TargetedSubmitEvent } from 'preact'
import { useState } from 'preact/hooks'
import type * as Client from '../../src/client/index.ts'
import { api } from '../api/call.ts'
import type { PageProps } from '../app.tsx'
import { useAsked } from '../asking.ts'
import { Options } from '../components/filters.tsx'
import { Card, PageHead, Time } from '../components/parts.tsx'
import { Answered, Empty, Problem } from '../components/states.tsx'
import { type Column, Table } from '../components/table.tsx'
import { TaskState, useTask } from '../components/task.tsx'
import { useTicket } from '../components/ticket.ts'
import { fileIn } from '../file-text.ts'
import { shownBytes } from '../words.ts'

type Format = Parameters<typeof api.startExport>[1]['format']

const FORMATS = [
  ['csv', 'CSV: a row for each page'],
  ['jsonl', 'JSON lines: an object for each page'],
  ['parquet', 'Parquet: a row for each page, for data tools'],
  ['wacz', 'WACZ: the archive with an index, for replay'],
  ['warc', 'WARC: the archive as standard files'],
  ['trec', 'TREC: texts for research on search'],
  ['graphml', 'GraphML: pages and the links between them'],
  ['cypher', 'Cypher: the same for Neo4j'],
] as const satisfies readonly (readonly [Format, string])[]

/** What of the pages themselves is included. */
const CONTENTS = [
  ['', 'left out'],
  ['text', 'text'],
  ['markdown', 'Markdown'],
  ['main', 'main content as text'],
  ['main markdown', 'main content as Markdown'],
] as const
/** Formats that can include the text of pages, and those that have it in all these forms. */
const WITH_TEXT: readonly string[] = ['csv', 'jsonl', 'parquet', 'wacz']
const WITH_FORMS: readonly string[] = ['csv', 'jsonl', 'parquet']

export function Export({ collection }: PageProps) {
  const files = useAsked(`exports ${collection}`, how => api.exports(collection, how))
  return (
    <>
      <PageHead
        title="Export"
        about="Everything that is stored, in the formats of other programs. Files are made on the server and stay there until you remove them."
      />
      <PagesForm collection={collection} done={files.again} />
      <RecordsForm collection={collection} done={files.again} />
      <Card title="Files" aside="of this collection, on the server">
        <Answered asked={files} what="files">
          {rows =>
            rows.length === 0 ? (
              <Empty title="No file yet">
                <p>Make one above. Making one again replaces it.</p>
              </Empty>
            ) : (
              <Files collection={collection} rows={rows} again={files.again} />
            )
          }
        </Answered>
      </Card>
      <p class="quiet">
        For programs: <code>GET /api/collections/{collection}/export?format=csv</code> sends rows and graphs
        as they are read, without a file on the server.
      </p>
    </>
  )
}

interface FormProps {
  readonly collection: string
  readonly done: () => void
}

function PagesForm({ collection, done }: FormProps) {
  const [format, setFormat] = useState<Format>('csv')
  const handle = useTask(collection, 'export', done)
  const choices = CONTENTS.slice(0, WITH_FORMS.includes(format) ? CONTENTS.length : 2)
  const submit = (event: TargetedSubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const words = String(new FormData(event.currentTarget).get('contents') ?? '').split(' ')
    const contents = {
      text: words.includes('text'),
      markdown: words.includes('markdown'),
      main: words.includes('main'),
    }
    handle.start(() => api.startExport(collection, { format, ...contents }))
  }
  return (
    <Card title="Pages">
      <form class="filters" onSubmit={submit}>
        <label>
          Format
          <select value={format} onChange={event => setFormat(event.currentTarget.value as Format)}>
            <Options choices={FORMATS} />
          </select>
        </label>
        <label>
          Contents of pages
          <select name="contents" disabled={!WITH_TEXT.includes(format)}>
            <Options choices={choices} />
          </select>
        </label>
        <button type="submit" class="is-main" disabled={handle.isRunning}>
          Make the file
        </button>
        <TaskState collection={collection} handle={handle} />
      </form>
    </Card>
  )
}

type RecordFormat = NonNullable<Parameters<typeof api.startRecords>[1]['format']>

const RECORD_FORMATS = [
  ['csv', 'CSV'],
  ['jsonl', 'JSON lines'],
  ['parquet', 'Parquet'],
] as const satisfies readonly (readonly [RecordFormat, string])[]

/** Records are extracted when pages are fetched, and can be extracted again, even with a model from a file. */
const READ_BY = [
  ['then', 'the model of the time when they were fetched'],
  ['now', 'the model of today, again from the stored pages'],
  ['file', 'a file of yours, again from the stored pages'],
] as const

/** The limit of the server. */
const MAX_MODEL_CHARS = 16 * 2 ** 20

async function recordsOrder(form: FormData): Promise<Parameters<typeof api.startRecords>[1]> {
  const format = String(form.get('format')) as RecordFormat
  const model = await fileIn(form, 'model', MAX_MODEL_CHARS)
  return { format, anew: form.get('by') !== 'then', ...(model && { model }) }
}

function RecordsForm({ collection, done }: FormProps) {
  const handle = useTask(collection, 'records', done)
  const [by, setBy] = useState<string>(READ_BY[0][0])
  const submit = (event: TargetedSubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    handle.start(async () => api.startRecords(collection, await recordsOrder(form)))
  }
  return (
    <Card title="Records" aside="a file for each class, an index, and the pictures that records name">
      <form class="filters" onSubmit={submit}>
        <label>
          Format
          <select name="format">
            <Options choices={RECORD_FORMATS} />
          </select>
        </label>
        <label>
          Read by
          <select name="by" value={by} onChange={event => setBy(event.currentTarget.value)}>
            <Options choices={READ_BY} />
          </select>
        </label>
        {by === 'file' && (
          <label>
            Specification (CSV) or model (JSON)
            <input name="model" type="file" accept=".csv,.json,text/csv,application/json" required />
          </label>
        )}
        <button type="submit" disabled={handle.isRunning}>
          Make the files
        </button>
        <TaskState collection={collection} handle={handle} />
      </form>
    </Card>
  )
}

interface FilesProps {
  readonly collection: string
  readonly rows: readonly Client.ExportedFile[]
  readonly again: () => void
}

function Files({ collection, rows, again }: FilesProps) {
  const ticket = useTicket(collection, 'exports/file')
  const [problem, setProblem] = useState<string | null>(null)
  const remove = (name: string) =>
    void api.removeExport(collection, { name }).then(again, (error: Error) => setProblem(error.message))
  if (ticket === null) return null
  return (
    <>
      {problem !== null && <Problem problem={problem} />}
      <Table
        caption="Files to download"
        columns={columns(collection, ticket, remove)}
        rows={rows}
        keyOf={each => each.name}
      />
    </>
  )
}

const columns = (
  collection: string,
  ticket: Readonly<Record<string, string>>,
  remove: (name: string) => void,
): readonly Column<Client.ExportedFile>[] => [
  {
    title: 'File',
    show: ({ name }) => (
      <a
        class="cell-url"
        href={`/api/collections/${encodeURIComponent(collection)}/exports/file?${new URLSearchParams({ name, ...ticket })}`}
        download={name.split('/').at(-1)}
      >
        {name}
      </a>
    ),
  },
  { title: 'Size', isNumber: true, show: ({ sizeBytes }) => shownBytes(sizeBytes) },
  { title: 'Made', isNarrow: true, show: ({ madeAt }) => <Time at={madeAt} /> },
  {
    title: 'Remove',
    isNarrow: true,
    show: ({ name }) => {
      const [whole = name] = name.split('/')
      const what = whole === name ? 'Remove' : 'Remove the folder'
      return (
        <button type="button" aria-label={`${what} ${whole}`} onClick={() => remove(whole)}>
          {what}
        </button>
      )
    },
  },
]
