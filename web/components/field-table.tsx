/** A sheet with a column for each field, whose header is edited in place, and a row for each page that the fields were tried on. */
import { useEffect } from 'preact/hooks'
import type { FieldType, TriedFields } from '../../src/client/index.ts'
import { textOf } from '../download.ts'
import { edited, meaning, meantBy, type SheetColumn, TYPES } from '../pages/field-sheet.ts'
import { addressOf } from '../router.ts'
import { written } from './filters.tsx'

interface FieldTableProps {
  readonly collection: string
  readonly sheet: readonly SheetColumn[]
  readonly setSheet: (sheet: readonly SheetColumn[]) => void
  readonly pages: TriedFields['pages']
  /** Whether the values shown are from before the last change. */
  readonly isAsking: boolean
}

const MEANINGS: Readonly<Record<string, string>> = {
  value: 'this value',
  all: 'all like it',
  link: 'where it leads',
}
const MAX_CELL_CHARS = 120

/** The address without its host, since all pages of a class are on one site. */
const pathOf = (url: string) => url.replace(/^https?:\/\/[^/]*/, '') || '/'

export function FieldTable({ collection, sheet, setSheet, pages, isAsking }: FieldTableProps) {
  const newest = sheet.at(-1)
  useEffect(() => {
    if (newest && newest.choices.length > 0)
      document.getElementById(`field-${newest.field.name}`)?.scrollIntoView({ block: 'nearest' })
  }, [newest?.key])
  if (sheet.length === 0) return <p class="quiet">No field yet: choose a value on the page below.</p>
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
    <section class="table-frame" tabIndex={0} aria-label="Fields on pages of the class">
      <table class="sheet" aria-busy={isAsking}>
        <thead>
          <tr>
            <th scope="col">Page</th>
            {sheet.map(column => (
              <th key={column.key} scope="col" title={column.field.xpath}>
                <ColumnHead column={column} sheet={sheet} setSheet={setSheet} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {pages.map(({ url, title, values }, i) => (
            <tr key={url} class={i === 0 ? 'is-chosen' : undefined}>
              <th scope="row">
                <a class="cell-url" href={addressOf(collection, 'fields', { url })} title={title ?? url}>
                  {pathOf(url)}
                </a>
              </th>
              {sheet.map(({ key, field }) => (
                <td key={key} class={typeof values[field.name] === 'number' ? 'is-number' : undefined}>
                  <Cell value={values[field.name]} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function Cell({ value }: { readonly value: unknown }) {
  const text = textOf(value)
  if (text === '') return <span class="quiet">–</span>
  return (
    <span class="cell-value" dir="auto" title={text.slice(0, 1_000)}>
      {text.length > MAX_CELL_CHARS ? `${text.slice(0, MAX_CELL_CHARS)}…` : text}
    </span>
  )
}

interface ColumnHeadProps extends Pick<FieldTableProps, 'sheet' | 'setSheet'> {
  readonly column: SheetColumn
}

function ColumnHead({ column, sheet, setSheet }: ColumnHeadProps) {
  const { key, field, choices } = column
  return (
    <div class="stack is-tight">
      <input
        id={`field-${field.name}`}
        aria-label={`Name of ${field.name}`}
        {...written(field.name)}
        onChange={event => setSheet(edited(sheet, key, { name: event.currentTarget.value.trim() }))}
      />
      <select
        aria-label={`Type of ${field.name}`}
        value={field.type}
        onChange={event => setSheet(edited(sheet, key, { type: event.currentTarget.value as FieldType }))}
      >
        {TYPES.map(type => (
          <option key={type}>{type}</option>
        ))}
      </select>
      {choices.length > 1 && (
        <select
          aria-label={`Meaning of ${field.name}`}
          value={meantBy(column)}
          onChange={event => setSheet(meaning(sheet, key, event.currentTarget.value))}
        >
          {choices.map(each => (
            <option key={each.meaning} value={each.meaning}>
              {MEANINGS[each.meaning]}
            </option>
          ))}
        </select>
      )}
      <button
        type="button"
        class="is-plain"
        aria-label={`Remove ${field.name}`}
        onClick={() => setSheet(sheet.filter(each => each.key !== key))}
      >
        remove
      </button>
    </div>
  )
}
