/**
 * Numbers in the cells of OpenDocument spreadsheets. A cell holds its value and a text of it as displayed by the program that wrote the
 * file. If no format gives the number of decimals, that text has as many as fit the column, so the value is used instead, as LibreOffice
 * does.
 */
import type { XmlWalk } from './xml-walk.ts'

type Get = (name: string) => string | undefined

/** Elements of a format that say more than "a number". */
const SHAPES = new Set(['scientific-number', 'fraction', 'text', 'map'])
const SHAPED_STYLES = /^(?:currency|percentage|date|time|boolean|text)-style$/
const MAX_PARENTS = 20
const MAX_DIGITS = 15
/** A plain number, with or without decimals. */
const PLAIN = /^-?\d+(?:[.,]\d+)?$/

/** Tells which cell styles have a format. */
export class CellStyles implements XmlWalk {
  /** Names of formats that determine how a number looks. */
  readonly #shaped = new Set<string>()
  readonly #styles = new Map<
    string,
    { readonly format: string | undefined; readonly parent: string | undefined }
  >()
  #format = ''
  #isDefault = false
  /** Whether the file sets the number of decimals for numbers without a format. */
  #isLimited = false

  open(name: string, get: Get): void {
    if (name === 'style' && get('family') === 'table-cell')
      this.#styles.set(get('name') ?? '', {
        format: get('data-style-name'),
        parent: get('parent-style-name'),
      })
    else if (name === 'default-style') this.#isDefault = get('family') === 'table-cell'
    else if (name === 'table-cell-properties' && this.#isDefault)
      this.#isLimited ||= get('decimal-places') !== undefined
    else if (name === 'number-style') this.#format = get('name') ?? ''
    else if (SHAPED_STYLES.test(name)) this.#shaped.add(get('name') ?? '')
    else if (this.#format !== '' && (SHAPES.has(name) || (name === 'number' && isShaped(get))))
      this.#shaped.add(this.#format)
  }

  close(name: string): void {
    if (name === 'number-style') this.#format = ''
    else if (name === 'default-style') this.#isDefault = false
  }

  text(): void {}

  /** Whether numbers in cells of this style are shown without a format. */
  isGeneral(style: string | undefined): boolean {
    if (this.#isLimited) return false
    for (let [at, levels] = [this.#styles.get(style ?? 'Default'), 0]; at && levels < MAX_PARENTS; levels++) {
      if (at.format !== undefined) return !this.#shaped.has(at.format)
      at = this.#styles.get(at.parent ?? '')
    }
    return true
  }
}

const isShaped = (get: Get) => get('decimal-places') !== undefined || get('grouping') === 'true'

/** The default styles that columns and rows of a table give to cells without a style. */
export class DefaultStyles {
  readonly #columns: { readonly end: number; readonly style: string | undefined }[] = []
  #row: string | undefined
  #cell = 0
  /** Index of the column definition for the next cell. */
  #column = 0

  beginTable(): void {
    this.#columns.length = 0
  }

  addColumns(get: Get): void {
    const end = (this.#columns.at(-1)?.end ?? 0) + (Number(get('number-columns-repeated')) || 1)
    this.#columns.push({ end, style: get('default-cell-style-name') })
  }

  beginRow(get: Get): void {
    this.#row = get('default-cell-style-name')
    this.#cell = 0
    this.#column = 0
  }

  /** The style of the next cell. */
  take(get: Get): string | undefined {
    while (this.#column < this.#columns.length && this.#columns[this.#column]!.end <= this.#cell)
      this.#column++
    this.#cell += Number(get('number-columns-repeated')) || 1
    return get('style-name') ?? this.#row ?? this.#columns[this.#column]?.style
  }
}

/** The value in place of its text, with the decimal sign of the text; null if the text is not a plain number. */
export function plainNumber(value: string | undefined, shown: string): string | null {
  const number = Number(Number(value).toPrecision(MAX_DIGITS))
  if (value === undefined || !Number.isFinite(number) || !PLAIN.test(shown)) return null
  const plain = String(number)
  if (!PLAIN.test(plain)) return null
  return shown.includes(',') ? plain.replace('.', ',') : plain
}
