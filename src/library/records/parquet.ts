/** Writes records as Parquet, one row group at a time. Loaded only when this format is used. */
import { ByteWriter, ParquetWriter, schemaFromColumnData } from 'hyparquet-writer'
import type { Target } from '../export/target.ts'
import { isoOf, type PageRecordRow, type RecordSink } from './write.ts'

const ROWS = 5_000

type Kind = 'number' | 'text'

export class ParquetSink implements RecordSink {
  readonly #target: Target & { commit?(): Promise<void> }
  readonly #columns: readonly (readonly [string, Kind])[]
  readonly #bytes = new ByteWriter()
  readonly #parquet: ParquetWriter
  #rows: PageRecordRow[] = []

  constructor(target: Target & { commit?(): Promise<void> }, columns: ReadonlyMap<string, Kind>) {
    this.#target = target
    this.#columns = [...columns]
    this.#parquet = new ParquetWriter({
      writer: this.#bytes,
      schema: schemaFromColumnData({ columnData: this.#columnData([]) }),
    })
  }

  async add(row: PageRecordRow): Promise<void> {
    this.#rows.push(row)
    if (this.#rows.length >= ROWS) await this.#flush()
  }

  async end(): Promise<void> {
    await this.#flush()
    this.#parquet.finish()
    await this.#drain()
    await this.#target.commit?.()
  }

  async #flush(): Promise<void> {
    if (this.#rows.length === 0) return
    await this.#parquet.write({ columnData: this.#columnData(this.#rows), rowGroupSize: ROWS })
    this.#rows = []
    await this.#drain()
  }

  /** Passes the buffered bytes on to the target; the writer's offset in the file is kept. */
  async #drain(): Promise<void> {
    const held = new Uint8Array(this.#bytes.buffer.slice(0, this.#bytes.index))
    this.#bytes.index = 0
    await this.#target.write(held)
  }

  #columnData(rows: readonly PageRecordRow[]) {
    const own = [
      { name: 'url', type: 'STRING' as const, data: rows.map(row => row.url) },
      {
        name: 'fetchedAt',
        type: 'STRING' as const,
        nullable: true,
        data: rows.map(row => isoOf(row.fetchedAt)),
      },
    ]
    const fields = this.#columns.map(([name, kind]) => ({
      name,
      type: kind === 'number' ? ('DOUBLE' as const) : ('STRING' as const),
      nullable: true,
      data: rows.map(({ values }) => (kind === 'number' ? (values[name] ?? null) : textOf(values[name]))),
    }))
    return [...own, ...fields]
  }
}

function textOf(value: unknown): string | null {
  if (value === undefined || value === null) return null
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
