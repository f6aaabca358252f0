/** The fields of a class as columns of a sheet that is being edited. */
import type { Field, FieldChoices, FieldType, NewField } from '../../src/client/index.ts'

export type Choice = FieldChoices['choices'][number]

export interface SheetColumn {
  /** Stays the same when the field is renamed. */
  readonly key: number
  readonly field: Field
  /** Fields that the picked value could become; empty for fields that existed before. */
  readonly choices: readonly Choice[]
}

export const TYPES: readonly FieldType[] = ['string', 'number', 'date', 'url', 'img', 'html']

export const sheetOf = (fields: readonly Field[]): readonly SheetColumn[] =>
  fields.map((field, key) => ({ key, field, choices: [] }))

/** Adds a column for a picked value, with a name that is not taken. */
export function withPicked(
  sheet: readonly SheetColumn[],
  choices: readonly Choice[],
): readonly SheetColumn[] {
  const [first] = choices
  if (!first) return sheet
  const key = 1 + Math.max(-1, ...sheet.map(each => each.key))
  return [...sheet, { key, field: named(first.field, sheet), choices }]
}

/** Chooses another meaning for a picked value; the column keeps its name, and its type is that of the new choice. */
export const meaning = (sheet: readonly SheetColumn[], key: number, word: string): readonly SheetColumn[] =>
  sheet.map(column => {
    const choice = column.choices.find(each => each.meaning === word)
    return column.key === key && choice
      ? { ...column, field: { ...choice.field, name: column.field.name } }
      : column
  })

/** The meaning that is chosen now. */
export const meantBy = ({ field, choices }: SheetColumn): string =>
  choices.find(each => each.field.xpath === field.xpath)?.meaning ?? ''

export const edited = (
  sheet: readonly SheetColumn[],
  key: number,
  change: Partial<Pick<Field, 'name' | 'type'>>,
): readonly SheetColumn[] =>
  sheet.map(column => (column.key === key ? { ...column, field: { ...column.field, ...change } } : column))

/** The fields of the sheet, without columns that have no name yet. */
export const fieldsOf = (sheet: readonly SheetColumn[]): readonly NewField[] =>
  sheet.map(({ field }) => field).filter(({ name }) => name.trim() !== '')

function named(field: Field, sheet: readonly SheetColumn[]): Field {
  const taken = new Set(sheet.map(each => each.field.name))
  let name = field.name
  for (let number = 2; taken.has(name); number++) name = `${field.name}-${number}`
  return { ...field, name }
}
