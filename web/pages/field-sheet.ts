/** The fields of a class as columns of a sheet, while somebody works on them. */
import type { Field, FieldChoices, FieldType, NewField } from '../../src/client/index.ts'

export type Choice = FieldChoices['choices'][number]

export interface SheetColumn {
  /** Stays the same whatever the field is called. */
  readonly key: number
  readonly field: Field
  /** What the value that was pointed at may mean; empty for fields that were there before. */
  readonly choices: readonly Choice[]
}

export const TYPES: readonly FieldType[] = ['string', 'number', 'date', 'url', 'img', 'html']

export const sheetOf = (fields: readonly Field[]): readonly SheetColumn[] =>
  fields.map((field, key) => ({ key, field, choices: [] }))

/** A value was pointed at: a new column, under a name that is free. */
export function withPicked(
  sheet: readonly SheetColumn[],
  choices: readonly Choice[],
): readonly SheetColumn[] {
  const [first] = choices
  if (!first) return sheet
  const key = 1 + Math.max(-1, ...sheet.map(each => each.key))
  return [...sheet, { key, field: named(first.field, sheet), choices }]
}

/** Means something else by the same value; a name that was given stays, the type is that of what is meant. */
export const meaning = (sheet: readonly SheetColumn[], key: number, word: string): readonly SheetColumn[] =>
  sheet.map(column => {
    const choice = column.choices.find(each => each.meaning === word)
    return column.key === key && choice
      ? { ...column, field: { ...choice.field, name: column.field.name } }
      : column
  })

/** What is meant now. */
export const meantBy = ({ field, choices }: SheetColumn): string =>
  choices.find(each => each.field.xpath === field.xpath)?.meaning ?? ''

export const edited = (
  sheet: readonly SheetColumn[],
  key: number,
  change: Partial<Pick<Field, 'name' | 'type'>>,
): readonly SheetColumn[] =>
  sheet.map(column => (column.key === key ? { ...column, field: { ...column.field, ...change } } : column))

/** A column without a name is not read yet. */
export const fieldsOf = (sheet: readonly SheetColumn[]): readonly NewField[] =>
  sheet.map(({ field }) => field).filter(({ name }) => name.trim() !== '')

function named(field: Field, sheet: readonly SheetColumn[]): Field {
  const taken = new Set(sheet.map(each => each.field.name))
  let name = field.name
  for (let number = 2; taken.has(name); number++) name = `${field.name}-${number}`
  return { ...field, name }
}
